import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { libraryBlob } from '@winnow/bibliography/library-blob.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { fails, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeUpQuestion, madeUpReview } from '../../screening/testing/made-up-review.ts'
import { type LabelledCorpus, readCorpus } from './read-corpus.ts'
import { type ReviewRan, reviewRunId, runReview } from './run-review.ts'

const review = madeUpReview(8, 52)
const labels = review.map(({ included }) => included)
const column = 'verdict_of_the_authors'
const labelled = (of: (index: number) => unknown) => review.map(({ included: _, ...record }, index) => ({ ...record, [column]: of(index) }))

let folder: string
const corpora: { [name: string]: LabelledCorpus } = {}
const corpus = (name: string): LabelledCorpus => {
  const known = corpora[name]
  if (known === undefined) throw new Error(`no corpus ${name}`)
  return known
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-review-'))
  const files = {
    true: labelled((index) => labels[index]),
    shuffled: labelled((index) => labels[(index + 23) % labels.length]),
    reversed: labelled((index) => labels[index]).toReversed(),
  }
  for (const [name, records] of Object.entries(files)) {
    const path = join(folder, `${name}.jsonl`)
    await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    corpora[name] = await readCorpus(path, name, column)
  }
})
afterAll(() => rm(folder, { recursive: true }))

const none = Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as ResearchWish['models']
const ran = (given: LabelledCorpus, most = 24): Promise<ReviewRan> =>
  runReview(
    { task: { name: 't', question: madeUpQuestion, criteria: 'Humans.' }, corpus: given, most, models: none, maxCostUsd: null },
    {
      model: scriptedProvider(() => fails('unauthorised', 'no model was expected')).services,
      logger: createLogger('silent'),
      now: () => new Date('2026-06-30T09:00:00.000Z'),
      signal: new AbortController().signal,
      onEvent: () => {},
    },
  )
/** What was decided, without what differs between any two runs: ids, times and hashes. */
const decided = ({ events }: ReviewRan) => events.map(({ type, data }) => ({ type, data })).filter(({ type }) => type !== 'LibraryImported')
const read = ({ material }: ReviewRan) =>
  Object.values(material.state.documents)
    .filter(({ readFor }) => Object.values(readFor).includes('read'))
    .flatMap(({ records }) => records)
    .sort()

describe('the labels', () => {
  test('are taken off: shuffled ones give the same records, blob and decisions', async () => {
    expect(corpus('shuffled').included).not.toEqual(corpus('true').included)
    const bare = (name: string) => libraryBlob(corpus(name).records.map(({ origin: _, ...record }) => record))
    expect(bare('shuffled')).toBe(bare('true'))
    expect(libraryBlob([...corpus('true').records])).not.toContain(column)
    const { events, material } = await ran(corpus('true'))
    expect(JSON.stringify(events)).not.toContain(column)
    const withoutOrigin = (events: ReturnType<typeof decided>) =>
      JSON.stringify(events).replaceAll(/"origin":\{[^}]*\}|"hash":"\w+"|"\w+Hash":"\w+"/g, '')
    const shuffled = await ran(corpus('shuffled'))
    expect(withoutOrigin(decided(shuffled))).toBe(withoutOrigin(decided({ events, material, providerFailure: null })))
  })
  test('and the order of the file decide nothing', async () => {
    expect(read(await ran(corpus('reversed')))).toEqual(read(await ran(corpus('true'))))
  })
})

describe('a run on a corpus', () => {
  test('screens and reads what ranks first, so many, and comes to its end with a report', async () => {
    const done = await ran(corpus('true'), 8)
    const { state, content } = done.material
    expect(state.completed).toMatchObject({ status: 'completed' })
    expect(read(done)).toEqual(
      review
        .filter(({ included }) => included === 1)
        .map(({ id }) => `library:${id}`)
        .sort(),
    )
    expect(Object.values(state.documents).filter(({ scores }) => Object.keys(scores).length > 0)).toHaveLength(8)
    expect(Object.keys(state.documents)).toHaveLength(60)
    expect(Object.values(state.operations)).toMatchObject([{ source: 'library', outcome: 'hits', asked: 60 }])
    expect(state.snowballRounds).toEqual([])
    expect(content?.mode).toBe('extractive')
    expect(done.providerFailure).toBeNull()
    expect(state.request).toMatchObject({
      asOf: '2026-06-30',
      options: { limits: { maxIterations: 1, maxSearches: 1, maxReads: 8, maxSnowballRounds: 0 }, review: { records: 60, screened: 8 } },
    })
    expect(done.events.find(({ type }) => type === 'LibraryImported')?.data).toMatchObject({ records: 60, problems: [], problemCount: 0 })
  })
})

test('more reads than an event has room for are allocated one after the other', async () => {
  const records = corpus('true').records.flatMap((record) =>
    Array.from({ length: 10 }, (_, copy) => ({
      ...record,
      recordId: `${record.recordId}-${copy}`,
      title: `${record.title}, part ${copy}`,
    })),
  )
  const { material, events } = await ran({ ...corpus('true'), records }, 510)
  const allocated = events
    .filter(({ type }) => type === 'ReadingAllocated')
    .map(({ data }) => data as { entries: object[]; before?: number })
  expect(allocated.map(({ entries, before }) => [entries.length, before])).toEqual([
    [500, undefined],
    [10, 500],
  ])
  expect(read({ material, events, providerFailure: null })).toHaveLength(510)
  expect(material.state.completed).toMatchObject({ status: 'completed' })
})

describe('the id of a run', () => {
  const given = { task: { name: 't', question: 'q', criteria: '' }, corpus: { records: [], files: [] }, most: 3, models: none }
  const id = (parts: Partial<typeof given> = {}) => reviewRunId({ ...given, ...parts })
  test('is the same for the same, and can be one', () => {
    expect(id()).toBe(id())
    expect(id()).toMatch(/^eval-[0-9a-f]{16}$/)
  })
  test.each([
    ['task', { task: { ...given.task, criteria: 'c' } }],
    ['share', { most: 4 }],
    ['models', { models: { ...none, reader: 'openai:m' } }],
  ])('is another for another %s', (_, parts) => {
    expect(id(parts)).not.toBe(id())
  })
  test('is another for another corpus', () => {
    expect(id({ corpus: corpus('true') as never })).not.toBe(id())
  })
})
