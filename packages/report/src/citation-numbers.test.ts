import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { citationMark, citationNumbers, documentMark, printedSentences } from './citation-numbers.ts'
import { citedSentence } from './cited-prose.ts'

const cites = (...citations: string[]): CitedSentence => ({ text: 'a', citations, evidence: [] })
const state = buildState({
  documents: [
    document('D1'),
    document('D2'),
    document('D3'),
    document('D4', { editorial: 'concern' }),
    document('D5', { editorial: 'corrected' }),
  ],
  aliases: { D7: 'D3' },
})
const content = {
  title: '',
  summary: [cites('D3')],
  sections: [{ heading: '', subquestionIds: [], paragraphs: [[cites('D2', 'D7'), cites('D99')], [cites('D3')]] }],
  notEstablished: [],
  contradictions: [{ note: '', citations: ['D1', 'D2'] }],
  removedCitations: 0,
  mode: 'model' as const,
}
const numbers = citationNumbers(state, content)

test('numbers follow the first appearance: summary, sections, contradictions; merged documents count as one', () => {
  expect(numbers.documents).toEqual(['D3', 'D2', 'D1'])
  expect([...numbers.byDocument]).toEqual([
    ['D3', 1],
    ['D2', 2],
    ['D1', 3],
  ])
  expect(numbers.unresolved).toBe(1)
})

test('without a report there are none', () => {
  expect(citationNumbers(state, null)).toEqual({ byDocument: new Map(), documents: [], unresolved: 0 })
})

test('sentences are those of the summary, then those of the sections', () => {
  expect(printedSentences(content).map(({ citations }) => citations)).toEqual([['D3'], ['D2', 'D7'], ['D99'], ['D3']])
})

test.each([
  ['one', ['D3'], '[1]'],
  ['rising', ['D1', 'D3'], '[1, 3]'],
  ['each once, through aliases', ['D3', 'D7', 'D3'], '[1]'],
  ['unknown ones left out', ['D99', 'D2'], '[2]'],
  ['none', [], ''],
  ['none that resolves', ['D99'], ''],
])('marks: %s', (_, citations, expected) => {
  expect(citationMark(state, numbers, citations)).toBe(expected)
})

test('a document that is not cited is named by its id', () => {
  expect(documentMark(state, numbers, 'D7')).toBe('[1]')
  expect(documentMark(state, numbers, 'D4')).toBe('D4')
})

const mixed = citationNumbers(state, { ...content, summary: [cites('D1', 'D4', 'D5')], sections: [], contradictions: [] })

test.each<[string, Partial<CitedSentence>, string]>([
  ['the mark stands before the full stop', { text: 'It helps.', citations: ['D1'] }, 'It helps [1].'],
  ['… before every closing sign', { text: ' Really?! ', citations: ['D1'] }, 'Really [1]?!'],
  ['… of other scripts', { text: '有帮助。', citations: ['D1'] }, '有帮助 [1]。'],
  ['a full stop where there is none', { text: 'It helps', citations: ['D1'] }, 'It helps [1].'],
  ['… also without a mark', { text: 'It helps' }, 'It helps.'],
  ['… after a bracket or quote', { text: '(it “helps”)', citations: ['D1'] }, '(it “helps”) [1].'],
  ['no full stop after other signs', { text: 'such as:' }, 'such as:'],
  ['without citations', { text: 'Nothing *is* known.' }, 'Nothing \\*is\\* known.'],
  ['supported says nothing', { verdict: 'supported' }, 'a.'],
  ['partial', { verdict: 'partial' }, 'a. *(citation check: supported in part)*'],
  ['unsupported', { verdict: 'unsupported' }, 'a. *(citation check: not supported by what is cited)*'],
  [
    'unsupported, with what is wrong',
    { verdict: 'unsupported', flaw: { kind: 'number', note: 'the evidence does not say 12*' } },
    'a. *(citation check: not supported by what is cited; the evidence does not say 12\\*)*',
  ],
  [
    'partial, with what is missing',
    { verdict: 'partial', flaw: { kind: 'few-words', note: 'the evidence does not speak of mice' } },
    'a. *(citation check: supported in part; the evidence does not speak of mice)*',
  ],
  ['cannot check', { verdict: 'cannot-check' }, 'a. *(citation check: could not be checked)*'],
  ['a work in doubt', { citations: ['D4', 'D1', 'D4'] }, 'a [1, 2]. *(expression of concern: [2])*'],
  ['a corrected work is told in the references alone', { citations: ['D5'] }, 'a [3].'],
])('sentences: %s', (_, parts, expected) => {
  expect(citedSentence(state, mixed, { text: 'a', citations: [], evidence: [], ...parts })).toBe(expected)
})
