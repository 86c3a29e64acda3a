import { expect, test } from 'vitest'
import { sourceLicence } from './source-licences.ts'

test.each([
  { source: 'openalex', says: /^CC0/ },
  { source: 'arxiv', says: /abstracts CC0/ },
  { source: 'crossref', says: /publishers/ },
  { source: 'pubmed', says: /National Library of Medicine/ },
  { source: 'semantic-scholar', says: /^ODC-By/ },
  { source: 'web', says: /owner; unknown/ },
  { source: 'open-corpus', says: /ClueWeb22/ },
  { source: 'library', says: /own library; unknown/ },
  { source: 'of tomorrow', says: /^unknown$/ },
])('$source', ({ source, says }) => {
  expect(sourceLicence(source)).toMatch(says)
})
