import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { rewriteReply, rewrittenFrom } from './rewrite.ts'

const place = (at: number) => ({
  place: at,
  sentence: { text: `Was ${at}.`, citations: ['D1'], evidence: ['D1.e1'], verdict: 'unsupported' as const },
  evidence: [item('D1.e1')],
})

describe('rewrittenFrom', () => {
  const batch = [place(3), place(8)]
  const rows = [
    {
      name: 'new texts under their keys',
      reply: { S1: 'Now so.', S2: 'And so.' },
      out: [
        [3, 'Now so.'],
        [8, 'And so.'],
      ],
    },
    { name: 'a null is left out', reply: { S1: null, S2: 'And so.' }, out: [[8, 'And so.']] },
    { name: 'so is a key left out', reply: { S1: 'Now so.' }, out: [[3, 'Now so.']] },
    { name: 'marks and line breaks go', reply: { S1: ' Now\nso [D9]. ', S2: null }, out: [[3, 'Now so.']] },
    { name: 'the words it had are no rewriting', reply: { S1: 'Was 3. ', S2: null }, out: [] },
    { name: 'nor is a text without words', reply: { S1: ' … ', S2: '[D1]' }, out: [] },
  ]
  test.each(rows)('$name', ({ reply, out }) => {
    const rewritten = rewrittenFrom(rewriteReply(2).parse(reply), batch)
    expect(rewritten.map((entry) => [entry.place, entry.sentence.text])).toEqual(out)
  })
  test('citations and evidence stay, and the sentence says that it was rewritten', () => {
    expect(rewrittenFrom({ S1: 'Now so.' }, batch)).toEqual([
      {
        place: 3,
        sentence: { text: 'Now so.', citations: ['D1'], evidence: ['D1.e1'], verdict: 'unsupported', rewritten: true },
        evidence: [item('D1.e1')],
      },
    ])
  })
  test('a text of 1500 signs fits, a longer one does not', () => {
    expect(rewriteReply(1).safeParse({ S1: 'x'.repeat(1500) }).success).toBe(true)
    expect(rewriteReply(1).safeParse({ S1: 'x'.repeat(1501) }).success).toBe(false)
  })
})
