import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { expect, it } from 'vitest'
import { screeningRole } from './screening-roles.ts'

const none = buildOptions().models
const a = { screener: 'openai:a' }
const b = { screener2: 'openai:b' }

it.each([
  { models: {}, first: 'screener', second: 'screener2', adjudication: 'screener', sample: 'screener2' },
  { models: a, first: 'screener', second: 'screener2', adjudication: 'screener', sample: 'screener' },
  { models: b, first: 'screener', second: 'screener2', adjudication: 'screener2', sample: 'screener2' },
  { models: { ...a, ...b }, first: 'screener', second: 'screener2', adjudication: 'screener', sample: 'screener2' },
])('$models: the second screens for itself, the others stand in for each other', ({ models, first, ...passes }) => {
  const all = { ...none, ...models }
  expect(screeningRole(all, undefined)).toBe(first)
  expect({
    second: screeningRole(all, 'second'),
    adjudication: screeningRole(all, 'adjudication'),
    sample: screeningRole(all, 'sample'),
  }).toEqual(passes)
})

it('a run of before there was a second screener has none', () => {
  const { screener2: _none, ...old } = none
  expect(screeningRole({ ...old, ...a }, 'sample')).toBe('screener')
})
