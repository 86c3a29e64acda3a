import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { outcomeOf, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, it } from 'vitest'
import type { FindFullText } from './seek-full-text.ts'
import { createSearchGateway } from './service.ts'
import { libraryRecord } from './testing/library-record.ts'

const requested: EventData<'FullTextRequested'> = {
  iteration: 1,
  phase: 'queue',
  items: [{ workId: 'full-text:D7:1:queue', documentId: 'D7' }],
}
const named = { workId: 'full-text:D7:1:queue', documentId: 'D7' }
const fullText = { title: 'Memory', sections: [{ heading: 'Results', level: 1, page: 3, text: 'Eleven letters.' }], references: [] }
const tries = [{ url: 'https://x.example/a', reason: 'a web page, not a PDF' }]

/** The event that comes of a search for the text of D7, which was joined with D1 (records r1 and r2), and the blobs. */
async function seek(findFullText: FindFullText, options: { readonly deadline?: () => AbortSignal; readonly signal?: AbortSignal } = {}) {
  const { signal, ...rest } = options
  const blobs = new MemoryBlobStore()
  const corpus = newCorpus()
  for (const id of ['r1', 'r2']) corpus.records.set(`library:${id}`, libraryRecord(id))
  const state = buildState({ aliases: { D7: 'D1' }, documents: [document('D1', { records: ['library:r1', 'library:r2'] })] })
  const service = createSearchGateway({ sources: [], blobs, findFullText, ...rest })
  const task = taskOn({ state, corpus }, 'FullTextRequested', requested, { ...(signal === undefined ? {} : { signal }) })
  return { events: await outcomeOf(service, task), blobs }
}

const dataOf = (event: NewEvent | undefined) => (event?.type === 'FullTextFetched' ? event.data : undefined)

it('a copy is stored, and named with its hash, its record and what was tried before', async () => {
  const asked: string[] = []
  const { events, blobs } = await seek(async (records) => {
    asked.push(...records.map(({ recordId }) => recordId))
    return { outcome: 'fetched', fullText, recordKey: 'library:r2', url: 'https://x.example/b.pdf', format: 'pdf', tries }
  })
  expect(asked).toEqual(['r1', 'r2'])
  const [event] = events
  expect(event).toMatchObject({
    type: 'FullTextFetched',
    data: {
      ...named,
      outcome: 'fetched',
      copy: { recordId: 'library:r2', url: 'https://x.example/b.pdf', format: 'pdf', sections: 1, characters: 15 },
      tries,
    },
  })
  const hash = dataOf(event)?.copy?.hash ?? ''
  expect(JSON.parse(new TextDecoder().decode((await blobs.get(hash)) ?? new Uint8Array()))).toEqual(fullText)
})

it.each(['none', 'failed'] as const)('no copy (%s) is told with every try', async (outcome) => {
  const { events } = await seek(async () => ({ outcome, tries }))
  expect(events).toEqual([{ type: 'FullTextFetched', data: { ...named, outcome, copy: null, tries } }])
})

it('of endless tries the first twenty are told', async () => {
  const { events } = await seek(async () => ({
    outcome: 'failed',
    tries: Array.from({ length: 21 }, (_, n) => ({ url: `u${n}`, reason: 'no' })),
  }))
  expect(dataOf(events[0])?.tries).toHaveLength(20)
})

it('an error while looking costs this text alone', async () => {
  const { events } = await seek(() => Promise.reject(new Error('the parser is broken')))
  expect(events).toEqual([
    {
      type: 'FullTextFetched',
      data: { ...named, outcome: 'failed', copy: null, tries: [{ url: 'all places', reason: 'the parser is broken' }] },
    },
  ])
})

it('a search that lasts beyond its deadline has failed', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { events } = await seek(never, { deadline: () => AbortSignal.abort() })
  expect(events).toMatchObject([{ data: { outcome: 'failed', tries: [{ reason: 'no answer in time' }] } }])
})

it('a run that stops gives the search back', async () => {
  await expect(seek(async () => ({ outcome: 'none', tries: [] }), { signal: AbortSignal.abort(new Error('paused')) })).rejects.toThrow(
    'paused',
  )
})
