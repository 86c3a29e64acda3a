import { expect, test } from 'vitest'
import { guardedLookup, publicAddresses, type Resolve } from './guarded-lookup.ts'

const v4 = { address: '93.184.216.34', family: 4 }
const v6 = { address: '2606:2800:220:1::1', family: 6 }
const inner = { address: '10.0.0.7', family: 4 }
const resolving =
  (...found: Awaited<ReturnType<Resolve>>): Resolve =>
  async () =>
    found
const unresolved: Resolve = async (name) => {
  throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' })
}
const unasked: Resolve = async () => {
  throw new Error('an IP address is not resolved')
}

test('a name has all its addresses when all are public', async () => {
  expect(await publicAddresses('a.example', resolving(v4, v6))).toEqual([v4, v6])
})

test.each([
  ['the only address', [inner]],
  ['the last address', [v4, v6, inner]],
])('a name is refused when %s is private', async (_, found) => {
  await expect(publicAddresses('a.example', resolving(...found))).rejects.toThrow('a.example leads to the private address 10.0.0.7')
})

test.each([
  ['127.0.0.1', '127.0.0.1 is a private address'],
  ['[::1]', '::1 is a private address'],
])('the address %s is refused without being resolved', async (host, message) => {
  await expect(publicAddresses(host, unasked)).rejects.toThrow(message)
})

test.each([
  ['93.184.216.34', [v4]],
  ['[2606:2800:220:1::1]', [v6]],
])('the public address %s is taken as it is', async (host, found) => {
  expect(await publicAddresses(host, unasked)).toEqual(found)
})

test('what the resolver says is passed on', async () => {
  await expect(publicAddresses('nowhere.example', unresolved)).rejects.toThrow('no nowhere.example')
})

/** What a socket is told. */
const looked = (resolve: Resolve, all: boolean) =>
  new Promise((settle) => {
    guardedLookup(resolve)('a.example', { all }, (error, address, family) => settle(error === null ? [address, family] : error.message))
  })

test('a socket is given the checked addresses, in the form it asks for', async () => {
  expect(await looked(resolving(v6, v4), true)).toEqual([[v6, v4], undefined])
  expect(await looked(resolving(v6, v4), false)).toEqual([v6.address, 6])
})

test.each([true, false])('a socket is given none when one is private (all: %s)', async (all) => {
  expect(await looked(resolving(v4, inner), all)).toBe('a.example leads to the private address 10.0.0.7')
  expect(await looked(unresolved, all)).toBe('no a.example')
})
