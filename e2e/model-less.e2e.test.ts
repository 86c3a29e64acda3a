import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, runCli } from './support/cli-process.ts'
import { parseLines, runFolder, withoutRunLines } from './support/run-folder.ts'

const asked = 'How do memory mechanisms help LLM agents on long tasks?'
let folder = ''
let env: Readonly<Record<string, string>> = {}

/** A run of the example without a model, as a process; `library` other than the example's when given. */
async function research(name: string, library = join(root, 'examples/agent-memory.jsonl')) {
  const out = join(folder, name)
  const ended = await runCli(
    ['research', asked, '--library', library, '--model', 'none', '--as-of', '2026-06-30', '--out', out, '--quiet'],
    { env, cwd: folder },
  )
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  return runFolder(out)
}

async function replay(path: string, extra: Readonly<Record<string, string>> = {}) {
  const ended = await runCli(['replay', path, '--json'], { env: { ...env, ...extra }, cwd: folder })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-'))
  env = { WINNOW_HOME: join(folder, 'home') }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the example without a model: the files are there and agree, and a second run gives the same', async () => {
  const first = await research('first')
  expect((await readdir(join(folder, 'first'))).sort()).toEqual([
    'documents.jsonl',
    'events.jsonl',
    'evidence.jsonl',
    'references.bib',
    'references.json',
    'references.ris',
    'report.html',
    'report.md',
    'run.json',
  ])
  const [summary, events, documents, evidence] = await Promise.all([first.summary(), first.events(), first.documents(), first.evidence()])
  expect(summary).toMatchObject({ status: 'completed', degraded: [], cost: { calls: 0, usd: 0 } })
  expect(summary.report).toBe(join(folder, 'first', 'report.md'))
  expect(summary.chainHead).toBe(events.at(-1)?.hash)
  expect(events.map((event) => event.pos)).toEqual(events.map((_, index) => index + 1))
  expect(new Set(events.map((event) => event.key)).size).toBe(events.length)
  expect(new Set(events.map((event) => event.runId))).toEqual(new Set([summary.runId]))
  expect(new Set(events.map((event) => event.traceparent.split('-')[1])).size).toBe(1)

  expect(summary.counts.documents).toBe(documents.length)
  expect(summary.counts.evidence).toBe(evidence.length)
  expect(summary.counts.cited).toBe(documents.filter(({ status }) => status === 'cited').length)
  expect(summary.counts.cited).toBe((JSON.parse(await first.text('references.json')) as unknown[]).length)
  const known = new Set(documents.map(({ documentId }) => documentId))
  expect(evidence.filter(({ documentId }) => !known.has(documentId))).toEqual([])
  const given = parseLines<{ id: string }>(await runFolder(join(root, 'examples')).text('agent-memory.jsonl')).map(({ id }) => id)
  const recordIds = documents.flatMap((document) => document.recordIds)
  expect(new Set(recordIds).size).toBe(recordIds.length)
  expect(recordIds.filter((id) => !given.includes(id))).toEqual([])

  const again = await research('again')
  expect(withoutRunLines(await again.text('report.md'))).toBe(withoutRunLines(await first.text('report.md')))
  expect(await again.text('evidence.jsonl')).toBe(await first.text('evidence.jsonl'))
  expect(await again.text('documents.jsonl')).toBe(await first.text('documents.jsonl'))
  const report = (await first.text('report.md')).split('\n').length
  expect(report - withoutRunLines(await first.text('report.md')).split('\n').length).toBe(3)

  // The fold needs no database: neither a home nor a server at the address is there.
  const told = await replay(join(folder, 'first', 'events.jsonl'))
  expect(JSON.parse(told)).toMatchObject({ events: events.length, counts: { documents: documents.length, cited: summary.counts.cited } })
  const noHome = join(folder, 'no-home')
  const alone = await replay(join(folder, 'first', 'events.jsonl'), { WINNOW_HOME: noHome, DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(alone).toBe(told)
  expect((await readdir(folder)).includes('no-home')).toBe(false)
  expect(await replay(join(folder, 'again', 'events.jsonl'))).toBe(told)

  const cut = join(folder, 'cut.jsonl')
  await writeFile(
    cut,
    events
      .slice(0, -2)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  expect(JSON.parse(await replay(cut))).not.toMatchObject({ hash: (JSON.parse(told) as { hash: string }).hash })
})

test('documents.jsonl is a library: every document comes back with its ids and title', async () => {
  const before = await runFolder(join(folder, 'first')).documents()
  const imported = await research('round-trip', join(folder, 'first', 'documents.jsonl'))
  const after = await imported.documents()
  const byRecord = new Map(after.flatMap((document) => document.recordIds.map((id) => [id, document] as const)))
  // One record has its own id; several records go by their document's.
  const came = before.map(({ recordIds, documentId }) => byRecord.get(recordIds.length === 1 ? (recordIds[0] ?? '') : documentId))
  expect(came.map((document) => document?.title)).toEqual(before.map(({ title }) => title))
  expect(came.map((document) => document?.ids)).toEqual(before.map(({ ids }) => ids))
  expect(came.map((document) => document?.abstract)).toEqual(before.map(({ abstract }) => abstract))
  const [imports] = (await imported.events()).filter(({ type }) => type === 'LibraryImported')
  expect(imports?.data).toMatchObject({ records: before.length, problemCount: 0 })
})
