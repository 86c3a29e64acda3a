import { expect, test } from 'vitest'
import { RefusingHosts } from './refusing-hosts.ts'

const [a, other, b] = ['https://a.example/1', 'https://a.example/2?x', 'https://b.example/1']

test('a host that refuses twice is left alone, whatever its page; others are asked', () => {
  const hosts = new RefusingHosts()
  expect(hosts.reason('r1', a)).toBeNull()
  hosts.note('r1', a, 'refused', 'status 403')
  expect(hosts.reason('r1', other)).toBeNull()
  hosts.note('r1', other, 'refused', 'status 429')
  expect(hosts.reason('r1', a)).toBe('not asked again: status 429')
  expect(hosts.reason('r1', b)).toBeNull()
})

test('a used-up quota counts at once', () => {
  const hosts = new RefusingHosts()
  hosts.note('r1', a, 'quota', 'limit exceeded')
  expect(hosts.reason('r1', other)).toBe('not asked again: limit exceeded')
})

test('another run asks again', () => {
  const hosts = new RefusingHosts()
  hosts.note('r1', a, 'quota', 'limit exceeded')
  expect(hosts.reason('r2', a)).toBeNull()
})

test('fifty runs are remembered', () => {
  const hosts = new RefusingHosts()
  for (let run = 1; run <= 50; run++) hosts.note(`r${run}`, a, 'quota', 'x')
  expect(hosts.reason('r1', a)).not.toBeNull()
  hosts.note('r2', b, 'quota', 'x')
  expect(hosts.reason('r1', a)).not.toBeNull()
  hosts.note('r51', a, 'quota', 'x')
  expect([hosts.reason('r1', a), hosts.reason('r2', a), hosts.reason('r51', a)]).toEqual([null, 'not asked again: x', 'not asked again: x'])
})

test('what is no address stands for itself', () => {
  const hosts = new RefusingHosts()
  hosts.note('r1', 'x', 'quota', 'why')
  expect([hosts.reason('r1', 'x'), hosts.reason('r1', 'y')]).toEqual(['not asked again: why', null])
})
