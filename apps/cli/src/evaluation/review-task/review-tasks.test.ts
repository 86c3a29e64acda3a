import { describe, expect, test } from 'vitest'
import { reviewTasks } from './review-tasks.ts'

const task = { name: 'a', question: 'Why?', criteria: 'Adults.' }
const published = {
  review: 'Smith_2020',
  review_title: 'A review of things',
  review_abstract: 'We found that things work.',
  eligibility_criteria: 'Trials.\nHumans.',
  included: 7,
}

test.each([
  ['one object', task, [task]],
  ['a list', [task, { ...task, name: 'b' }], [task, { ...task, name: 'b' }]],
  ['a list under "tasks"', { tasks: [task] }, [task]],
  ['another name of the name', [{ task: 'b', question: 'Why?' }], [{ name: 'b', question: 'Why?', criteria: '' }]],
  ['a number as the name', [{ id: 7, question: 'Why?' }], [{ name: '7', question: 'Why?', criteria: '' }]],
  [
    'no name',
    [{ question: 'Why?' }, { question: 'How?', name: ' ' }],
    [
      { name: 'task 1', question: 'Why?', criteria: '' },
      { name: 'task 2', question: 'How?', criteria: '' },
    ],
  ],
  [
    'published reviews, of which what they found is left out',
    [published],
    [{ name: 'Smith_2020', question: 'A review of things', criteria: 'Trials.\nHumans.' }],
  ],
  ['a question before a title', { title: 'T', question: 'Q' }, [{ name: 'task 1', question: 'Q', criteria: '' }]],
  [
    'a question of the review before its title',
    { review_title: 'T', review_question: 'Q' },
    [{ name: 'task 1', question: 'Q', criteria: '' }],
  ],
  ['a title alone', { title: ' T ' }, [{ name: 'task 1', question: 'T', criteria: '' }]],
  ['criteria as a list', { ...task, criteria: ['Adults.', 'Trials.'] }, [{ ...task, criteria: 'Adults.\nTrials.' }]],
  ['criteria of null', { ...task, criteria: null }, [{ ...task, criteria: '' }]],
  ['criteria before eligibility criteria', { ...task, eligibility_criteria: 'x' }, [task]],
])('%s', (_, value, tasks) => {
  expect(reviewTasks(JSON.stringify(value))).toEqual({ ok: true, tasks })
})

test('JSON lines', () => {
  const text = `${JSON.stringify(task)}\n\n${JSON.stringify({ ...task, name: 'b' })}\n`
  expect(reviewTasks(text)).toEqual({ ok: true, tasks: [task, { ...task, name: 'b' }] })
})

describe('what is no task', () => {
  test.each([
    ['no JSON', 'name: a', 'it is neither JSON nor JSON lines'],
    ['nothing', ' \n', 'it is neither JSON nor JSON lines'],
    ['a line that is broken', `${JSON.stringify(task)}\n{`, 'it is neither JSON nor JSON lines'],
    ['an empty list', '[]', 'it holds no task'],
    ['a list of texts', '["a"]', 'task 1 is no object'],
    ['a list of lists', '[[]]', 'task 1 is no object'],
    ['null', 'null', 'task 1 is no object'],
    ['no question', JSON.stringify([task, { name: 'b' }]), 'b has no question'],
    ['a blank question', JSON.stringify([task, { question: ' ' }]), 'task 2 has no question'],
    ['a question that is no text', '{"question":{}}', 'task 1 has no question'],
    ['criteria that are no text', '{"question":"Q","criteria":{}}', 'the criteria of task 1 are no text'],
    ['criteria of which one is no text', '{"name":"n","question":"Q","criteria":["a",1]}', 'the criteria of n are no text'],
  ])('%s', (_, text, problem) => {
    expect(reviewTasks(text)).toEqual({
      ok: false,
      problem: `${problem}. A task looks like {"name": "…", "question": "…", "criteria": "…"}; several are a list of these`,
    })
  })
})
