import { describe, expect, it } from 'vitest'
import { titleKey } from './title-key.ts'
import { inDifferentLanguages, languageOfTitle } from './title-language.ts'

const wordsOf = (title: string) => titleKey(title).words

describe('languageOfTitle', () => {
  it.each([
    ['The growth of reefs under lamps', 'en'],
    ['Das Wachstum der Riffe unter Lampen', 'de'],
    ['La croissance des récifs sous les lampes dans la mer', 'fr'],
    ['El crecimiento de los arrecifes con lámparas y sal', 'es'],
    ['O crescimento dos recifes na água e nos portos', 'pt'],
    ['La crescita della barriera con le lampade nel mare', 'it'],
    ['Het wachten van het rif bij een lamp', 'nl'],
    ['Reef growth, no lamps', null],
    ['Reefs de novo', null],
    ['Growth of reefs', null],
    ['Reef growth', null],
    ['Рост рифов', null],
  ])('%s: %s', (title, expected) => {
    expect(languageOfTitle(wordsOf(title))).toBe(expected)
  })

  it('a tie is none', () => {
    expect(languageOfTitle(['the', 'of', 'der', 'und'])).toBeNull()
    expect(languageOfTitle(['the', 'of', 'der', 'und', 'das'])).toBe('de')
  })
})

describe('inDifferentLanguages', () => {
  const english = 'The growth of reefs under lamps'
  it.each([
    { name: 'English and German', a: english, b: 'Das Wachstum der Riffe', expected: true },
    { name: 'English twice', a: english, b: 'A survey of the lamps', expected: false },
    { name: 'one unknown', a: english, b: 'Riffwachstum', expected: false },
    { name: 'both unknown', a: 'Reef growth', b: 'Riffwachstum', expected: false },
    { name: 'another script', a: english, b: 'Рост рифов', expected: true },
    { name: 'another script with a Latin abbreviation', a: 'Reef growth', b: 'Рост ЦНС и KP', expected: true },
    { name: 'two other scripts', a: '城市热浪', b: 'Рост рифов', expected: false },
  ])('$name', ({ a, b, expected }) => {
    expect(inDifferentLanguages(wordsOf(a), wordsOf(b))).toBe(expected)
    expect(inDifferentLanguages(wordsOf(b), wordsOf(a))).toBe(expected)
  })
})
