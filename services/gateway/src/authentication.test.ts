import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { demandRoles } from './authentication.ts'

test('a route of the interface says what role it needs; others need none', () => {
  const app = fastify()
  demandRoles(app)
  const handler = async () => 'x'
  app.get('/health', handler)
  app.get('/v1/named', { config: { role: 'viewer' } }, handler)
  expect(() => app.get('/v1/forgotten', handler)).toThrow('the route /v1/forgotten does not say what role it needs')
  expect(() => app.get('/v1/other', { config: {} }, handler)).toThrow('the route /v1/other does not say')
})
