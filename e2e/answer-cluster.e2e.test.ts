import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './chaos/cluster.ts'
import { messagesOf, type ProtocolMessage } from './support/answer-protocol.ts'
import { madeUpRecords, question, writeLibrary } from './support/made-up-library.ts'

let folder: string
let cluster: Cluster
let url: string
let libraries: readonly string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-answer-cluster-'))
  // The gateway is apart from everything that does the work: it follows the run through the archive.
  cluster = await startCluster(folder, [['gateway'], ['conductor', 'projection'], ['search-gateway', 'dedup', 'answerer']], 1)
  url = `http://127.0.0.1:${cluster.processes.find(({ roles }) => roles.includes('gateway'))?.port}`
  const body = await readFile(await writeLibrary(folder, madeUpRecords(12)))
  const uploaded = await fetch(`${url}/v1/libraries?name=made-up.jsonl`, { method: 'POST', headers: authorised(), body })
  libraries = [((await uploaded.json()) as { readonly hash: string }).hash]
}, 300_000)
afterAll(async () => {
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
})

const authorised = () => ({ authorization: `Bearer ${cluster.key}` })
const ask = (route: string, body: object) =>
  fetch(`${url}${route}`, {
    method: 'POST',
    headers: { ...authorised(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, libraries }),
  })

test('answers come from a cluster as from one process', async () => {
  const streamed = messagesOf(await (await ask('/run', { question })).text())
  const last: ProtocolMessage | undefined = streamed.at(-1)
  expect(streamed.filter(({ complete }) => complete)).toEqual([last])
  expect(streamed.length).toBeGreaterThan(2)
  expect([last?.error, last?.citations?.length]).toEqual([undefined, expect.any(Number)])
  const waited = (await (await ask('/evaluate', { query: question, iid: '9' })).json()) as { readonly [member: string]: unknown }
  expect(waited.query_id).toBe('9')
  // The same question in the same library to the same model: the same answer.
  expect(waited.generated_response).toBe(last?.final_report)
})

test('without a key nothing is answered', async () => {
  for (const route of ['/run', '/evaluate']) expect((await fetch(`${url}${route}`, { method: 'POST' })).status).toBe(401)
})
