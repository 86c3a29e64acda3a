import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanLine, cleanText, cleanToken } from './clean-text.ts'
import pbr013 from './fixtures/pbr-013.json' with { type: 'json' }

// Read as text: the module loader refuses the lone surrogates that this case is about.
const pbr033: { input: { rows: { in: string }[] } } = JSON.parse(readFileSync(new URL('./fixtures/pbr-033.json', import.meta.url), 'utf8'))

test.each<[text: string, clean: string]>([
  ['H<sub>2</sub>O &amp; <i>x</i>', 'H2O & x'],
  ['a  b\nc', 'a b c'],
  ['p < 0.05', 'p < 0.05'],
  ['<p>one</p><p>two</p>', 'one\ntwo'],
  ['e\u0301', 'é'],
])('text %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('a line has no line end', () => {
  expect(cleanLine('<p>one</p><p>two</p>')).toBe('one two')
})

test('an identifier is never read as markup', () => {
  expect(cleanToken(' 10.5555/(SICI)1(1996)2:3<b>A>5\u0000 ')).toBe('10.5555/(SICI)1(1996)2:3<b>A>5\uFFFD')
})

test('PBR-033: what a database or provider would refuse is gone, the rest stays', () => {
  const cleaned = pbr033.input.rows.map((row) => cleanText(row.in))
  expect(cleaned.slice(0, 6)).toEqual([
    'speci\uFFFDc gain',
    'heat \uFFFD',
    '\uFFFD fire',
    'fire \u{1F525} ok',
    'key\uFFFD',
    'tab andcontrol',
  ])
  for (const text of cleaned) expect(text).toSatisfy((value: string) => value.isWellFormed() && !value.includes('\u0000'))
})

test('PBR-013: titles in other scripts keep all their letters', () => {
  for (const row of pbr013.input.rows) {
    for (const title of [row.title_a, row.title_b])
      expect(cleanLine(title).replace(/\s/g, '')).toBe(title.normalize('NFC').replace(/\s/g, ''))
  }
})
