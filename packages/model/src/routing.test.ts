import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { describe, expect, test } from 'vitest'
import { localModels, type ModelRouting, routeRoles } from './routing.ts'

const routed = (defaultSpec: string, perRole: Parameters<typeof routeRoles>[1] = {}): ModelRouting => {
  const result = routeRoles(defaultSpec, perRole)
  if (!result.ok) throw new Error(result.error)
  return result.routing
}

describe('routeRoles', () => {
  test('every role gets the default, or its own', () => {
    const routing = routed('openai:a', { critic: 'anthropic:b', writer: 'none' })
    expect(Object.keys(routing).sort()).toEqual([...modelRoles].sort())
    expect(routing.planner).toEqual({ provider: 'openai', model: 'a' })
    expect(routing.critic).toEqual({ provider: 'anthropic', model: 'b' })
    expect(routing.writer).toEqual({ provider: 'none' })
  })

  test('a spec that cannot be read is told with its role', () => {
    expect(routeRoles('none', { reader: 'x' })).toEqual({
      ok: false,
      error: expect.stringMatching(/^model of role reader: "x" is no model/),
    })
    expect(routeRoles('x', {})).toEqual({ ok: false, error: expect.stringMatching(/^"x" is no model/) })
  })
})

test('local models are named once, sorted', () => {
  expect(localModels(routed('openai:a', { critic: 'ollama:z', writer: 'ollama:b', reader: 'ollama:z' }))).toEqual(['ollama:b', 'ollama:z'])
  expect(localModels(routed('none'))).toEqual([])
})
