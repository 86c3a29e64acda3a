import { join } from 'node:path'
import { readEvents } from '@winnow/cli/engine/read-events.ts'
import type { Workshop } from '@winnow/cli/engine/workshop.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { EventData, EventType } from '@winnow/contracts/registry.ts'
import type { DocumentRow } from '@winnow/report/documents.ts'
import { why } from '@winnow/report/provenance.ts'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores } from './support/engine.ts'
import { question } from './support/made-up-library.ts'
import { runFolder } from './support/run-folder.ts'
import { type Scene, setScene } from './support/scene.ts'

let scene: Scene
let stores: Workshop
let summary: RunSummary
let report = ''
let events: readonly Recorded[] = []
let documents: readonly DocumentRow[] = []

beforeAll(async () => {
  scene = await setScene(16)
  const out = join(scene.folder, 'run')
  const args = ['research', question, '--library', scene.library, '--model', 'openai:gpt-5-mini', '--model-reader', 'openai:stand-in']
  const ended = await scene.run([...args, '--max-iterations', '2', '--max-subquestions', '3', '--out', out, '--quiet'])
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const files = runFolder(out)
  summary = await files.summary()
  report = await files.text('report.md')
  events = await files.events()
  documents = await files.documents()
  stores = await openStores(scene.databaseUrl)
})
afterAll(async () => {
  await stores?.close()
  await scene.end()
})

/** The data of all events of a type. */
function of<T extends EventType>(type: T): readonly EventData<T>[] {
  return events.filter((event) => event.type === type).map(({ data }) => data as EventData<T>)
}

/** The document that a merged one lives on as. */
function survivorOf(aliases: ReadonlyMap<string, string>, documentId: string): string {
  const into = aliases.get(documentId)
  return into === undefined ? documentId : survivorOf(aliases, into)
}

test('every citation of every sentence walks back to a quote of the record, its screening, the query, intent and subquestion', async () => {
  const run = foldRun(await readEvents(join(scene.folder, 'run', 'events.jsonl'), Number.POSITIVE_INFINITY))
  const material = await runMaterial(run, stores.blobs)
  const body = report.slice(0, report.indexOf('## References'))
  const marks = [...body.matchAll(/(?<!\\)\[(\d+(?:, \d+)*)\](?!\()/g)].flatMap(([, list]) => (list ?? '').split(', '))
  const cited = [...new Set(marks)].sort((a, b) => Number(a) - Number(b))
  expect(cited).toEqual(Array.from({ length: summary.counts.cited }, (_, index) => String(index + 1)))
  expect(cited.length).toBeGreaterThan(2)

  const found = new Map([...of('CandidatesFound'), ...of('ReferencesFound')].flatMap(({ records }) => records.map((r) => [r.recordId, r])))
  const queries = new Set(of('SearchesRequested').flatMap(({ operations }) => operations.map(({ query }) => query)))
  for (const number of cited) {
    const told = why(`[${number}]`, material, run.events)
    if (!told.found) throw new Error(`[${number}] is not found`)
    const document = documents.find(({ citation }) => citation === Number(number))
    expect(told.documents.map(({ documentId }) => documentId)).toEqual([document?.documentId])
    for (const sentence of told.sentences) expect(sentence.citations).toContain(Number(number))
    for (const walked of told.documents) {
      expect(walked.evidence.length).toBeGreaterThan(0)
      for (const { evidenceId, quote, quoteCheck, subquestion, event } of walked.evidence) {
        if (quoteCheck !== 'refused') {
          const texts = (document?.recordIds ?? []).map((id) => `${found.get(id)?.title} ${found.get(id)?.abstract}`)
          expect(
            texts.some((text) => text.includes(quote)),
            `${evidenceId}: ${quote}`,
          ).toBe(true)
        }
        expect(run.state.subquestions[subquestion.subquestionId]?.text).toBeDefined()
        expect(events[(event?.pos ?? 0) - 1]?.type).toBe('EvidenceExtracted')
      }
      expect(Math.max(...walked.screenings.flatMap(({ scores }) => Object.values(scores)))).toBeGreaterThanOrEqual(0.5)
      const searched = walked.findings.filter(({ from }) => from === null)
      expect(walked.findings.length).toBeGreaterThan(0)
      for (const { query, intent, event } of searched) {
        expect(queries).toContain(query)
        expect(of('IntentCreated').map(({ intentId }) => intentId)).toContain(intent?.intentId)
        expect(events[(event?.pos ?? 0) - 1]?.type).toBe('CandidatesFound')
      }
    }
  }
})

test('every sentence of the report names its citations, and each rests on evidence of that document', async () => {
  const run = foldRun(await readEvents(join(scene.folder, 'run', 'events.jsonl'), Number.POSITIVE_INFINITY))
  const material = await runMaterial(run, stores.blobs)
  const known = new Map((await runFolder(join(scene.folder, 'run')).evidence()).map((item) => [item.evidenceId, item]))
  let sentences = 0
  for (let told = why('#1', material, run.events); told.found; told = why(`#${sentences + 1}`, material, run.events)) {
    sentences += 1
    const [sentence] = told.sentences
    expect(sentence?.citations.length, `#${sentences}`).toBeGreaterThan(0)
    const owners = new Set((sentence?.evidence ?? []).map((id) => known.get(id)?.documentId))
    expect(new Set(told.documents.map(({ documentId }) => documentId)), `#${sentences}`).toEqual(owners)
    expect(new Set(told.documents.map(({ citation }) => citation)), `#${sentences}`).toEqual(new Set(sentence?.citations))
  }
  expect(sentences).toBeGreaterThan(3)
})

test('the command why tells it in words, and an id that is not there with what is near', async () => {
  const told = await scene.run(['why', summary.runId, '[1]'])
  expect(told).toMatchObject({ code: 0, stderr: '' })
  for (const word of ['quote', 'screening score', 'query', 'intent', 'subquestion', 'Cost of the steps'])
    expect(told.stdout).toContain(word)
  const unknown = await scene.run(['why', summary.runId, 'D999'])
  expect(unknown.code).toBe(2)
  expect(unknown.stdout).toMatch(/Near it: D\d+/)
})

test('the numbers of the flow follow from the events', () => {
  const { counts } = summary
  const records = new Set([...of('CandidatesFound'), ...of('ReferencesFound')].flatMap((found) => found.records.map((r) => r.recordId)))
  const aliases = new Map(of('DocumentsMerged').map(({ from, into }) => [from, into]))
  const survivor = (documentId: string): string => survivorOf(aliases, documentId)
  const merged = aliases.size
  expect(merged).toBeGreaterThan(0)
  const registered = of('DocumentsRegistered').flatMap((event) => event.documents.filter(({ isNew }) => isNew)).length
  expect(counts.found).toBe(records.size)
  expect(counts.documents).toBe(registered - merged)
  expect(counts.duplicates).toBe(records.size - (registered - merged))
  expect(counts.duplicates).toBeGreaterThan(0)
  const best = new Map<string, number>()
  for (const { documentId, scores } of of('DocumentScreened'))
    best.set(survivor(documentId), Math.max(best.get(survivor(documentId)) ?? 0, ...Object.values(scores)))
  expect(counts.screened).toBe(best.size)
  expect(counts.relevant).toBe([...best.values()].filter((score) => score >= 0.5).length)
  expect(counts.excluded).toBe(best.size - counts.relevant)
  expect(counts.read).toBe(new Set(of('EvidenceExtracted').map(({ documentId }) => survivor(documentId))).size)
  expect(counts.evidence).toBe(of('EvidenceExtracted').reduce((sum, { items }) => sum + items.length, 0))
  expect(counts.iterations).toBe(of('IterationStarted').length)
  expect(counts.searches).toBe(of('SearchesRequested').reduce((sum, { operations }) => sum + operations.length, 0))
  const row = (label: string) => Number(new RegExp(`^\\| ${label} \\| (\\d+) \\|$`, 'm').exec(report)?.[1])
  expect(row('Records identified')).toBe(counts.found)
  expect(row('Duplicate records removed')).toBe(counts.duplicates)
  expect(row('Screened')).toBe(counts.screened)
  expect(row('Excluded by screening')).toBe(counts.excluded)
  expect(row('Read')).toBe(counts.read)
  expect(row('Cited in this report')).toBe(counts.cited)
})

test('calls, tokens and costs are the same in the events, in run.json, in the table of bought answers and at the server', async () => {
  const usage = events.flatMap((event) => event.usage)
  const requests = scene.model.requests
  const { rows } = await stores.pool.query<{ calls: number; input: number; output: number }>(
    'select count(*)::int as calls, sum(input_tokens)::int as input, sum(output_tokens)::int as output from model_call where run_id = $1',
    [summary.runId],
  )
  const input = usage.reduce((sum, use) => sum + (use.inputTokens ?? 0), 0)
  const output = usage.reduce((sum, use) => sum + (use.outputTokens ?? 0), 0)
  expect(new Set(usage.map(({ callId }) => callId)).size).toBe(usage.length)
  expect(usage.length).toBe(requests.length)
  expect(rows).toEqual([{ calls: requests.length, input, output }])
  // The server reports a quarter of the characters as tokens.
  expect(input).toBe(requests.reduce((sum, { prompt }) => sum + Math.ceil(prompt.length / 4), 0))
  expect(summary.cost).toMatchObject({ calls: requests.length, failedCalls: 0, inputTokens: input, outputTokens: output })
  expect(summary.cost.byRole.reduce((sum, { calls }) => sum + calls, 0)).toBe(requests.length)
  expect(summary.cost.byStage.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(input)
  expect(new Set(usage.map(({ model }) => model))).toEqual(new Set(['openai:gpt-5-mini', 'openai:stand-in']))
  // A price is unknown at another address than the vendor's, and unknown is null and never 0.
  expect(new Set(usage.map(({ costUsd }) => costUsd))).toEqual(new Set([null]))
  expect(summary.cost).toMatchObject({ usd: null, unpriced: requests.length })
})
