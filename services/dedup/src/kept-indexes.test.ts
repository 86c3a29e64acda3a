import { newCorpus } from '@winnow/domain/corpus.ts'
import { DocumentIndex } from '@winnow/domain/linkage/document-index.ts'
import { arbitraryRecords } from '@winnow/domain/linkage/fixtures/arbitrary-records.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyed } from './core/corpus-records.ts'
import { KeptIndexes } from './kept-indexes.ts'
import { createDedup } from './service.ts'
import { LinkedRun, libraryRecord } from './testing/linked-run.ts'

const corpusOf = (...recordIds: readonly string[]) => ({
  ...newCorpus(),
  records: new Map(recordIds.map((recordId) => [`library:${recordId}`, libraryRecord(recordId)])),
})
const corpus = corpusOf('r1', 'r2', 'r3')
const state = buildState({
  documents: [document('D1', { records: ['library:r1', 'library:r2'] }), document('D2', { records: ['library:r3'] })],
})
const indexOf = (...documents: readonly (readonly string[])[]) =>
  new DocumentIndex(
    documents.map((recordIds, n) => ({ documentId: `D${n + 1}`, records: recordIds.map((recordId) => keyed(libraryRecord(recordId))) })),
  )
const kept = (index = indexOf(['r1', 'r2'], ['r3'])) => {
  const indexes = new KeptIndexes(4)
  indexes.put('run', index, state, corpus)
  return { indexes, index }
}

describe('an index is used', () => {
  it('once, by the run that it is of', () => {
    const { indexes, index } = kept()
    expect(indexes.take('other', state, corpus)).toBeNull()
    expect(indexes.take('run', state, corpus)).toBe(index)
    expect(indexes.take('run', state, corpus)).toBeNull()
  })
  it.each([
    { name: 'a document more', documents: [['r1', 'r2'], ['r3'], ['r4']] },
    { name: 'a document less', documents: [['r1', 'r2']] },
    {
      name: 'a record more',
      documents: [
        ['r1', 'r2'],
        ['r3', 'r4'],
      ],
    },
    { name: 'a record less', documents: [['r1'], ['r3']] },
    { name: 'a record in another document', documents: [['r1', 'r3'], ['r2']] },
  ])('not with $name', ({ documents }) => {
    expect(kept(indexOf(...documents)).indexes.take('run', state, corpus)).toBeNull()
  })
  it('not where a record was found anew with other fields, or records were taken apart', () => {
    expect(kept().indexes.take('run', state, corpusOf('r1', 'r2', 'r3'))).toBeNull()
    expect(kept().indexes.take('run', { ...state, apart: [['library:r1', 'library:r3']] }, corpus)).toBeNull()
  })
})

it('what was used longest ago makes room, and an index that is too large is not kept', () => {
  const [half, one, two] = [['r1', 'r2'], ['r3'], ['r1', 'r2', 'r3', 'r4', 'r5']]
  const indexes = new KeptIndexes(4)
  const whole = corpusOf(...two)
  const stateOf = (recordIds: readonly string[]) =>
    buildState({ documents: [document('D1', { records: recordIds.map((id) => `library:${id}`) })] })
  const put = (run: string, recordIds: readonly string[]) => indexes.put(run, indexOf(recordIds), stateOf(recordIds), whole)
  const isThere = (run: string, recordIds: readonly string[]) => indexes.take(run, stateOf(recordIds), whole) !== null
  put('a', half)
  put('b', half)
  expect([isThere('a', half), isThere('b', half)]).toEqual([true, true])
  put('a', half)
  put('b', half)
  put('c', one)
  expect([isThere('a', half), isThere('b', half), isThere('c', one)]).toEqual([false, true, true])
  put('d', two)
  expect(isThere('d', two)).toBe(false)
})

describe('the service', () => {
  it('tells the same with and without an index of the rounds before', async () => {
    const records = arbitraryRecords.map((all) => all.map((record) => ({ ...record, source: 'library' })))
    await fc.assert(
      fc.asyncProperty(records, fc.array(fc.nat(9), { maxLength: 3 }), async (all, cuts) => {
        const [remembering, forgetful] = [new LinkedRun(), new LinkedRun(createDedup)]
        const at = [0, ...cuts.sort((a, b) => a - b), all.length]
        for (const [index, end] of at.slice(1).entries()) {
          const found = { [`S${index + 1}`]: all.slice(at[index], end) }
          expect(await remembering.round(found)).toEqual(await forgetful.round(found))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('and so after a split, for documents that it changed without naming them', async () => {
    const told = async (run: LinkedRun) => {
      const title = 'Reef growth under strong lamps'
      await run.round({
        S1: [
          libraryRecord('r1', { title }),
          libraryRecord('r2', { title, authors: ['Authorr1, A'] }),
          libraryRecord('r3', { title: `Erratum: ${title}` }),
        ],
      })
      const events = [await run.dedup({ split: { commandId: 'c1', documentId: 'D1', records: ['library:r2'] } })]
      events.push(await run.round({ S2: [libraryRecord('r9')] }))
      events.push(await run.round({ S3: [libraryRecord('r8')] }))
      return events
    }
    expect(await told(new LinkedRun())).toEqual(await told(new LinkedRun(createDedup)))
  })
})
