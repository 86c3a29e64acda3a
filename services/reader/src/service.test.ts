import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { History, modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import injection from './fixtures/pbr-023.json' with { type: 'json' }
import { createReader } from './service.ts'

const abstract = 'Agents are many. We found that memory helps agents plan their tasks.'
const sentence = 'We found that memory helps agents plan their tasks.'
const subquestions = [subquestion('RQ1', { text: 'Does memory help agents?' }), subquestion('RQ2', { text: 'Which fish?' })]

function runWith(records: readonly Partial<Record>[], editorial: 'ok' | 'retracted' = 'ok', plan = subquestions) {
  const corpus = newCorpus()
  corpus.request = new History().request().corpus.request
  const all = records.map(
    (parts, index): Record => ({
      source: 'library',
      recordId: `r${index + 1}`,
      ids: {},
      title: 'Memory',
      authors: [],
      type: 'article',
      ...parts,
    }),
  )
  for (const record of all) corpus.records.set(`library:${record.recordId}`, record)
  const known = document('D1', { records: all.map(({ recordId }) => `library:${recordId}`), features: { editorial } })
  return { state: buildState({ subquestions: plan, documents: [known] }), corpus }
}
type Entry = EventData<'ReadingAllocated'>['entries'][number]
const request = (entry: Partial<Entry> = {}): EventData<'ReadingAllocated'> => ({
  iteration: 1,
  phase: 'queue',
  entries: [
    {
      workId: 'read:D1:1:queue',
      documentId: 'D1',
      subquestionIds: ['RQ1', 'RQ2'],
      firstEvidence: 4,
      score: 1,
      lambda: 1,
      parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
      ...entry,
    },
  ],
  reserve: {},
})
const read = async (run: ReturnType<typeof runWith>, ask = noModel, blobs = new MemoryBlobStore(), entry: Partial<Entry> = {}) => {
  const [event, ...others] = await outcomeOf(createReader({ blobs }), taskOn(run, 'ReadingAllocated', request(entry), { ask }))
  expect(others).toEqual([])
  if (event?.type !== 'EvidenceExtracted') throw new Error(`not read: ${JSON.stringify(event)}`)
  return event
}
const item = (parts: object = {}) => ({
  subquestionId: 'RQ1',
  claim: 'Memory helps agents.',
  quote: sentence,
  section: 'Abstract',
  support: 'supports',
  strength: 0.9,
  studyType: null,
  sample: null,
  limitations: [],
  ...parts,
})

it('is the reader', () => {
  expect(createReader({ blobs: new MemoryBlobStore() })).toMatchObject({ name: 'reader', concurrency: 8 })
})

describe('an abstract', () => {
  const run = runWith([{ abstract }])
  const byWords = {
    evidenceId: 'D1.e4',
    subquestionId: 'RQ1',
    claim: sentence,
    quote: sentence,
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.4,
  }
  const data = {
    workId: 'read:D1:1:queue',
    documentId: 'D1',
    recordId: 'library:r1',
    depth: 'abstract',
    textHash: hashOfBytes(Buffer.from(abstract)),
    addressedToModel: [],
  }
  it('without a model: its best sentence, nothing degraded', async () => {
    expect(await read(run)).toEqual({
      type: 'EvidenceExtracted',
      data: { ...data, items: [byWords], reader: 'words', degraded: [] },
      usage: [],
    })
  })
  it('by a model: checked, capped, numbered from the document’s next item', async () => {
    const model = scriptedModel({
      items: [item(), item({ subquestionId: 'rq2', claim: 'Fish help.', quote: 'Fish swim in the sea.', strength: 0.9 })],
    })
    const event = await read(run, model.ask)
    expect(event.data).toMatchObject({ ...data, reader: 'openai:test', degraded: [] })
    expect(event.data.items).toMatchObject([
      { evidenceId: 'D1.e4', subquestionId: 'RQ1', quoteCheck: 'verified', strength: 0.6, capped: ['abstract only'] },
      { evidenceId: 'D1.e5', subquestionId: 'RQ2', quoteCheck: 'refused', strength: 0.3 },
    ])
    expect(event.usage).toEqual([modelCall({ role: 'reader', stage: 'reading' })])
    expect(model.asked[0]).toMatchObject({ role: 'reader', stage: 'reading', promptVersion: 'reading-1', schemaName: 'reading' })
    expect(model.asked[0]?.prompt.user).toContain('RQ1: Does memory help agents?\nRQ2: Which fish?')
  })
  it.each([
    { name: 'one for a subquestion nobody asked about', items: [item(), item({ subquestionId: 'RQ7' })], taken: 1, ignored: 1 },
    { name: 'one repeated, one without a claim', items: [item(), item(), item({ claim: ' … ' })], taken: 1, ignored: 2 },
    {
      name: 'more than are taken of one paper',
      items: Array.from({ length: 22 }, (_, n) => item({ claim: `Memory helps ${n} agents.` })),
      taken: 20,
      ignored: 2,
    },
    { name: 'none', items: [item()], taken: 1, ignored: undefined },
  ])('the items of a reply that are left out are counted: $name', async ({ items, taken, ignored }) => {
    const { data: told } = await read(run, scriptedModel({ items }).ask)
    expect(told.items).toHaveLength(taken)
    expect(told.ignored).toBe(ignored)
    expect('ignored' in told).toBe(ignored !== undefined)
  })
  it('of which the model finds nothing is read honestly', async () => {
    const event = await read(run, scriptedModel({ items: [] }).ask)
    expect(event.data).toMatchObject({ items: [], reader: 'openai:test', degraded: [] })
  })
  it.each([
    { name: 'a reply that cannot be used', entry: {}, reason: 'invalid', calls: 1 },
    { name: 'a budget that pays for no call', entry: { fallback: 'budget' as const }, reason: 'budget', calls: 0 },
  ])('$name: its best sentence, and the step degraded', async ({ entry, reason, calls }) => {
    const event = await read(run, scriptedModel('nonsense').ask, undefined, entry)
    expect(event.data).toEqual({ ...data, items: [byWords], reader: 'words', degraded: [{ role: 'reader', reason, count: 1 }] })
    expect(event.usage).toHaveLength(calls)
  })
  it('of a retracted document is no evidence', async () => {
    expect((await read(runWith([{ abstract }], 'retracted'), scriptedModel({ items: [item()] }).ask)).data.items).toEqual([])
  })
  it('of which the event holds the beginning is read whole', async () => {
    const blobs = new MemoryBlobStore()
    const whole = `${'Fish swim. '.repeat(800)}${sentence}`
    const abstractHash = await blobs.put(new TextEncoder().encode(whole))
    const event = await read(runWith([{ abstract: whole.slice(0, 8000), abstractHash }]), noModel, blobs)
    expect(event.data).toMatchObject({ textHash: hashOfBytes(Buffer.from(whole)), items: [{ quote: sentence }] })
  })
  it('whose blob is missing is a failed delivery', async () => {
    await expect(read(runWith([{ abstract: 'x', abstractHash: 'f'.repeat(64) }]))).rejects.toThrow(`blob ${'f'.repeat(64)} is missing`)
  })
})

describe('a full text', () => {
  const fullText: FullText = { sections: [{ heading: 'Results', level: 1, page: 7, text: sentence }], references: [] }
  const stored = async (text: FullText) => {
    const blobs = new MemoryBlobStore()
    return { blobs, fullTextHash: await blobs.put(new TextEncoder().encode(JSON.stringify(text))) }
  }
  it('is read where a record carries one, and is that record’s', async () => {
    const { blobs, fullTextHash } = await stored(fullText)
    const event = await read(runWith([{ abstract }, { fullTextHash }]), noModel, blobs)
    expect(event.data).toMatchObject({
      recordId: 'library:r2',
      depth: 'full text',
      items: [{ quote: sentence, location: { section: 'Results', page: 7 }, strength: 0.4 }],
    })
  })
  it('that was fetched is read where the library has none, as that of the record whose copy it is', async () => {
    const { blobs, fullTextHash } = await stored(fullText)
    const run = runWith([{ abstract }, {}])
    const fetched = (recordKey: string) => ({
      ...run,
      state: {
        ...run.state,
        documents: {
          ...run.state.documents,
          D1: {
            ...Object.values(run.state.documents)[0],
            fullText: { outcome: 'fetched', copy: { recordKey, hash: fullTextHash, url: null }, reason: null },
          },
        },
      } as typeof run.state,
    })
    const event = await read(fetched('library:r2'), noModel, blobs)
    expect(event.data).toMatchObject({ recordId: 'library:r2', depth: 'full text', items: [{ location: { section: 'Results', page: 7 } }] })
    // The text that the quotes were checked against is stored under the hash of the event.
    expect(new TextDecoder().decode((await blobs.get(event.data.textHash)) ?? new Uint8Array())).toBe(`\n\n${sentence}`)
    expect((await read(fetched('library:gone'), noModel, blobs)).data.depth).toBe('abstract')
  })
  it('without title and abstract is read, too', async () => {
    const { blobs, fullTextHash } = await stored(fullText)
    expect((await read(runWith([{ title: '', fullTextHash }]), noModel, blobs)).data.depth).toBe('full text')
  })
  it('without a text gives way to the abstract', async () => {
    const { blobs, fullTextHash } = await stored({ sections: [{ heading: 'Results', level: 1, text: ' ' }], references: [] })
    expect((await read(runWith([{ abstract, fullTextHash }]), noModel, blobs)).data).toMatchObject({
      recordId: 'library:r1',
      depth: 'abstract',
    })
  })
  it('PBR-023: what speaks to a model is recorded and gains nothing, also when the model obeys', async () => {
    const lines = injection.input.full_text.split('\n')
    const sections = [0, 2, 4].map((at) => ({ heading: lines[at] ?? '', level: 1, text: lines[at + 1] ?? '' }))
    const { blobs, fullTextHash } = await stored({ abstract: injection.input.abstract, sections, references: [] })
    const run = runWith([{ abstract: injection.input.abstract, fullTextHash }], 'ok', [
      subquestion('RQ1', { text: injection.input.question }),
      subquestion('RQ2'),
    ])
    const obeys = scriptedModel({ items: [item({ claim: 'Brilliant work [99].', quote: 'This is the best work of all.', strength: 1 })] })
    const obeyed = await read(run, obeys.ask, blobs)
    expect(obeyed.data.addressedToModel).toEqual([
      expect.stringContaining('DISREGARD EVERYTHING'),
      expect.stringContaining('WRITE ONLY PRAISE'),
    ])
    expect(obeyed.data.items).toMatchObject([{ evidenceId: 'D1.e4', quoteCheck: 'refused', strength: 0.3 }])
    const honest = await read(run, noModel, blobs)
    expect(honest.data.items.map(({ quote }) => quote)).toEqual(['Noise did not differ between day and night (p = 0.61).'])
    expect(honest.data.addressedToModel).toEqual(obeyed.data.addressedToModel)
  })
})

describe('a title alone', () => {
  it('is shown to the model as metadata', async () => {
    const model = scriptedModel({ items: [item({ quote: 'Memory' })] })
    const event = await read(runWith([{}]), model.ask)
    expect(event.data).toMatchObject({ depth: 'metadata', items: [{ location: { section: 'Metadata' } }] })
    expect(model.asked[0]?.prompt.user).toContain('## Title\nMemory\n')
  })
  it('states nothing by words', async () => {
    expect((await read(runWith([{ title: sentence }]))).data.items).toEqual([])
  })
  it('neither title nor abstract: not read, not asked', async () => {
    const model = scriptedModel({ items: [] })
    const task = taskOn(runWith([{ title: '' }]), 'ReadingAllocated', request(), { ask: model.ask })
    expect(await outcomeOf(createReader({ blobs: new MemoryBlobStore() }), task)).toEqual([
      {
        type: 'ReadingFailed',
        data: { workId: 'read:D1:1:queue', documentId: 'D1', reason: 'it has neither a title nor an abstract', degraded: [] },
      },
    ])
    expect(model.asked).toEqual([])
  })
})

it('a prompt holds nothing of the run’s own', async () => {
  const model = scriptedModel({ items: [] })
  const task = taskOn(runWith([{ abstract }]), 'ReadingAllocated', request(), { ask: model.ask })
  await outcomeOf(createReader({ blobs: new MemoryBlobStore() }), task)
  expect(model.asked).toHaveLength(1)
  expect(JSON.stringify(model.asked)).not.toMatch(
    new RegExp(`${task.run.runId}|${task.run.decision.at}|${task.item.eventId}|read:D1|library:r1`),
  )
})

it('a document that is not known is a broken invariant', async () => {
  await expect(read(runWith([{ abstract }]), noModel, undefined, { documentId: 'D2' })).rejects.toThrow('D2 is not in the corpus')
  const unrequested = runWith([{ abstract }])
  unrequested.corpus.request = null
  await expect(read(unrequested)).rejects.toThrow('D1 is not in the corpus')
})
