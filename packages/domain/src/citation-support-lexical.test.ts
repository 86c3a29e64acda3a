import { describe, expect, it } from 'vitest'
import { lexicalSupport } from './citation-support-lexical.ts'

const item = (claim: string, quote = ''): { claim: string; quote: string } => ({ claim, quote })
/** Ten content words; a sentence of some of them and of words that are not there has a known share. */
const there = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
const elsewhere = 'kilo lima mike november oscar papa quebec romeo sierra tango'.split(' ')
const sentence = (found: number, of: number): string => [...there.slice(0, found), ...elsewhere.slice(0, of - found)].join(' ')

describe('lexicalSupport', () => {
  it.each([
    [10, 10, 'supported'],
    [6, 10, 'supported'],
    [5, 9, 'partial'],
    [3, 10, 'partial'],
    [2, 7, 'unsupported'],
    [0, 10, 'unsupported'],
  ])('%i of %i words: %s', (found, of, verdict) => {
    expect(lexicalSupport(sentence(found, of), [item(there.join(' '))])).toBe(verdict)
  })

  it.each<[string, string, { claim: string; quote: string }[], string]>([
    ['words of claim and quote count together', 'Agents remember facts.', [item('Agents remember.', 'The facts were kept.')], 'supported'],
    ['words of several items count together', 'Agents remember facts.', [item('Agents remember.'), item('Facts matter.')], 'supported'],
    ['stems count', 'Memories helped the agent.', [item('Memory helps agents.')], 'supported'],
    ['stop words do not', 'How is it with the agents?', [item('How is it with the memory?')], 'unsupported'],
    ['no evidence', 'Agents remember.', [], 'cannot-check'],
    ['evidence without words', 'Agents remember.', [item('', '…')], 'cannot-check'],
    ['a sentence without content words', 'It is so.', [item('Agents remember.')], 'cannot-check'],
    ['a sentence of numbers alone', '12 and 13.', [item('Agents remember 12 and 13.')], 'cannot-check'],
    ['a number of the evidence', 'Agents remember 12.4 % of facts.', [item('Agents remember facts.', 'It was 12.4%.')], 'supported'],
    ['another number', 'Agents remember 21.4 % of facts.', [item('Agents remember facts.', 'It was 12.4%.')], 'unsupported'],
    ['one number too many', 'Agents remember 12.4 of 20 facts.', [item('Agents remember 12.4 facts.')], 'unsupported'],
    ['numbers are not words', 'Agents remember 1 2 3 4.', [item('Agents plan 1 2 3 4.')], 'partial'],
    [
      'numbers of several items',
      'Agents remember 12 and 20 facts.',
      [item('Agents remember 12 facts.'), item('Agents remember 20 facts.')],
      'supported',
    ],
    ['thousands with and without a comma', 'Agents remember 1200 facts.', [item('Agents remember 1,200 facts.')], 'supported'],
    ['millions with commas', 'Agents remember 1,200,000 facts.', [item('Agents remember 1200000 facts.')], 'supported'],
    ['a decimal comma stays', 'Agents remember 12 facts.', [item('Agents remember 1,2 facts.')], 'unsupported'],
    ['a negation too many', 'Agents do not remember facts.', [item('Agents remember facts.')], 'partial'],
    ['a contracted negation too many', "Agents don't remember facts.", [item('Agents remember facts.')], 'partial'],
    ['a negation lost', 'Agents remember facts.', [item('Agents never remember facts.')], 'partial'],
    ['both negated', 'Agents do not remember facts.', [item('Agents fail: they never remember facts.')], 'supported'],
    [
      'a negation that one item has',
      'Agents do not remember facts.',
      [item('Agents remember facts.'), item('Agents do not remember facts.')],
      'supported',
    ],
    [
      'no negation where only one item has one',
      'Agents remember facts.',
      [item('Agents remember facts.'), item('Agents do not remember facts.')],
      'supported',
    ],
    ['a hedge lost', 'Agents remember facts.', [item('Agents may remember facts.')], 'partial'],
    ['a hedge kept', 'Agents might remember facts.', [item('Agents may remember facts.')], 'supported'],
    ['a hedge more', 'Agents may remember facts.', [item('Agents remember facts.')], 'supported'],
    [
      'a hedge that one item lacks',
      'Agents remember facts.',
      [item('Agents may remember facts.'), item('Agents remember facts.')],
      'supported',
    ],
  ])('%s', (_name, text, evidence, verdict) => {
    expect(lexicalSupport(text, evidence)).toBe(verdict)
  })
})
