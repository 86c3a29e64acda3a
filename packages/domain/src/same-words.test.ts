import { describe, expect, it } from 'vitest'
import pbr031 from './fixtures/pbr-031.json' with { type: 'json' }
import { contentTokens, sameWords } from './same-words.ts'

describe('contentTokens', () => {
  it.each<[string, string, string[]]>([
    ['stop words go', 'How do the agents remember?', ['agent', 'rememb' + 'er']],
    ['each once, stemmed', 'memory and memories', ['memori']],
    ['words that turn the meaning stay', 'not without', ['not', 'without']],
    ['nothing', 'how is it?', []],
  ])('%s', (_name, text, expected) => {
    expect([...contentTokens(text)]).toEqual(expected)
  })

  it.each('no not nor without against before after above below under over more less most least during between'.split(' '))(
    'keeps "%s"',
    (word) => {
      expect(contentTokens(word).size).toBe(1)
    },
  )
})

describe('sameWords', () => {
  const [first = '', ...others] = pbr031.input.per_round.queries
  it.each(others)('PBR-031: "%s" is the first query again', (query) => {
    expect(sameWords(first, query)).toBe(true)
  })

  it.each<[string, string, string, boolean]>([
    ['the same text', 'Does memory help?', 'Does memory help?', true],
    ['case, punctuation and dashes', 'Does long-term memory help?', 'does LONG‐TERM memory help', true],
    ['order', 'memory of agents', 'agents: memory', true],
    ['other stop words', 'What is the memory of an agent?', 'How does agent memory work', false],
    ['one word more', 'agent memory', 'agent memory cost', false],
    ['one word less', 'agent memory cost', 'agent memory', false],
    ['another word', 'agent memory', 'agent planning', false],
    ['with and without', 'agents with memory', 'agents without memory', false],
    ['stop words alone, equal', 'How is it?', 'how is it', true],
    ['stop words alone, different', 'How is it?', 'Why was that?', false],
  ])('%s', (_name, a, b, expected) => {
    expect(sameWords(a, b)).toBe(expected)
  })
})
