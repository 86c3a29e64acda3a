import { deployedServices } from '@winnow/contracts/flow.ts'
import { expect, test } from 'vitest'
import { natsUsers, passwordVariable, renderNatsConfig } from './nats-config.ts'
import { servicePermissions } from './permissions.ts'

const sources = ['library'] as const
const config = renderNatsConfig({ sources, storeDir: '/data "x"' })

test.each([
  { user: 'admin', variable: 'NATS_PASSWORD_ADMIN' },
  { user: 'search-gateway', variable: 'NATS_PASSWORD_SEARCH_GATEWAY' },
  { user: 'sys', variable: 'NATS_PASSWORD_SYS' },
])('the password of $user is in $variable', ({ user, variable }) => {
  expect(passwordVariable(user)).toBe(variable)
  expect(config).toContain(`user: ${user}, password: $${variable}`)
})

test('a user for each service, the admin and the system; no password is in the file', () => {
  expect(natsUsers).toEqual(['admin', 'sys', ...deployedServices])
  const named = [...config.matchAll(/user: ([\w-]+), password: \$(\w+)/g)]
  expect(named.map(([, user]) => user).toSorted()).toEqual(natsUsers.toSorted())
  expect(named.map(([, , variable]) => variable).toSorted()).toEqual(natsUsers.map(passwordVariable).toSorted())
})

test('each service has its permissions, and the store its folder', () => {
  for (const [service, { publish }] of servicePermissions(sources)) {
    const block = config.slice(config.indexOf(`user: ${service},`))
    const allowed = [...(/publish: \[([^\]]*)\]/.exec(block)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map(([, subject]) => subject)
    expect(allowed, service).toEqual(publish)
  }
  expect(config).toContain('store_dir: "/data \\"x\\""')
})
