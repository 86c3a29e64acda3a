import { describe, expect, it } from 'vitest'
import { decodeEntities } from './entities.ts'

describe('decodeEntities', () => {
  it.each([
    { text: '&eacute;&Eacute;&szlig;&yuml;', expected: 'éÉßÿ' },
    { text: '&nbsp;&iexcl;', expected: '\u00a0¡' },
    { text: '&Alpha;&Rho;&Sigma;&Omega;&alpha;&sigmaf;&sigma;&omega;', expected: 'ΑΡΣΩαςσω' },
    { text: '&lsquo;&rsquo;&ldquo;&rdquo;&bull;&rarr;', expected: '‘’“”•→' },
    { text: '&quot;&apos;&ndash;&mdash;&hellip;&le;&ge;&minus;&infin;', expected: '"\'–—…≤≥−∞' },
    { text: '&#150;&#x92;', expected: '–’' },
    { text: '&#128;&#159;', expected: '€Ÿ' },
    { text: '&#129;&#141;&#143;&#144;&#157;&#1;', expected: '\u0081\u008d\u008f\u0090\u009d\u0001' },
    { text: '&#127;&#160;', expected: '\u007f\u00a0' },
    { text: '&#0;&#xD800;&#xDFFF;&#x110000;', expected: '����' },
    { text: '&#x10FFFF;&#xD7FF;&#xE000;', expected: '\u{10FFFF}\uD7FF\uE000' },
    { text: 'R&D; &unknownname; &copy &;', expected: 'R&D; &unknownname; &copy &;' },
  ])('$text', ({ text, expected }) => {
    expect(decodeEntities(text)).toBe(expected)
  })
})
