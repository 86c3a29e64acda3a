import { describe, expect, test } from 'vitest'
import { refuseQuery } from './refuse-query.ts'

const earlier = ['Are biosimilars of TNF inhibitors as safe after switching?', 'immunogenicity of infliximab']

describe('refused', () => {
  test.each([
    ['nothing', '', 'The query is empty'],
    ['blanks and signs', ' \n… ?! ', 'The query is empty'],
    ['the word query', 'Query', '“Query” is a placeholder'],
    ['an example of a prompt', 'your search query', 'is a placeholder'],
    ['n/a', 'N/A', '“N/A” is a placeholder'],
    ['a template', '<topic of interest>', '“<topic of interest>” is a placeholder'],
    ['a template in brackets', '[insert the disease here]', 'is a placeholder'],
    ['a template in braces', '{{disease}}', 'is a placeholder'],
    ['stop words alone', 'what about it', '“what about it” has no word to search for'],
    ['the question again', 'are biosimilars of TNF inhibitors as safe after switching', 'was searched before (“Are biosimilars of TNF'],
    ['the same words in another order', 'switching TNF inhibitors biosimilars safe', 'was searched before'],
    ['the same words in another number', 'Infliximab, immunogenicity', 'was searched before (“immunogenicity of infliximab”)'],
  ])('%s', (_, query, message) => {
    expect(refuseQuery(query, earlier)).toContain(message)
  })

  test('a long query is shown cut to 80 characters', () => {
    const query = `${'a'.repeat(50)} ${'b'.repeat(29)}`
    expect(refuseQuery(query, [query])).toContain(`“${query}” was`)
    expect(refuseQuery(`${query}c`, [`${query}c`])).toContain(`“${query.slice(0, 79)}…” was`)
  })
})

describe('searched', () => {
  test.each([
    ['a word more', 'immunogenicity of infliximab in children'],
    ['a word less', 'infliximab'],
    ['a query about queries', 'query expansion for medical search'],
    ['a word in brackets beside others', 'adalimumab [biosimilar] switching'],
    ['one with a word of the list in it', 'text mining of none-small cell reports'],
    ['ideographs', '生物類似薬'],
  ])('%s', (_, query) => {
    expect(refuseQuery(query, earlier)).toBeNull()
  })

  test('whatever comes first', () => {
    expect(refuseQuery('immunogenicity of infliximab', [])).toBeNull()
  })
})
