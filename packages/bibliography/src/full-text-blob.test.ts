import { expect, test } from 'vitest'
import { fullTextBlob, fullTextHash } from './full-text-blob.ts'

test('equal full texts have equal blobs and hashes, whatever the order of members', () => {
  const text = { title: 'T', sections: [{ heading: 'H', level: 1, text: 'x' }], references: [] }
  const turned = { references: [], sections: [{ text: 'x', level: 1, heading: 'H' }], title: 'T' }
  expect(fullTextBlob(turned)).toBe(fullTextBlob(text))
  expect(fullTextHash(text)).toBe(fullTextHash(turned))
  expect(fullTextHash(text)).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.parse(fullTextBlob(text))).toEqual(text)
})
