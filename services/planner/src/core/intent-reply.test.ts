import { describe, expect, it } from 'vitest'
import { intentFallback, intentReply, readIntents } from './intent-reply.ts'

describe('readIntents', () => {
  const rows = [
    {
      name: 'in the model’s order',
      in: ['Trials of memory.', 'Surveys of recall.'],
      earlier: [],
      out: ['Trials of memory.', 'Surveys of recall.'],
    },
    { name: 'three at most', in: ['a one', 'b two', 'c three', 'd four'], earlier: [], out: ['a one', 'b two', 'c three'] },
    { name: 'white space around goes, what is empty goes', in: [' Trials. ', ' ', '?!'], earlier: [], out: ['Trials.'] },
    {
      name: 'PBR-031: an earlier intent in the same words is none',
      in: ['cost per life-year, early warning', 'Early warning: mortality'],
      earlier: ['Early warning cost per life year.'],
      out: ['Early warning: mortality'],
    },
    {
      name: 'PBR-031: two of one reply in the same words are one',
      in: ['early warning cost', 'costs of early warnings', 'warning cost early early'],
      earlier: [],
      out: ['early warning cost', 'costs of early warnings'],
    },
    { name: 'repeats do not use up the room', in: ['one', 'ONE', 'two', 'three'], earlier: [], out: ['one', 'two', 'three'] },
    { name: 'none that is usable', in: ['known'], earlier: ['Known!'], out: [] },
  ]
  it.each(rows)('$name', ({ in: texts, earlier, out }) => {
    expect(readIntents({ intents: texts.map((text) => ({ text })) }, earlier)).toEqual(out)
  })
  it('an intent is at most 1,000 characters', () => {
    expect(readIntents({ intents: [{ text: 'x'.repeat(1000) }, { text: 'y'.repeat(1001) }] }, []).map((text) => text.length)).toEqual([
      1000, 1000,
    ])
  })
})

it('the fallback is the subquestion, at most 1,000 characters of it', () => {
  expect(intentFallback('How does it help?')).toEqual(['How does it help?'])
  expect(intentFallback('x'.repeat(1001))).toEqual(['x'.repeat(1000)])
})

it('a reply without an intent does not fit the schema', () => {
  expect(intentReply.safeParse({ intents: [] }).success).toBe(false)
  expect(intentReply.safeParse({ intents: [{ text: '' }] }).success).toBe(true)
})
