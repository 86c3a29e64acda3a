import type { Record } from '@winnow/contracts/entities/record.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { screeningRecordOf } from '@winnow/domain/screening/screening-record-of.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { LinkedRun, libraryRecord } from '../testing/linked-run.ts'
import { statisticsFrom, withScreeningScores } from './screening-scores.ts'
import { describedWorks } from './works.ts'

const titles = ['Remembering helps agents', 'Agents without a memory', 'Fish of the lake', 'What helps agents remember', 'Pumps']
const records = titles.map((title, n) => libraryRecord(`r${n}`, { title }))
const scoresOf = ({ state }: LinkedRun) =>
  Object.fromEntries(Object.values(state.documents).map(({ documentId, features }) => [documentId, features.screeningScore]))

describe('the place of a document in the order of screening', () => {
  it('is its score by question and criteria, among the documents after linkage', async () => {
    const run = new LinkedRun()
    await run.round({ S1: records })
    const seen = records.map((record, n) => ({ ...screeningRecordOf(record), id: `D${n + 1}` }))
    const { scores } = rankByQuestion(seen, { question: run.history.corpus.request?.question ?? '', criteria: '' })
    expect(scoresOf(run)).toEqual(Object.fromEntries(seen.map(({ id }, place) => [id, Math.round((scores[place] ?? 0) * 10_000) / 10_000])))
    expect(Object.values(scoresOf(run))).toContain(1)
    expect(new Set(Object.values(scoresOf(run))).size).toBeGreaterThan(2)
  })
  it('does not depend on the order in which searches are answered', async () => {
    const [one, other] = [new LinkedRun(), new LinkedRun()]
    const found = { S1: records.slice(0, 2), S2: records.slice(2) }
    await one.round(found)
    await other.round({ S2: found.S2, S1: found.S1 }, { order: ['S1', 'S2'] })
    expect(scoresOf(other)).toEqual(scoresOf(one))
  })
  it('of a known document stays until it gets a record', async () => {
    const run = new LinkedRun()
    await run.round({ S1: records.slice(0, 3) })
    const before = scoresOf(run)
    await run.round({ S2: records.slice(3) })
    expect(scoresOf(run)).toMatchObject(before)
    expect(Object.keys(scoresOf(run))).toHaveLength(5)
  })
})

describe('withScreeningScores', () => {
  const requested = (parts: object = {}) => new History().request({}, parts).corpus.request
  const worksOf = (given: readonly Record[]) =>
    describedWorks(new Map(given.map((record, n) => [`D${n + 1}`, [{ ...record, recordId: `library:${record.recordId}` }]])), [])
  it('looks at the criteria', () => {
    const given = ['Memory of agents in mice', 'Memory of agents in trials', 'Agents'].map((title, n) => libraryRecord(`r${n}`, { title }))
    const placeOf = (criteria: string | null) => {
      const works = withScreeningScores(worksOf(given), buildState({}), { ...newCorpus(), request: requested({ criteria }) })
      return ['D1', 'D2'].map((id) => works.featuresOf(id).screeningScore ?? 0)
    }
    const [mice = 0, trials = 0] = placeOf('Randomised trials.')
    expect(trials).toBeGreaterThan(mice)
    expect(placeOf(null)).not.toEqual([mice, trials])
  })
  it('takes its statistics from the first known documents, and from all new ones', () => {
    const given = Array.from({ length: statisticsFrom + 2 }, (_, n) => libraryRecord(`r${n}`))
    const known = given.slice(0, statisticsFrom + 1).map((_, n) => document(`D${n + 1}`, { features: { screeningScore: 0.125 } }))
    const works = withScreeningScores(worksOf(given), buildState({ documents: known }), { ...newCorpus(), request: requested() })
    const places = [statisticsFrom, statisticsFrom + 1, statisticsFrom + 2].map((n) => works.featuresOf(`D${n}`).screeningScore)
    // The first of those that are known and not ranked keeps its place.
    expect(places[1]).toBe(0.125)
    expect(places[0]).not.toBe(0.125)
    expect(places[2]).not.toBe(0.125)
    expect(statisticsFrom).toBe(1_000)
  })
  it('of a known document that old logs give no place has none', () => {
    const given = Array.from({ length: statisticsFrom + 1 }, (_, n) => libraryRecord(`r${n}`))
    const documents = given.map((_, n) => document(`D${n + 1}`))
    const works = withScreeningScores(worksOf(given), buildState({ documents }), { ...newCorpus(), request: requested() })
    expect(works.featuresOf(`D${statisticsFrom + 1}`)).not.toHaveProperty('screeningScore')
  })
  it('does not depend on the order in which an index has the records of a document', () => {
    const described = (recordId: string, abstract: string) => ({
      ...libraryRecord(recordId, { title: 'Same', abstract }),
      recordId: `library:${recordId}`,
    })
    const bare = { ...libraryRecord('r9', { title: 'Same', ids: { doi: '10.5555/x' } }), recordId: 'library:r9' }
    const texts = [bare, described('r1', 'agents recall memory well'), described('r2', 'fishes swim in lakes here')]
    const others = [
      ['D2', [described('r3', 'agents')]],
      ['D3', [described('r4', 'lakes')]],
    ] as const
    const scoreOf = (own: readonly Record[]) =>
      withScreeningScores(describedWorks(new Map([['D1', own], ...others]), []), buildState({}), {
        ...newCorpus(),
        request: requested(),
      }).featuresOf('D1')
    expect(scoreOf(texts.toReversed())).toEqual(scoreOf(texts))
  })
  it('throws for a run that nobody requested', () => {
    expect(() => withScreeningScores(worksOf(records), buildState({}), newCorpus())).toThrow('linked after the run was requested')
  })
})
