import { type CorpusDraft, newCorpus, type ScreeningText } from '@winnow/domain/corpus.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, it } from 'vitest'
import { earlierJudgements } from './earlier-judgements.ts'

const screening = (note: string, scores: { readonly [id: string]: number }, pass: ScreeningText['pass'] = null): ScreeningText => ({
  scores,
  note,
  reason: null,
  criterion: null,
  screener: 'm',
  pass,
  inputCut: false,
  lexical: null,
  pos: 1,
})
const pair = (first: number, second?: number) => ({
  score: first,
  by: { m: first },
  ...(second === undefined ? {} : { second: { score: second, by: 'n' } }),
})
const told = (screenings: { readonly [documentId: string]: ScreeningText[] }, asked = ['RQ1']) => {
  const corpus: CorpusDraft = newCorpus()
  for (const [id, list] of Object.entries(screenings)) corpus.screenings.set(id, list)
  const known = { ...document('D1'), scores: { RQ1: pair(0.9, 0.1), RQ2: pair(0.2) } }
  return earlierJudgements(buildState({ documents: [known, document('D2')], aliases: { D2: 'D1' } }), corpus, 'D1', asked)
}

it('each screener’s score with its note, the first one’s first', () => {
  expect(told({ D1: [screening('out', { RQ1: 0.1 }, 'second'), screening('in', { RQ1: 0.9, RQ2: 0.2 })] }, ['RQ2', 'RQ1'])).toEqual([
    { subquestionId: 'RQ2', score: 0.2, note: 'in' },
    { subquestionId: 'RQ1', score: 0.9, note: 'in' },
    { subquestionId: 'RQ1', score: 0.1, note: 'out' },
  ])
})
it('the note is that of the score, the pass and the document, also under another id', () => {
  const notes = (screenings: Parameters<typeof told>[0]) => told(screenings).map(({ note }) => note)
  expect(
    notes({
      D1: [screening('other score', { RQ1: 0.4 }), screening('other pass', { RQ1: 0.9 }, 'sample')],
      D3: [screening('x', { RQ1: 0.9 })],
    }),
  ).toEqual(['', ''])
  expect(notes({ D2: [screening('merged', { RQ1: 0.9 })] })).toEqual(['merged', ''])
  expect(notes({ D1: [screening('b', { RQ1: 0.9 }), screening('a', { RQ1: 0.9 })] })).toEqual(['a', ''])
})
it('of a subquestion without a score there is nothing', () => {
  expect(told({}, ['RQ9'])).toEqual([])
})
