import { stem } from '@winnow/text/stem.ts'
import { describe, expect, it } from 'vitest'
import { acronymStems, contentWords, elementWeight, requestElements, withAcronyms, wordPairs } from './evidence-request.ts'

describe('requestElements', () => {
  it('a question is one element', () => {
    expect(requestElements({ question: 'Does the memory of agents help?' })).toEqual([
      { terms: new Set(['memori', 'agent', 'help']), pairs: new Set(['memori agent', 'agent help']), weight: 1 },
    ])
  })
  it('a comparison has three, the outcome first', () => {
    const elements = requestElements({ intervention: 'olanzapine', comparator: 'placebo', outcome: 'weight gain' })
    expect(elements.map(({ terms, weight }) => [[...terms].join(' '), weight])).toEqual(
      [
        ['weight gain', 3],
        ['olanzapin', 1],
        ['placebo', 1],
      ].map(([terms, weight]) => [terms === 'olanzapin' ? stem('olanzapine') : terms, weight]),
    )
    expect(elementWeight).toEqual({ outcome: 3, intervention: 1, comparator: 1 })
  })
  it('elements without content words are left out', () => {
    expect(requestElements({ intervention: 'the', comparator: 'placebo', outcome: '?' }).map(({ terms }) => [...terms])).toEqual([
      ['placebo'],
    ])
    expect(requestElements({ question: 'How is it?' })).toEqual([])
  })
})

describe('contentWords and wordPairs', () => {
  it('stems in order, repeats kept, stop words gone', () => {
    expect(contentWords('The agents and their Agent')).toEqual(['agent', 'agent'])
    expect(wordPairs(['a', 'b', 'a', 'b'])).toEqual(new Set(['a b', 'b a']))
    expect(wordPairs(['a'])).toEqual(new Set())
  })
})

describe('acronymStems and withAcronyms', () => {
  const known = acronymStems(
    new Map([
      ['BMI', 'the body mass index'],
      ['IL-6', 'interleukin 6'],
      ['A-β', 'amyloid beta'],
      ['TH', 'of the'],
      ['ECG', 'electrocardiogram'],
    ]),
    stem,
  )
  it('short forms as one word, long ones without stop words', () => {
    expect(known.get('bmi')).toEqual(['bodi', 'mass', 'index'])
    expect(known.get('il6')).toEqual(['interleukin', '6'])
    expect(known.has('th')).toBe(false)
  })
  it.each<[string, string[], string[]]>([
    ['a short form brings the words of the long one', ['bmi', 'fell'], ['bmi', 'fell', 'bodi', 'mass', 'index']],
    ['all words of a long form bring the short one', ['index', 'mass', 'bodi'], ['index', 'mass', 'bodi', 'bmi']],
    ['some do not', ['mass', 'bodi'], ['mass', 'bodi']],
    ['a long form of one word brings nothing', ['electrocardiogram'], ['electrocardiogram']],
  ])('%s', (_name, terms, expected) => {
    expect([...withAcronyms(terms, known)]).toEqual(expected)
  })
  it('a short form of more than one word is none', () => {
    expect(acronymStems(new Map([['A.B', 'alpha beta']]), stem)).toEqual(new Map())
  })
})
