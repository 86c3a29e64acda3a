import { expect, test } from 'vitest'
import { unknownName } from './known-name.ts'

const known = ['arxiv', 'openalex', 'pubmed', 'open-corpus']

test.each([
  ['openalx', 'there is no source openalx; did you mean openalex? known: arxiv, openalex, pubmed, open-corpus'],
  ['ArXiv', 'there is no source ArXiv; did you mean arxiv? known: arxiv, openalex, pubmed, open-corpus'],
  ['open', 'there is no source open; did you mean openalex? known: arxiv, openalex, pubmed, open-corpus'],
  ['corpus', 'there is no source corpus; did you mean open-corpus? known: arxiv, openalex, pubmed, open-corpus'],
  ['nosuchsource', 'there is no source nosuchsource; known: arxiv, openalex, pubmed, open-corpus'],
])('%s', (name, said) => {
  expect(unknownName('source', name, known)).toBe(said)
})

test('the nearest of several', () => {
  expect(unknownName('source', 'arxv', ['arxivs', 'arxiv', 'arxivss'])).toContain('did you mean arxiv?')
})

test('capitals make no difference, on either side', () => {
  expect(unknownName('role', 'reader', ['READER'])).toBe('there is no role reader; did you mean READER? known: READER')
})

// 2·3/(3+7) = 0.6 is near, 2·3/(3+8) is not.
test.each([
  ['abc', 'abcdefg', true],
  ['abc', 'abcdefgh', false],
])('%s and %s', (name, candidate, near) => {
  expect(unknownName('source', name, [candidate]).includes('did you mean')).toBe(near)
})
