import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each([
  { name: 'stop words and question words go', question: 'How does memory help the agents?', terms: ['memori', 'help', 'agent'] },
  { name: 'words are stemmed as in the index', question: 'retrieved memories', terms: ['retriev', 'memori'] },
  { name: 'a repeated word counts once', question: 'memory and memory', terms: ['memori'] },
  { name: 'a text of stop words alone keeps them', question: 'Who is who?', terms: ['who', 'is', 'who'] },
  { name: 'other scripts are cut as in the index', question: '城市热浪', terms: ['城市', '市热', '热浪'] },
  { name: 'nothing of nothing', question: ' ?! ', terms: [] },
])('$name', ({ question, terms }) => {
  expect(searchTerms(question)).toEqual(terms)
})
