import { expect, test } from 'vitest'
import { modelOf, modelRoles, routedModels } from './model-role.ts'

const all = Object.fromEntries(modelRoles.map((role) => [role, `openai:${role}`]))

test.each(modelRoles)('the model of the %s is the one that is routed', (role) => {
  expect(modelOf(routedModels.parse(all), role)).toBe(`openai:${role}`)
})

test.each(modelRoles)('a request without a %s', (role) => {
  const { [role]: _left, ...rest } = all
  const parsed = routedModels.safeParse(rest)
  // Requests of before there was a second screener, or an answer, can be read for ever.
  expect(parsed.success).toBe(['screener2', 'agent', 'summarizer'].includes(role))
  if (parsed.success) expect(modelOf(parsed.data, role)).toBe('none')
})
