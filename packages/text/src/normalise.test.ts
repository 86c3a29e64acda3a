import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import scripts from './fixtures/pbr-013.json' with { type: 'json' }
import { normaliseTitle, unifyDashes } from './normalise.ts'

describe('normaliseTitle', () => {
  it.each([
    { name: 'lower case', text: 'Reef Growth', expected: 'reef growth' },
    { name: 'punctuation and symbols are spaces', text: 'A+B: "C" (D)/E_F', expected: 'a b c d e f' },
    { name: 'white space collapses and is trimmed', text: '  a \t\n b  ', expected: 'a b' },
    { name: 'accents, composed', text: 'Müller naïve Ångström', expected: 'muller naive angstrom' },
    { name: 'accents, decomposed', text: 'Mu\u0308ller', expected: 'muller' },
    { name: 'U+2010 is the hyphen', text: 'Romera‐Paredes', expected: 'romera paredes' },
    { name: 'minus sign', text: 'CO−2', expected: 'co 2' },
    { name: 'soft hyphen is nothing', text: 'speci\u00adfic', expected: 'specific' },
    { name: 'zero width space is nothing', text: 'sleep\u200b', expected: 'sleep' },
    { name: 'ligature', text: 'e\ufb03cient', expected: 'efficient' },
    { name: 'full-width digits', text: '２０１８', expected: '2018' },
    { name: 'superscript', text: 'R²', expected: 'r2' },
    { name: 'sharp s', text: 'Straße', expected: 'strasse' },
    { name: 'letters that do not decompose', text: 'Æøł Œđð Þħ', expected: 'aeol oedd thh' },
    { name: 'Turkish capital and dotless i', text: 'İstanbul ışık', expected: 'istanbul isik' },
    { name: 'a Greek letter as a symbol is written out', text: 'TGF-β1 and β-blockers', expected: 'tgf beta1 and beta blockers' },
    { name: 'the first and the last Greek letter', text: 'α to ω', expected: 'alpha to omega' },
    { name: 'a micro sign is mu', text: '5 µ', expected: '5 mu' },
    { name: 'a Greek word stays Greek, final sigma folded', text: 'Λόγος', expected: 'λογοσ' },
    { name: 'Cyrillic', text: 'Отчёт: Йод', expected: 'отчет иод' },
    { name: 'Arabic without harakat and direction marks', text: 'حَرّ‏', expected: 'حر' },
    { name: 'Hebrew without points', text: 'שָׁלוֹם', expected: 'שלום' },
    { name: 'Devanagari keeps its vowel signs', text: 'हिन्दी', expected: 'हिन्दी' },
    { name: 'kana keep their voicing marks', text: 'が ぱ', expected: 'が ぱ' },
    { name: 'Hangul stays syllables', text: '한국어', expected: '한국어' },
    { name: 'Chinese with a full-width colon', text: '城市：数据', expected: '城市 数据' },
    { name: 'question marks only', text: '???', expected: '' },
    { name: 'a dash only', text: '—', expected: '' },
    { name: 'ASCII punctuation only', text: '...', expected: '' },
  ])('$name', ({ text, expected }) => {
    expect(normaliseTitle(text)).toBe(expected)
  })

  it.each(scripts.input.rows)('PBR-013 $row: no title in another script vanishes', ({ row, title_a, title_b, same_work }) => {
    const [a, b] = [normaliseTitle(title_a), normaliseTitle(title_b)]
    if (row === 'c6') expect([a, b]).toEqual(['', ''])
    else expect(a === b).toBe(same_work)
  })

  it('is idempotent and holds no upper case, punctuation or double space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const once = normaliseTitle(text)
        expect(normaliseTitle(once)).toBe(once)
        expect(once).not.toMatch(/\p{P}|\s\s|^\s|\s$/u)
      }),
    )
  })
})

describe('unifyDashes', () => {
  it.each(['-', '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－', '˗', '⁃'])('%s', (dash) => {
    expect(unifyDashes(`a${dash}b`)).toBe('a-b')
  })
})
