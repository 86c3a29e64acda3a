import { expect, test } from 'vitest'
import { answerContent } from './testing/example-answer.ts'
import { content } from './testing/example-run.ts'
import { writtenSentences } from './written-sentences.ts'

test('of a report', () => {
  expect(writtenSentences({ content }).map(({ text }) => text)).toEqual([
    'Paging helps [7] agents.',
    'It helps recall',
    'Nothing is known of <b>years</b>.',
  ])
})

test('of an answer: paragraph by paragraph, with what the check by words found', () => {
  expect(writtenSentences({ content: null, answer: answerContent })).toEqual([
    { text: 'Summaries lose details.', citations: ['D2'], evidence: [], verdict: 'supported' },
    { text: 'Paging helps <b>recall</b> [9].', citations: ['D2', 'D1'], evidence: [], verdict: 'unsupported' },
    { text: 'Little is known of years', citations: [], evidence: [], verdict: 'cannot-check' },
  ])
})

test('none before anything is written', () => {
  expect(writtenSentences({ content: null })).toEqual([])
})
