import { describe, expect, test } from 'vitest'
import { languageOfMedline, medlineLanguageName } from './medline-languages.ts'

/** ISO 639-1, MEDLINE code (ISO 639-2/B), and the name in NLM's list of languages. */
const languages: readonly (readonly [string, string, string])[] = [
  ['en', 'eng', 'english'],
  ['de', 'ger', 'german'],
  ['fr', 'fre', 'french'],
  ['es', 'spa', 'spanish'],
  ['it', 'ita', 'italian'],
  ['pt', 'por', 'portuguese'],
  ['nl', 'dut', 'dutch'],
  ['ru', 'rus', 'russian'],
  ['pl', 'pol', 'polish'],
  ['cs', 'cze', 'czech'],
  ['sk', 'slo', 'slovak'],
  ['hu', 'hun', 'hungarian'],
  ['ro', 'rum', 'romanian'],
  ['bg', 'bul', 'bulgarian'],
  ['sr', 'srp', 'serbian'],
  ['hr', 'hrv', 'croatian'],
  ['sl', 'slv', 'slovenian'],
  ['uk', 'ukr', 'ukrainian'],
  ['el', 'gre', 'greek, modern'],
  ['tr', 'tur', 'turkish'],
  ['he', 'heb', 'hebrew'],
  ['ar', 'ara', 'arabic'],
  ['fa', 'per', 'persian'],
  ['zh', 'chi', 'chinese'],
  ['ja', 'jpn', 'japanese'],
  ['ko', 'kor', 'korean'],
  ['vi', 'vie', 'vietnamese'],
  ['th', 'tha', 'thai'],
  ['id', 'ind', 'indonesian'],
  ['da', 'dan', 'danish'],
  ['sv', 'swe', 'swedish'],
  ['no', 'nor', 'norwegian'],
  ['fi', 'fin', 'finnish'],
  ['is', 'ice', 'icelandic'],
  ['et', 'est', 'estonian'],
  ['lv', 'lav', 'latvian'],
  ['lt', 'lit', 'lithuanian'],
  ['ca', 'cat', 'catalan'],
  ['af', 'afr', 'afrikaans'],
]

describe('languages of MEDLINE', () => {
  test.each(languages)('%s is %s, %s', (iso, code, name) => {
    expect([medlineLanguageName(iso), languageOfMedline(code)]).toEqual([name, iso])
  })
  test('in any case', () => {
    expect([medlineLanguageName('DE'), languageOfMedline(' GER ')]).toEqual(['german', 'de'])
  })
  test.each([
    ['und', undefined],
    ['mul', undefined],
    ['epo', 'epo'],
  ])('the code %s is %s', (code, language) => {
    expect(languageOfMedline(code)).toBe(language)
  })
  test.each(['xx', 'eng', ''])('%j has no name', (iso) => {
    expect(medlineLanguageName(iso)).toBeUndefined()
  })
})
