import { buildOptions, buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { material } from '../testing/example-run.ts'
import { part } from '../testing/report-parts.ts'
import { screeningSection } from './screening.ts'

const none = buildOptions().models
const a = { screener: 'openai:a_b' }
const b = { screener2: 'openai:b' }
const section = (models: object, parts: object = {}) =>
  screeningSection(
    buildState({ documents: [document('D1', { scores: { RQ1: 0.1 } })], options: { models: { ...none, ...models }, ...parts } }),
  )
    .split('\n')
    .slice(2)

test('without a screened document there is none', () => {
  expect(screeningSection(buildState({ documents: [document('D1')] }))).toBe('')
})

test.each<[string, object, object, readonly string[]]>([
  ['words', {}, {}, ['- Screener: words in common with the subquestions, without a model.']],
  [
    'a review by its ranking',
    {},
    { review: { records: 9, screened: 4 } },
    [
      '- Of what question and criteria rank first, 4 documents at most.',
      '- Screener: the ranking by question and criteria, without a model; all that it screens is kept.',
    ],
  ],
  [
    'a review by a model',
    a,
    { review: { records: 9, screened: 1 } },
    ['- Of what question and criteria rank first, 1 document at most.', '- Screener: openai:a_b.'],
  ],
  ['a model', a, {}, ['- Screener: openai:a_b.']],
  [
    'two models',
    { ...a, ...b },
    { screeners: 2 },
    ['- First screener: openai:a_b.', '- Second screener: openai:b.', '- Where they disagree openai:a_b decides, with what both said.'],
  ],
  [
    'a model and rules',
    a,
    { screeners: 2 },
    [
      '- First screener: openai:a_b.',
      '- Second screener: the ranking by question and criteria, without a model.',
      '- Where they disagree openai:a_b decides, with what both said.',
    ],
  ],
  [
    'rules alone',
    {},
    { screeners: 2 },
    [
      '- First screener: words in common with the subquestions, without a model.',
      '- Second screener: the ranking by question and criteria, without a model.',
      '- Where they disagree the document is kept.',
    ],
  ],
  [
    'a sample',
    a,
    { rescreen: 5 },
    ['- Screener: openai:a_b.', '- Screened again by: openai:a_b.', '- None of the 1 excluded document was screened again.'],
  ],
  ['a sample by the second', { ...a, ...b }, { rescreen: 5 }, ['- Screener: openai:a_b.', '- Screened again by: openai:b.']],
  ['a sample by rules', {}, { rescreen: 5 }, ['- Screened again by: the ranking by question and criteria.']],
])('%s', (_, models, parts, lines) => {
  const told = section(models, parts)
  for (const line of lines) expect(told).toContain(line)
})

test('stands before the flow, which names criteria', () => {
  const { request } = material.corpus
  if (request === null) throw new Error('no request')
  const documents = Object.fromEntries(
    Object.entries(material.state.documents).map(([id, one]) => [
      id,
      one.exclusionReason === null ? one : { ...one, override: null, exclusionCriterion: 'E1' },
    ]),
  )
  const changed = {
    ...material,
    state: { ...material.state, documents },
    corpus: { ...material.corpus, request: { ...request, criteria: 'No mice.' } },
  }
  expect(part(changed, 'Screening')).toContain('- Screener: openai:small.')
  expect(part(changed, 'PRISMA flow')).toMatch(/\| – E1, No mice: .+ \| 1 \|/)
})
