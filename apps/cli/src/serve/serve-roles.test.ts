import { deployedServices } from '@winnow/contracts/flow.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { serveRoles } from './serve-roles.ts'

const nats = 'nats://127.0.0.1:4222'

test.each([
  { name: 'no name: all', named: [], natsUrl: nats, roles: deployedServices },
  { name: 'no name, no broker: all', named: [], natsUrl: undefined, roles: deployedServices },
  { name: 'one', named: ['screener'], natsUrl: nats, roles: ['screener'] },
  { name: 'several, in their order, each once', named: ['reader', 'gateway', 'reader'], natsUrl: nats, roles: ['reader', 'gateway'] },
])('$name', ({ named, natsUrl, roles }) => {
  expect(serveRoles(named, natsUrl)).toEqual(roles)
})

describe('bad usage', () => {
  test.each([
    { name: 'an unknown role', named: ['screner'], natsUrl: nats, says: /no role screner; did you mean screener\?/ },
    { name: 'the command line is no role', named: ['client'], natsUrl: nats, says: /no role client/ },
    { name: 'single roles without a broker', named: ['screener'], natsUrl: undefined, says: /single roles need a broker.*NATS_URL/ },
  ])('$name', ({ named, natsUrl, says }) => {
    expect(() => serveRoles(named, natsUrl)).toThrow(says)
    expect(() => serveRoles(named, natsUrl)).toThrow(UsageError)
  })
})
