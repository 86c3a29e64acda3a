import { UsageError } from '@winnow/runs/usage-error.ts'
import { expect, test } from 'vitest'
import { sourceChoices, sourceOption } from './source-option.ts'

test.each([
  ['openalex', { name: 'openalex', id: 'openalex' }],
  [' ArXiv ', { name: 'arxiv', id: 'arxiv' }],
  ['library', { name: 'library', id: 'library' }],
  ['web', { name: 'web', id: 'web' }],
  ['tavily', { name: 'tavily', id: 'web' }],
  ['brave', { name: 'brave', id: 'web' }],
  ['serper', { name: 'serper', id: 'web' }],
  ['searxng', { name: 'searxng', id: 'web' }],
])('%s', (raw, asked) => {
  expect(sourceOption(raw)).toEqual(asked)
})

test('every source of spec §3 and every engine', () => {
  expect(sourceChoices.toSorted()).toEqual(
    [
      ...['arxiv', 'openalex', 'crossref', 'pubmed', 'semantic-scholar', 'web', 'open-corpus', 'library'],
      ...['tavily', 'brave', 'serper', 'searxng'],
    ].toSorted(),
  )
})

test('one that there is not', () => {
  expect(() => sourceOption('openalx')).toThrow(UsageError)
  expect(() => sourceOption('openalx')).toThrow(/^--source: there is no source openalx; did you mean openalex\? known: /)
})
