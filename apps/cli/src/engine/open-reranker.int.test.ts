import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { type Answer, type AnsweringServer, says, startAnsweringServer } from '@winnow/http/testing/answering-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'

const question = 'Does memory help agents recall sessions?'
const topics = ['paging', 'planning', 'notes']
const papers = topics.map((topic, index) => ({
  id: `p${index}`,
  title: `Memory and ${topic}`,
  abstract: `Memory with ${topic} helped agents recall sessions in ${index + 2} of 9 trials.`,
}))
/** Scores what speaks of notes highest, then planning, then paging. */
const byTopic: Answer = (response, { body }) => {
  const { documents } = JSON.parse(body) as { documents: readonly string[] }
  const results = documents.map((text, index) => ({ index, relevance_score: topics.findIndex((topic) => text.includes(topic)) }))
  response.writeHead(200).end(JSON.stringify({ results }))
}

let postgres: TestPostgres
let folder = ''
let library = ''
const servers: AnsweringServer[] = []
beforeAll(async () => {
  postgres = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-reranker-'))
  library = join(folder, 'papers.jsonl')
  await writeFile(library, writeJsonl(papers))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true })
  await postgres.stop()
})

async function answered(reranker: (url: string) => Config['reranker'], answer: Answer) {
  const server = await startAnsweringServer(answer)
  servers.push(server)
  // A reranker is the operator's own: it is asked though the sources are not.
  const base = testConfig(await postgres.newDatabase(), folder)
  const config = { ...base, sources: { ...base.sources, WINNOW_OFFLINE: true }, reranker: reranker(server.url) }
  const { runId, degraded } = JSON.parse((await winnow(config, ['answer', question, '--library', library, '--json'])).printed)
  const { printed } = await winnow(config, ['events', runId, '--jsonl'])
  const events = printed.split('\n').map((line) => JSON.parse(line) as { type: string; data: Record<string, unknown> })
  const [shown] = events.filter(({ type }) => type === 'PassagesSummarised').map(({ data }) => data)
  if (shown === undefined) throw new Error('nothing was shown')
  const records = (shown.passages as { recordId: string }[]).map(({ recordId }) => recordId)
  return { server, degraded, reranker: shown.reranker, records }
}
const jina = (url: string) => ({ url, model: 'm', key: 'k', format: 'jina' }) as const

test('a run ranks by the configured reranker', async () => {
  const { server, degraded, reranker, records } = await answered(jina, byTopic)
  expect(records).toEqual(['library:p2', 'library:p1', 'library:p0'])
  expect(reranker).toBe('http:m')
  expect(degraded).toEqual([])
  expect(server.seen).toHaveLength(1)
})
test('one that refuses the key: BM25, said to be degraded', async () => {
  const { degraded, reranker, records } = await answered(jina, says(401, 'no'))
  expect(records).toHaveLength(3)
  expect(reranker).toBe('bm25')
  expect(JSON.stringify(degraded)).toContain('refused the key')
})
test('without one nobody is asked', async () => {
  const { server, reranker } = await answered(() => null, byTopic)
  expect(reranker).toBe('bm25')
  expect(server.seen).toEqual([])
})
