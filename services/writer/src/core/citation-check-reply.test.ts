import { describe, expect, test } from 'vitest'
import { verdictsFrom, verdictsReply } from './citation-check-reply.ts'

const place = { place: 0, sentence: { text: 'It rose.', citations: ['D1'], evidence: ['D1.e1'] }, evidence: [] }

describe('verdicts of a reply', () => {
  const rows = [
    { name: 'one for each sentence', reply: { S1: 'supported', S2: 'cannot-check' }, verdicts: ['supported', 'cannot-check'] },
    { name: 'the other two', reply: { S1: 'partial', S2: 'unsupported' }, verdicts: ['partial', 'unsupported'] },
    { name: 'one left out is null', reply: { S2: 'partial' }, verdicts: [null, 'partial'] },
    { name: 'null stays null', reply: { S1: null, S2: 'supported' }, verdicts: [null, 'supported'] },
    {
      name: 'a key beyond the batch says nothing',
      reply: { S1: 'supported', S2: 'supported', S3: 'partial' },
      verdicts: ['supported', 'supported'],
    },
  ]
  test.each(rows)('$name', ({ reply, verdicts }) => {
    expect(verdictsFrom(verdictsReply(2).parse(reply), [place, place])).toEqual(verdicts)
  })
  test('another word is no verdict', () => {
    expect(verdictsReply(1).safeParse({ S1: 'maybe' }).success).toBe(false)
  })
})
