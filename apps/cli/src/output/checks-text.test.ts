import { expect, test } from 'vitest'
import { checksText } from './checks-text.ts'

const ok = { name: 'node', ok: true, detail: 'Node 24', fix: null }
const fault = { name: 'database', ok: false, detail: 'gone\u001b', fix: 'start it' }

test('all in order', () => {
  expect(checksText([ok, ok])).toBe('ok     node: Node 24\nok     node: Node 24\n\nAll 2 checks are in order.')
})

test('a fault and its fix', () => {
  expect(checksText([ok, fault])).toBe('ok     node: Node 24\nFAULT  database: gone\n       fix: start it\n\n1 of 2 checks found a fault.')
})
