import { runMessage } from '@winnow/contracts/api/answers.ts'
import { describe, expect, test } from 'vitest'
import { answerMessage, citationLinks, errorMessage, stepsMessage } from './run-message.ts'

const citation = (n: number, url: string | null) => ({ n, documentId: `D${n}`, url, title: `Work ${n}` })
const content = {
  question: 'How?',
  mode: 'model' as const,
  paragraphs: [[{ text: 'Shade saves water.', documentIds: ['D2', 'D1'], support: 'supported' as const }]],
  citations: [citation(1, 'https://x.example/1'), citation(2, null)],
}

test('the messages are of the protocol', () => {
  for (const message of [stepsMessage('r', ['a']), answerMessage('r', ['a'], content), errorMessage('r', [], 'away')])
    expect(runMessage.parse(message)).toEqual(message)
})

test('steps', () => {
  expect(stepsMessage('r-1', ['one', 'two'])).toEqual({
    intermediate_steps: 'one|||---|||two',
    final_report: null,
    is_intermediate: true,
    complete: false,
    run_id: 'r-1',
  })
})

test('the answer', () => {
  expect(answerMessage('r-1', ['one'], content)).toEqual({
    intermediate_steps: 'one',
    final_report: 'Shade saves water [1, 2].\n\n## References\n\n[1] Work 1. <https://x.example/1>\n\n[2] Work 2',
    is_intermediate: false,
    complete: true,
    citations: ['https://x.example/1', 'Work 2'],
    references: content.citations,
    run_id: 'r-1',
  })
})

test('why there is none', () => {
  expect(errorMessage('r-1', ['one'], 'no model')).toEqual({
    intermediate_steps: 'one',
    final_report: null,
    is_intermediate: false,
    complete: true,
    error: 'no model',
    run_id: 'r-1',
  })
})

test.each([
  ['no step yet', [], null],
  ['one step', ['a'], 'a'],
  ['a step that holds the separator, twice', ['a|||---|||b|||---|||c', 'd'], 'a---b---c|||---|||d'],
])('%s', (_, steps, told) => {
  expect(stepsMessage('r', steps).intermediate_steps).toBe(told)
})

describe('the links of citations', () => {
  test.each([
    ['none', [], []],
    ['in the order of their numbers', [citation(2, 'b'), citation(1, 'a')], ['a', 'b']],
    ['a work without an address is named', [citation(1, null)], ['Work 1']],
    ['a number that is missing keeps its place', [citation(1, 'a'), citation(3, 'c')], ['a', '', 'c']],
  ])('%s', (_, citations, links) => {
    expect(citationLinks(citations)).toEqual(links)
  })
})
