import { expect, test } from 'vitest'
import { tidyParagraphs } from './tidy-paragraphs.ts'

test.each<[name: string, text: string, tidy: string]>([
  ['white space of every kind is one space', ' a \t b\u00A0\u2009c\r\n', 'a b c'],
  ['paragraphs are parted by one line feed', '\n\na\n \n\nb\n', 'a\nb'],
  ['soft hyphens and zero-width marks go', 'trans\u00ADform\u200Bed\uFEFF', 'transformed'],
  ['the invisible operators of MathML go', 'm\u2062s\u2061(x)\u2064\u2060y', 'ms(x)y'],
  ['what is next to them stays', '\u200A\u00AEa\u200Cb', '®a\u200Cb'],
  ['no character is taken for markup', 'p<b>0 &amp; q', 'p<b>0 &amp; q'],
  ['what no database stores is made visible', 'a\u0000b\uD800', 'a\uFFFDb\uFFFD'],
  ['nothing', ' \n ', ''],
])('%s', (_, text, tidy) => {
  expect(tidyParagraphs(text)).toBe(tidy)
})
