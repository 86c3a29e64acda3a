import { expect, test } from 'vitest'
import { citedSentence } from './report.ts'

const sentence = { text: 'It helps.', citations: ['D1'], evidence: ['D1.e1'] }

test.each([
  ['before the check', {}],
  ['checked by a model, as earlier releases wrote it', { verdict: 'unsupported', rewritten: true }],
  ['checked by words', { verdict: 'unsupported', flaw: { kind: 'contradicted', note: 'it says otherwise' } }],
])('a cited sentence %s', (_, parts) => {
  expect(citedSentence.parse({ ...sentence, ...parts })).toEqual({ ...sentence, ...parts })
})
test('a flaw has a known kind and a note', () => {
  expect(citedSentence.safeParse({ ...sentence, flaw: { kind: 'other', note: '' } }).success).toBe(false)
  expect(citedSentence.safeParse({ ...sentence, flaw: { kind: 'number' } }).success).toBe(false)
})
