import { expect, test } from 'vitest'
import { nodeCheck } from './node-check.ts'

test.each(['24.0.0', '24.21.0', '100.0.0'])('Node %s', (version) => {
  expect(nodeCheck(version)).toEqual({ name: 'node', ok: true, detail: `Node ${version}`, fix: null })
})

test.each(['23.9.9', '9.24.0'])('Node %s is too old', (version) => {
  expect(nodeCheck(version)).toEqual({
    name: 'node',
    ok: false,
    detail: `Node ${version}, but 24 or newer is needed`,
    fix: expect.stringContaining('npm start'),
  })
})
