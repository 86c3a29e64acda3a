import { expect, test } from 'vitest'
import { why } from '../provenance.ts'
import { content, events, material } from '../testing/example-run.ts'
import { parseTarget } from './targets.ts'

test.each([
  ['D3.e1', { kind: 'evidence', id: 'D3.e1' }],
  [' d3.E12 ', { kind: 'evidence', id: 'D3.e12' }],
  ['[2]', { kind: 'citation', id: '[2]' }],
  ['2', { kind: 'citation', id: '[2]' }],
  ['[02]', { kind: 'citation', id: '[2]' }],
  ['d12', { kind: 'document', id: 'D12' }],
  ['#4', { kind: 'sentence', id: '#4' }],
  ['sentence 4', { kind: 'sentence', id: '#4' }],
  ['Sentence: 4', { kind: 'sentence', id: '#4' }],
  ['sentence #4', { kind: 'sentence', id: '#4' }],
  ['[2', null],
  ['S4', null],
  ['D', null],
  ['xD3', null],
  ['D3.e1x', null],
  ['D3x', null],
  ['#4 x', null],
  ['', null],
])('target %j', (asked, expected) => {
  expect(parseTarget(asked)).toEqual(expected)
})

test.each([
  ['[3]', ['[1]', '[2]']],
  ['0', ['[1]', '[2]']],
  ['#9', ['#1', '#2', '#3']],
  ['#0', ['#1', '#2', '#3']],
  ['D9', ['D1', 'D2', 'D3', 'D4', 'D5']],
  ['D1.e9', ['D1.e1', 'D1.e2']],
  ['D9.e1', ['D1.e1', 'D1.e2', 'D2.e1']],
  ['recall', ['D2', 'D3']],
  ['GRAPH mem', ['D5']],
  ['paging-v1', ['D1']],
  ['nothing of the kind', []],
  ['  ', []],
])('what does not exist is a value, with near matches: %s', (asked, near) => {
  expect(why(asked, material, events)).toEqual({ found: false, asked, near })
})

test('of two that are equally near, the lower number is named', () => {
  const numbered = [2, 3, 4, 6, 7, 8].map((n) => [`D${n}`, { ...material.state.documents.D1, documentId: `D${n}` }])
  const state = { ...material.state, documents: Object.fromEntries(numbered) } as typeof material.state
  expect(why('D5', { ...material, state, content: null }, events)).toMatchObject({ near: ['D2', 'D3', 'D4', 'D6', 'D7'] })
})

test('at most five near matches, the nearest', () => {
  const many = { ...content, summary: Array.from({ length: 9 }, () => ({ text: 'a', citations: [], evidence: [] })), sections: [] }
  expect(why('#12', { ...material, content: many }, events)).toMatchObject({ near: ['#5', '#6', '#7', '#8', '#9'] })
})
