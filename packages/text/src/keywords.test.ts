import { describe, expect, it } from 'vitest'
import { keywords } from './keywords.ts'
import { isStopWord } from './stop-words.ts'

describe('isStopWord', () => {
  it.each([
    ['the', true],
    ['which', true],
    ['yourselves', true],
    ['without', true],
    ['memory', false],
    ['', false],
  ])('%s: %s', (word, expected) => {
    expect(isStopWord(word)).toBe(expected)
  })
})

describe('keywords', () => {
  it.each([
    { name: 'stop words out, order kept', text: 'How does memory help LLM agents?', expected: ['memory', 'help', 'llm', 'agents'] },
    { name: 'each once, compared folded', text: 'Naïve naive NAÏVE models', expected: ['naïve', 'models'] },
    { name: 'possessives', text: "the patient’s and patient's sleep", expected: ['patient', 'sleep'] },
    { name: 'contractions of stop words', text: "it doesn't help", expected: ['help'] },
    { name: 'a stop word inside a word', text: "cinema all'aperto", expected: ['cinema', "all'aperto"] },
    { name: 'single letters out, single digits kept', text: 'vitamin C type 2', expected: ['vitamin', 'type', '2'] },
    { name: 'accents kept', text: 'Müller und Öl', expected: ['müller', 'und', 'öl'] },
    { name: 'other scripts', text: '城市热浪 и отчёт', expected: ['城市热浪', 'и', 'отчёт'] },
    { name: 'nothing but stop words', text: 'What is it?', expected: [] },
  ])('$name', ({ text, expected }) => {
    expect(keywords(text)).toEqual(expected)
  })
})
