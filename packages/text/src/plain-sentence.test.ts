import { describe, expect, test } from 'vitest'
import { plainSentence } from './plain-sentence.ts'

describe('plainSentence', () => {
  const rows = [
    { name: 'white space collapses', in: '  Rates\n\trose.  ', out: 'Rates rose.' },
    { name: 'a bracketed number becomes (n)', in: 'Rates rose [3].', out: 'Rates rose (3).' },
    { name: 'a bracketed list and range too', in: 'Rates rose [3, 4] and fell [5–7].', out: 'Rates rose (3, 4) and fell (5–7).' },
    { name: 'other brackets stay', in: 'It rose [sic] in [mg/l].', out: 'It rose [sic] in [mg/l].' },
  ]
  test.each(rows)('$name', ({ in: given, out }) => {
    expect(plainSentence(given)).toBe(out)
  })
})
