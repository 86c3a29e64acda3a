import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-address.ts'

// Each block by its first and last address, and what lies just outside.
const closed = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['metadata of Azure', '168.63.129.16', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['metadata of most clouds', '169.254.169.254', '169.254.169.254'],
  ['metadata of Alibaba', '100.100.100.200', '100.100.100.200'],
  ['private 172', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['IPv6 unspecified', '::', '::'],
  ['IPv6 loopback', '::1', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:808:808'],
  ['below global unicast', '1fff:ffff::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments, Teredo', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation 2', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['above global unicast', '4000::', '4000::1'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['metadata of AWS', 'fd00:ec2::254', 'FD00:EC2::254'],
  ['IPv6 link-local', 'fe80::', 'fe80::1%eth0'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['IPv6 multicast', 'ff00::', 'ff02::1'],
  ['mapped loopback', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
  ['NAT64 of a private one', '64:ff9b::192.168.1.1', '64:ff9b::c0a8:101'],
  ['6to4 of a private one', '2002:a00:1::', '2002:7f00:1:ffff::1'],
  ['in brackets', '[::1]', '[fe80::1%25lo]'],
  ['no address at all', '', 'localhost'],
  ['forms that only URLs read', '2130706433', '0x7f.0.0.1'],
  ['octal', '0177.0.0.1', '010.8.8.8'],
] as const

test.each(closed)('%s is private: %s and %s', (_, first, last) => {
  expect([isPrivateAddress(first), isPrivateAddress(last)]).toEqual([true, true])
})

test.each([
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '8.8.8.8',
  '2000::',
  '2001:200::',
  '2001:db7:ffff::',
  '2001:db9::',
  '2606:4700::6810:84e5',
  '3ffe:ffff::1',
  '3fff:1000::',
  '2003::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::7f00:1',
  '[2606:4700::1]',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://127.1/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://127。0。0。1/',
])('a URL brings %s into a form that is known', (address) => {
  expect(isPrivateAddress(new URL(address).hostname)).toBe(true)
})

test('an IPv4 address and its mapped form are judged alike', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPrivateAddress(`::ffff:${address}`)).toBe(isPrivateAddress(address))
      expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(isPrivateAddress(address))
    }),
  )
})
