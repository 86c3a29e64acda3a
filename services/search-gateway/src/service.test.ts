import { libraryBlob } from '@winnow/bibliography/library-blob.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { outcomeOf, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import type { Source, SourceAnswer } from './core/source.ts'
import type { FindFullText } from './seek-full-text.ts'
import { createSearchGateway, operationDeadlineMs } from './service.ts'
import { librarySource } from './sources/library.ts'
import { libraryRecord } from './testing/library-record.ts'

const search: EventData<'SearchesRequested'> = {
  iteration: 1,
  operations: ['S1', 'S2'].map((operationId) => ({
    workId: `search:${operationId}`,
    operationId,
    intentId: 'RQ1.i1',
    source: 'library',
    query: 'memory',
    limit: 200,
    fromYear: null,
    toYear: null,
  })),
  unaffordable: 0,
  reserve: {},
}
const snowball = (direction: 'backward' | 'forward', source = 'library', limit = 200): EventData<'SnowballRequested'> => ({
  iteration: 1,
  round: 1,
  operations: [{ workId: 'search:S3', operationId: 'S3', seedDocumentId: 'D7', direction, source, limit }],
})
const found = {
  workId: 'search:S2',
  part: 1,
  parts: 1,
  operationId: 'S2',
  intentId: 'RQ1.i1',
  source: 'library',
  query: 'memory',
  asked: 200,
}
const failed = { workId: 'search:S2', operationId: 'S2', intentId: 'RQ1.i1', source: 'library', query: 'memory' }

/** No copy of anything is known. */
const findFullText: FindFullText = async () => ({ outcome: 'none', tries: [] })

/** A run whose libraries have the given hashes; D7 was joined with D1, whose records are r1 and r2. */
function runWith(records: readonly Record[], libraries: readonly string[]) {
  const corpus = newCorpus()
  for (const record of records) corpus.records.set(`library:${record.recordId}`, record)
  return {
    state: buildState({ libraries, aliases: { D7: 'D1' }, documents: [document('D1', { records: ['library:r1', 'library:r2'] })] }),
    corpus,
  }
}

/** Answers from a real library in a blob store. */
async function libraryOf(records: readonly Record[], blobs = new MemoryBlobStore()) {
  const hash = await blobs.put(new TextEncoder().encode(libraryBlob([...records])))
  const service = createSearchGateway({ sources: [librarySource(blobs)], blobs, findFullText })
  const run = runWith(records, [hash])
  return {
    blobs,
    search: () => outcomeOf(service, taskOn(run, 'SearchesRequested', search, { entry: 1 })),
    references: (...asked: Parameters<typeof snowball>) => outcomeOf(service, taskOn(run, 'SnowballRequested', snowball(...asked))),
  }
}

/** Answers from a source of the test’s own. */
function gateway(answer: Partial<Source>, deps: { readonly deadline?: () => AbortSignal; readonly signal?: AbortSignal } = {}) {
  const { signal, ...rest } = deps
  const source: Source = { name: 'library', search: async () => ({ outcome: 'none', records: [], total: 0, unresolved: 0 }), ...answer }
  const service = createSearchGateway({ sources: [source], blobs: new MemoryBlobStore(), findFullText, ...rest })
  const run = runWith([], ['hash'])
  const options = { ...(signal === undefined ? {} : { signal }) }
  return {
    search: () => outcomeOf(service, taskOn(run, 'SearchesRequested', search, { entry: 1, ...options })),
    references: (source_ = 'library') => outcomeOf(service, taskOn(run, 'SnowballRequested', snowball('backward', source_), options)),
  }
}
const recordsOf = (events: readonly NewEvent[]) =>
  events.flatMap(({ data }) => ('records' in data ? (data.records as readonly Record[]) : []))

it('is the search gateway', () => {
  expect(createSearchGateway({ sources: [], blobs: new MemoryBlobStore(), findFullText })).toMatchObject({
    name: 'search-gateway',
    concurrency: 4,
  })
  expect(operationDeadlineMs).toBe(120_000)
})

describe('a search of the library', () => {
  const records = [libraryRecord('r1', { title: 'Memory' }), libraryRecord('r2', { title: 'Fish' })]
  it('finds records', async () => {
    const library = await libraryOf(records)
    expect(await library.search()).toEqual([
      { type: 'CandidatesFound', data: { ...found, outcome: 'hits', returned: 1, total: 1, records: [records[0]] } },
    ])
  })
  it('finds none, and says so in one part', async () => {
    const library = await libraryOf([])
    expect(await library.search()).toEqual([
      { type: 'CandidatesFound', data: { ...found, outcome: 'none', returned: 0, total: 0, records: [] } },
    ])
  })
  it('of a run without one is skipped', async () => {
    const service = createSearchGateway({ sources: [librarySource(new MemoryBlobStore())], blobs: new MemoryBlobStore(), findFullText })
    expect(await outcomeOf(service, taskOn(runWith([], []), 'SearchesRequested', search, { entry: 1 }))).toEqual([
      { type: 'SearchFailed', data: { ...failed, outcome: 'skipped', reason: 'the run has no library: give one with --library' } },
    ])
  })
  it('whose blob is missing has failed, and is tried anew by the next operation', async () => {
    const blobs = new MemoryBlobStore()
    const bytes = new TextEncoder().encode(libraryBlob(records))
    const hash = await new MemoryBlobStore().put(bytes)
    const service = createSearchGateway({ sources: [librarySource(blobs)], blobs, findFullText })
    const again = () => outcomeOf(service, taskOn(runWith([], [hash]), 'SearchesRequested', search, { entry: 1 }))
    expect(await again()).toEqual([
      { type: 'SearchFailed', data: { ...failed, outcome: 'failed', reason: `library ${hash} is not in the blob store` } },
    ])
    await blobs.put(bytes)
    expect((await again()).map(({ type }) => type)).toEqual(['CandidatesFound'])
  })
  it('reads each set of libraries once, and forgets the oldest of five', async () => {
    const reads: string[] = []
    const memory = new MemoryBlobStore()
    const blobs = {
      put: (bytes: Uint8Array) => memory.put(bytes),
      get: (hash: string) => {
        reads.push(hash)
        return memory.get(hash)
      },
    }
    const source = librarySource(blobs)
    const hashes = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((id) => memory.put(new TextEncoder().encode(libraryBlob([libraryRecord(id)])))),
    )
    const ask = (hash: string | undefined) =>
      source.search(
        { query: 'title', limit: 1, fromYear: null, toYear: null },
        { libraries: [hash ?? ''], signal: new AbortController().signal, validSince: 0 },
      )
    for (const hash of [...hashes.slice(0, 4), ...hashes.slice(0, 4)]) await ask(hash)
    expect(reads).toEqual(hashes.slice(0, 4))
    for (const hash of [hashes[4], hashes[1], hashes[0]]) await ask(hash)
    expect(reads.slice(4)).toEqual([hashes[4], hashes[0]])
  })
})

describe('references in the library', () => {
  const seed = [libraryRecord('r1', { references: ['id:r3', 'id:gone'] }), libraryRecord('r2', { references: ['id:r4'] })]
  const records = [...seed, libraryRecord('r3'), libraryRecord('r4'), libraryRecord('r5', { references: ['id:r2'] })]
  const event = { workId: 'search:S3', part: 1, parts: 1, operationId: 'S3', seedDocumentId: 'D7', source: 'library', asked: 200 }
  it('backward from every record of the joined document', async () => {
    const library = await libraryOf(records)
    expect(await library.references('backward')).toEqual([
      {
        type: 'ReferencesFound',
        data: { ...event, direction: 'backward', outcome: 'hits', returned: 2, total: 2, unresolved: 1, records: [records[2], records[3]] },
      },
    ])
  })
  it('forward', async () => {
    const library = await libraryOf(records)
    expect(await library.references('forward')).toEqual([
      {
        type: 'ReferencesFound',
        data: { ...event, direction: 'forward', outcome: 'hits', returned: 1, total: 1, unresolved: 0, records: [records[4]] },
      },
    ])
  })
  it('as many as asked', async () => {
    const library = await libraryOf(records)
    expect((await library.references('backward', 'library', 1))[0]?.data).toMatchObject({
      asked: 1,
      returned: 1,
      total: 2,
      outcome: 'truncated',
    })
  })
})

describe('what does not fit an event', () => {
  it('many records go into counted parts, each within its limit', async () => {
    const records = Array.from({ length: 200 }, (_, n) => libraryRecord(`r${n}`, { title: 'Memory', abstract: '城'.repeat(1000) }))
    const events = await (await libraryOf(records)).search()
    expect(events).toHaveLength(3)
    expect(events.map(({ data }) => ('part' in data ? [data.part, data.parts] : []))).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(events.every(({ data }) => Buffer.byteLength(JSON.stringify(data)) < maxEventBytes)).toBe(true)
    expect(events.map(({ data }) => ('returned' in data ? data.returned : 0))).toEqual([200, 200, 200])
    expect(new Set(recordsOf(events).map(({ recordId }) => recordId)).size).toBe(200)
  })
  it.each([
    { name: 'an abstract of 8,000 characters stays', abstract: `memory ${'x'.repeat(7993)}`, kept: 8000, stored: false },
    { name: 'of a longer one the whole goes to the blob store', abstract: `memory ${'x'.repeat(7994)}`, kept: 8000, stored: true },
    { name: 'also of one of 2 MB', abstract: `memory ${'城 '.repeat(1_000_000)}`, kept: 8000, stored: true },
  ])('$name', async ({ abstract, kept, stored }) => {
    const library = await libraryOf([libraryRecord('r1', { abstract })])
    const [record] = recordsOf(await library.search())
    expect(record?.abstract).toBe(abstract.slice(0, kept))
    expect(record?.abstractHash !== undefined).toBe(stored)
    if (record?.abstractHash !== undefined)
      expect(new TextDecoder().decode((await library.blobs.get(record.abstractHash)) ?? undefined)).toBe(abstract)
  })
  it('a record with 9,000 authors, 2,000 references and a title of 2 MB fits', async () => {
    const record = libraryRecord('r1', {
      title: `Memory ${'x'.repeat(2_000_000)}`,
      authors: Array.from({ length: 9000 }, (_, n) => ({ family: `Family${n}`, given: 'Given' })),
      references: Array.from({ length: 2000 }, (_, n) => `doi:10.5555/${n}`),
    })
    const [event] = await (await libraryOf([record])).search()
    expect(event?.type).toBe('CandidatesFound')
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(maxEventBytes)
  })
  it('a record that a source gives twice is taken once', async () => {
    const twice = [libraryRecord('r1'), libraryRecord('r2'), libraryRecord('r1', { title: 'later' })]
    const [event] = await gateway({ search: async () => ({ outcome: 'hits', records: twice, total: 3, unresolved: 0 }) }).search()
    expect(event?.data).toMatchObject({ returned: 2, total: 3, records: twice.slice(0, 2) })
  })
})

describe('a source that does not answer', () => {
  const outcome = (answer: SourceAnswer) => gateway({ search: async () => answer }).search()
  it.each(['throttled', 'failed', 'skipped'] as const)('%s', async (kind) => {
    expect(await outcome({ outcome: kind, reason: 'why' })).toEqual([
      { type: 'SearchFailed', data: { ...failed, outcome: kind, reason: 'why' } },
    ])
  })
  it.each(['hits', 'none', 'truncated'] as const)('%s is an answer', async (kind) => {
    expect((await outcome({ outcome: kind, records: [], total: null, unresolved: 0 }))[0]).toMatchObject({
      type: 'CandidatesFound',
      data: { outcome: kind, total: null },
    })
  })
  it('an error of it is a failure with its reason, and never no result', async () => {
    const down = gateway({ search: () => Promise.reject(new Error('503 from the source')) })
    expect((await down.search())[0]?.data).toEqual({ ...failed, outcome: 'failed', reason: '503 from the source' })
    const odd = gateway({ search: () => Promise.reject('odd') })
    expect((await odd.search())[0]?.data).toMatchObject({ outcome: 'failed', reason: 'odd' })
  })
  it('a source that nobody has is skipped', async () => {
    expect((await gateway({}).references('openalex'))[0]).toEqual({
      type: 'SearchFailed',
      data: {
        workId: 'search:S3',
        operationId: 'S3',
        intentId: null,
        source: 'openalex',
        query: 'backward D7',
        outcome: 'skipped',
        reason: 'there is no source openalex',
      },
    })
  })
  it('a source without references is skipped for them', async () => {
    expect((await gateway({}).references())[0]?.data).toMatchObject({
      outcome: 'skipped',
      reason: 'library cannot be asked for references',
    })
  })
  it('is told the run’s libraries, and given up at the deadline', async () => {
    const deadline = new AbortController()
    const given: unknown[] = []
    const silent = gateway(
      {
        search: (request, context) => {
          given.push(request.query, request.limit, context.libraries)
          deadline.abort()
          expect(context.signal.aborted).toBe(true)
          return new Promise<SourceAnswer>(() => {})
        },
      },
      { deadline: () => deadline.signal },
    )
    expect((await silent.search())[0]?.data).toEqual({ ...failed, outcome: 'failed', reason: 'no answer within 120 s' })
    expect(given).toEqual(['memory', 200, ['hash']])
  })
  it('one that notices the deadline itself has the same reason', async () => {
    const deadline = new AbortController()
    const polite = gateway(
      {
        search: async ({ query }, { signal }) => {
          deadline.abort()
          signal.throwIfAborted()
          throw new Error(query)
        },
      },
      { deadline: () => deadline.signal },
    )
    expect((await polite.search())[0]?.data).toMatchObject({ outcome: 'failed', reason: 'no answer within 120 s' })
  })
})

describe('a run that is paused or cancelled', () => {
  it('gives the operation back, however silent the source is', async () => {
    const run = new AbortController()
    const silent = gateway(
      {
        search: () => {
          run.abort(new Error('paused'))
          return new Promise<SourceAnswer>(() => {})
        },
      },
      { signal: run.signal },
    )
    await expect(silent.search()).rejects.toThrow('paused')
  })
  it('asks nothing more', async () => {
    let asked = 0
    const source = gateway(
      { search: () => Promise.reject(new Error(`asked ${++asked}`)) },
      { signal: AbortSignal.abort(new Error('cancelled')) },
    )
    await expect(source.search()).rejects.toThrow('cancelled')
    expect(asked).toBe(0)
  })
})

describe('a work that the user named', () => {
  const seeds = (identifier: string): EventData<'SeedsRequested'> => ({
    iteration: 1,
    operations: [{ workId: 'search:S1', operationId: 'S1', source: 'library', identifier }],
  })
  const lookUp = (service: ReturnType<typeof createSearchGateway>, identifier: string, libraries: readonly string[] = ['hash']) =>
    outcomeOf(service, taskOn(runWith([], libraries), 'SeedsRequested', seeds(identifier)))
  const asked = { workId: 'search:S1', operationId: 'S1', intentId: null, source: 'library', query: 'doi:10.5555/x' }

  it('is found in a library by its identifier', async () => {
    const record = libraryRecord('r9', { ids: { doi: '10.5555/x' } })
    const blobs = new MemoryBlobStore()
    const hash = await blobs.put(new TextEncoder().encode(libraryBlob([libraryRecord('r1'), record])))
    const service = createSearchGateway({ sources: [librarySource(blobs)], blobs, findFullText })
    const part = { ...asked, part: 1, parts: 1, asked: 1 }
    expect(await lookUp(service, 'doi:10.5555/x', [hash])).toEqual([
      { type: 'CandidatesFound', data: { ...part, outcome: 'hits', returned: 1, total: 1, records: [record] } },
    ])
    expect(await lookUp(service, 'pmcid:PMC7', [hash])).toEqual([
      { type: 'CandidatesFound', data: { ...part, query: 'pmcid:PMC7', outcome: 'none', returned: 0, total: 0, records: [] } },
    ])
  })
  it('cannot be asked of a source that looks nothing up', async () => {
    const source: Source = { name: 'library', search: async () => ({ outcome: 'none', records: [], total: 0, unresolved: 0 }) }
    const service = createSearchGateway({ sources: [source], blobs: new MemoryBlobStore(), findFullText })
    expect(await lookUp(service, 'doi:10.5555/x')).toEqual([
      { type: 'SearchFailed', data: { ...asked, outcome: 'skipped', reason: 'library cannot look up works' } },
    ])
    expect(await lookUp(service, 'nonsense')).toMatchObject([
      { type: 'SearchFailed', data: { outcome: 'failed', reason: 'nonsense is no identifier of a work' } },
    ])
  })
})

describe('an answer', () => {
  it('says what was turned down on the way, before its outcome', async () => {
    const rejected = [{ asked: 'doi:10.5555/x', foundTitle: 'Another work', reason: 'another title' }]
    const { references } = gateway({ references: async () => ({ outcome: 'skipped', reason: 'not there', rejected }) })
    expect(await references()).toMatchObject([
      { type: 'LookupRejected', data: { workId: 'search:S3', operationId: 'S3', source: 'library', ...rejected[0] } },
      { type: 'SearchFailed', data: { outcome: 'skipped', reason: 'not there' } },
    ])
  })
  it.each([
    { note: 'page 2 failed: 503', told: { note: 'page 2 failed: 503' } },
    { note: undefined, told: {} },
  ])('that is not whole says why: $note', async ({ note, told }) => {
    const answer: SourceAnswer = { outcome: 'truncated', records: [], total: 9, unresolved: 0, ...(note === undefined ? {} : { note }) }
    const [event] = await gateway({ search: async () => answer }).search()
    expect(event?.data).toEqual({ ...found, outcome: 'truncated', returned: 0, total: 9, records: [], ...told })
  })
  it('may have been kept since a day before the run began', async () => {
    const contexts: number[] = []
    await gateway({
      search: async (_, { validSince }) => {
        contexts.push(validSince)
        return { outcome: 'none', records: [], total: 0, unresolved: 0 }
      },
    }).search()
    expect(contexts).toEqual([Date.parse(runWith([], []).state.clock.startedAt ?? '') - 24 * 3600 * 1000])
  })
})
