import { type PreferencePair, trainerFormats, trainerRow } from '@winnow/domain/preferences/trainer-rows.ts'
import { describe, expect, test } from 'vitest'
import { trainerSchemas } from './trainer-schemas.ts'

const pair: PreferencePair = {
  questionId: 'q1',
  origin: null,
  question: 'Is it safe?',
  gap: 0.4,
  chosen: {
    runId: 'r1',
    score: 2,
    searches: 0,
    segments: [
      { kind: 'search', query: 'Is it safe?', byModel: false },
      { kind: 'results', text: 'found' },
      { kind: 'answer', text: 'Yes.' },
    ],
    answer: 'Yes.',
  },
  rejected: { runId: 'r2', score: 1.6, searches: 0, segments: [{ kind: 'answer', text: 'No.' }], answer: 'No.' },
}
const say = (role: string, content = 'x') => ({ role, content })
const row = (format: 'trl' | 'swift' | 'openai') => trainerRow(pair, format)

describe.each(trainerFormats)('%s', (format) => {
  test('takes a pair as it is written', () => {
    expect(trainerSchemas[format].safeParse(row(format))).toMatchObject({ success: true })
  })
})

test.each([
  { format: 'trl', name: 'no prompt', change: { prompt: [] } },
  { format: 'trl', name: 'a prompt that ends with the system', change: { prompt: [say('user'), say('system')] } },
  { format: 'trl', name: 'a prompt with the model in it', change: { prompt: [say('assistant'), say('user')] } },
  { format: 'trl', name: 'two messages', change: { chosen: [say('assistant'), say('assistant')] } },
  { format: 'trl', name: 'a tool', change: { rejected: [say('tool')] } },
  { format: 'trl', name: 'no text', change: { chosen: [say('assistant', '')] } },
  { format: 'trl', name: 'text in place of messages', change: { chosen: 'x' } },
  { format: 'swift', name: 'no rejected conversation', change: { rejected_messages: undefined } },
  {
    format: 'swift',
    name: 'a conversation that ends with a tool',
    change: { messages: [say('user'), { ...say('assistant'), loss: true }, say('tool')] },
  },
  { format: 'swift', name: 'a model’s message without its mark', change: { messages: [say('system'), say('user'), say('assistant')] } },
  {
    format: 'swift',
    name: 'a mark on a tool',
    change: { rejected_messages: [say('user'), { ...say('tool'), loss: false }, { ...say('assistant'), loss: true }] },
  },
  { format: 'swift', name: 'a prompt alone', change: { messages: [say('user'), { ...say('assistant'), loss: true }] } },
  { format: 'openai', name: 'a member of ours', change: { origin: 'set' } },
  { format: 'openai', name: 'two messages', change: { preferred_output: [say('assistant'), say('assistant')] } },
  { format: 'openai', name: 'another role', change: { non_preferred_output: [say('tool')] } },
  { format: 'openai', name: 'no question', change: { input: { messages: [], tools: [], parallel_tool_calls: true } } },
  { format: 'openai', name: 'no tools', change: { input: { messages: [say('user')], parallel_tool_calls: true } } },
] as const)('$format refuses $name', ({ format, change }) => {
  expect(trainerSchemas[format].safeParse({ ...row(format), ...change })).toMatchObject({ success: false })
})
