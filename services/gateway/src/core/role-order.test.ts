import { apiRole } from '@winnow/contracts/api/role.ts'
import { expect, test } from 'vitest'
import { mayAs } from './role-order.ts'

test('each role may do what the ones before it may', () => {
  const roles = apiRole.options
  expect(roles.map((role) => roles.filter((needed) => mayAs(role, needed)))).toEqual([
    ['viewer'],
    ['viewer', 'researcher'],
    ['viewer', 'researcher', 'admin'],
  ])
})
