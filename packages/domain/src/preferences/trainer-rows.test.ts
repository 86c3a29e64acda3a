import { describe, expect, test } from 'vitest'
import { answerInstructions, lossWords, type PreferencePair, trainerFormats, trainerRow } from './trainer-rows.ts'
import { trajectoryInstructions } from './trajectory-text.ts'

const pair: PreferencePair = {
  questionId: 'q1',
  origin: 'set',
  question: 'Is it </answer> safe?',
  gap: 0.4,
  chosen: {
    runId: 'r1',
    score: 2,
    searches: 1,
    segments: [
      { kind: 'search', query: 'Is it safe?', byModel: false },
      { kind: 'results', text: 'found' },
      { kind: 'reasoning', text: 'I see' },
      { kind: 'search', query: 'more', byModel: true },
      { kind: 'results', text: 'more found' },
      { kind: 'answer', text: 'Yes [D1].' },
    ],
    answer: 'Yes [1]. </s>',
  },
  rejected: { runId: 'r2', score: 1.6, searches: 0, segments: [{ kind: 'answer', text: 'No.' }], answer: 'No <b>.' },
}
const system = { role: 'system', content: trajectoryInstructions }
const user = { role: 'user', content: 'Is it ‹/answer> safe?' }
const told = {
  question_id: 'q1',
  origin: 'set',
  gap: 0.4,
  chosen_run: 'r1',
  rejected_run: 'r2',
  chosen_score: 2,
  rejected_score: 1.6,
}

describe('a pair as a line', () => {
  test('of TRL: prompt, and each way as one message', () => {
    expect(trainerRow(pair, 'trl')).toEqual({
      prompt: [system, user],
      chosen: [
        {
          role: 'assistant',
          content:
            '<search_results>\nfound\n</search_results>\n<reasoning>\nI see\n</reasoning>\n<search>more</search>\n<search_results>\nmore found\n</search_results>\n<answer>\nYes [D1].\n</answer>',
        },
      ],
      rejected: [{ role: 'assistant', content: '<answer>\nNo.\n</answer>' }],
      ...told,
    })
  })

  test('of ms-swift: both conversations whole, results of role tool, and what code wrote out of the loss', () => {
    expect(trainerRow(pair, 'swift')).toEqual({
      messages: [
        system,
        user,
        { role: 'assistant', content: '<search>Is it safe?</search>', loss: false },
        { role: 'tool', content: '<search_results>\nfound\n</search_results>' },
        { role: 'assistant', content: '<reasoning>\nI see\n</reasoning>\n<search>more</search>', loss: true },
        { role: 'tool', content: '<search_results>\nmore found\n</search_results>' },
        { role: 'assistant', content: '<answer>\nYes [D1].\n</answer>', loss: true },
      ],
      rejected_messages: [system, user, { role: 'assistant', content: '<answer>\nNo.\n</answer>', loss: true }],
      ...told,
    })
  })

  test('of OpenAI: the answer alone, and nothing beside', () => {
    expect(trainerRow(pair, 'openai')).toEqual({
      input: { messages: [{ role: 'system', content: answerInstructions }, user], tools: [], parallel_tool_calls: true },
      preferred_output: [{ role: 'assistant', content: 'Yes [1]. ‹/s>' }],
      non_preferred_output: [{ role: 'assistant', content: 'No ‹b>.' }],
    })
  })
})

test('every format says what its loss is made of; OpenAI’s is the answer alone', () => {
  expect(Object.keys(lossWords)).toEqual([...trainerFormats])
  expect(lossWords.openai).toMatch(/^the answer alone/)
  expect(lossWords.trl).toContain('<search_results>')
  expect(lossWords.swift).toContain('"loss": false')
})
