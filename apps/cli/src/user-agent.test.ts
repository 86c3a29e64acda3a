import { version } from '@winnow/runs/version.ts'
import { expect, test } from 'vitest'
import { userAgent } from './user-agent.ts'

test.each([
  [undefined, ''],
  ['a@example.org', ' (mailto:a@example.org)'],
  ['https://example.org/about', ' (+https://example.org/about)'],
  ['(a)\\@exämple.org\n', ' (mailto:a@exmple.org)'],
  ['ä', ''],
])('contact %s', (contact, ending) => {
  expect(userAgent({ WINNOW_CONTACT: contact })).toBe(`Winnow/${version}${ending}`)
})
