import { plannedSubquestion } from '@winnow/contracts/entities/plan.ts'
import { describe, expect, it } from 'vitest'
import { planFallback, planReply, readPlan } from './plan-reply.ts'

const asked = (text: string, priority = 1, rationale = 'Why.') => ({ text, rationale, priority })

describe('readPlan', () => {
  const rows = [
    { name: 'white space around goes', in: [asked(' How? ')], max: 5, out: [['RQ1', 'How?', 1]] },
    { name: 'one', in: [asked('How?')], max: 5, out: [['RQ1', 'How?', 1]] },
    {
      name: 'ids in the model’s order, priorities as given',
      in: [asked('How?', 3), asked('Why?', 1)],
      max: 5,
      out: [
        ['RQ1', 'How?', 3],
        ['RQ2', 'Why?', 1],
      ],
    },
    {
      name: 'a repetition is dropped, whatever its case and punctuation',
      in: [asked('How?'), asked(' how ')],
      max: 5,
      out: [['RQ1', 'How?', 1]],
    },
    { name: 'texts without a word are dropped', in: [asked(' '), asked('???'), asked('How?')], max: 5, out: [['RQ1', 'How?', 1]] },
    {
      name: 'beyond the maximum the least important goes, not the last',
      in: [asked('Least?', 5), asked('How?', 2), asked('Why?', 1)],
      max: 2,
      out: [
        ['RQ1', 'How?', 2],
        ['RQ2', 'Why?', 1],
      ],
    },
    { name: 'of equally important ones the earlier stays', in: [asked('How?', 2), asked('Why?', 2)], max: 1, out: [['RQ1', 'How?', 2]] },
    {
      name: 'as many as the maximum stay',
      in: [asked('How?'), asked('Why?')],
      max: 2,
      out: [
        ['RQ1', 'How?', 1],
        ['RQ2', 'Why?', 1],
      ],
    },
    { name: 'nothing usable', in: [asked('…')], max: 5, out: [] },
  ]
  it.each(rows)('$name', ({ in: subquestions, max, out }) => {
    expect(readPlan({ subquestions }, max).map(({ subquestionId, text, priority }) => [subquestionId, text, priority])).toEqual(out)
  })

  it.each([
    { field: 'text', parts: ['t'.repeat(1000), 'r'], out: [1000, 1] },
    { field: 'text', parts: [`  ${'t'.repeat(1001)}`, 'r'], out: [1000, 1] },
    { field: 'rationale', parts: ['t', 'r'.repeat(2000)], out: [1, 2000] },
    { field: 'rationale', parts: ['t', ` ${'r'.repeat(2001)}`], out: [1, 2000] },
  ])('a $field fits its event: lengths $out', ({ parts: [text = '', rationale = ''], out }) => {
    const [read] = readPlan({ subquestions: [asked(text, 1, rationale)] }, 5)
    expect([read?.text.length, read?.rationale.length]).toEqual(out)
    expect(plannedSubquestion.parse(read)).toEqual(read)
  })
})

it('the fallback is the question itself, and fits its event', () => {
  expect(planFallback('How?')).toEqual([{ subquestionId: 'RQ1', text: 'How?', rationale: 'The question itself.', priority: 1 }])
  expect(plannedSubquestion.parse(planFallback('q'.repeat(5000))[0]).text).toHaveLength(1000)
})

it.each([
  { name: 'no subquestion', reply: { subquestions: [] }, fits: false },
  { name: 'one', reply: { subquestions: [asked('How?')] }, fits: true },
  { name: 'priority 0', reply: { subquestions: [asked('How?', 0)] }, fits: false },
  { name: 'priority 5', reply: { subquestions: [asked('How?', 5)] }, fits: true },
  { name: 'priority 6', reply: { subquestions: [asked('How?', 6)] }, fits: false },
  { name: 'priority 1.5', reply: { subquestions: [asked('How?', 1.5)] }, fits: false },
])('the schema: $name', ({ reply, fits }) => {
  expect(planReply.safeParse(reply).success).toBe(fits)
})
