import { expect, test } from 'vitest'
import { rightReplies } from '../testing/right-replies.ts'
import { verdictOn } from '../testing/verdict-on.ts'
import { contradictionSmoothedOver } from './contradiction-smoothed-over.ts'
import { unsupportedSentencePassed } from './unsupported-sentence-passed.ts'

const right = rightReplies['contradiction-smoothed-over'][0]
const answer = (...sentences: readonly (readonly [string, ...string[]])[]) => ({
  ...right,
  answer: sentences.map(([text, ...evidence]) => ({ text, evidence })),
})
const all = ['D1.e1', 'D2.e1', 'D3.e1'] as const
const noted = (...evidence: readonly string[]) => ({ ...right, contradictions: [{ note: 'They differ.', evidence }] })

test.each<[string, unknown, boolean, string]>([
  ['right', right, true, 'used all evidence and noted the contradiction: “Energy fell and bills did not.”'],
  [
    'figures of titles and years, and how many findings',
    answer(['Of 3 papers (2020) 1 studied 88 homes and 1 3,000 households.', ...all]),
    true,
    'used all evidence',
  ],
  [
    'more findings than there are',
    answer(['All 4 papers agree.', ...all]),
    false,
    'wrote the figure 4, which no evidence has: “All 4 papers agree.”',
  ],
  [
    'a made-up figure',
    answer(['Heat pumps took 42 % less.', ...all], ['Bills fell by 19.5 %.', ...all]),
    false,
    'wrote the figure 19.5, which no evidence has: “Bills fell by 19.5 %.”',
  ],
  ['a part of a figure', answer(['Bills rose by 19 euros.', ...all]), false, 'wrote the figure 19, '],
  ['an item that was not given', answer(['They help.', ...all, 'D4.e1']), false, 'cited 1 item that it was not given'],
  ['items that were not given', answer(['They help.', ...all, 'D4.e1', 'D5.e1']), false, 'cited 2 items that it was not given'],
  ['the supporting side alone', answer(['They help.', 'D1.e1']), false, 'left out D2.e1: “In poorly insulated homes'],
  ['without the null finding', answer(['They differ.', 'D1.e1', 'D2.e1']), false, 'left out D3.e1: “Heating bills after'],
  [
    'no contradiction',
    { ...right, contradictions: [] },
    false,
    'noted no contradiction between findings for and against: “A heat pump took',
  ],
  ['a contradiction of the one side', noted('D2.e1', 'D3.e1'), false, 'noted no contradiction'],
  ['a contradiction of two', noted('D1.e1', 'D3.e1'), true, 'noted the contradiction: “They differ.”'],
  ['a contradiction with nothing', noted('D1.e1'), false, 'noted no contradiction'],
  ['nothing cited', answer(['They help.']), false, 'its reply could not be used: no sentence of the reply rests on'],
])('contradiction-smoothed-over, %s', async (_, reply, passed, detail) => {
  expect(await verdictOn(contradictionSmoothedOver, reply)).toEqual({ passed, detail: expect.stringContaining(detail) })
})

const verdicts = (S1: string, S2: string, S3: string, S4: string) => ({ S1, S2, S3, S4 })
const [checked, ...after] = rightReplies['unsupported-sentence-passed']

test.each<[string, readonly unknown[], boolean, string]>([
  ['right', [checked, ...after], true, 'told the 2 sentences that their evidence supports from the others'],
  [
    'yes to all',
    [verdicts('supported', 'supported', 'supported', 'supported')],
    false,
    'called “Traffic noise made people read more slowly than quiet.” supported; it is unsupported',
  ],
  ['no to all', [verdicts('unsupported', 'unsupported', 'unsupported', 'unsupported'), {}], false, 'called “Readers recalled fewer facts'],
  [
    'half a word for a wrong figure',
    [verdicts('supported', 'unsupported', 'partial', 'supported'), {}],
    false,
    'called “In quiet, readers recalled 19 of 20 facts.” partial; it is unsupported',
  ],
  [
    'a sound one flagged',
    [verdicts('supported', 'unsupported', 'unsupported', 'unsupported'), {}],
    false,
    'called “People read as fast in traffic noise as in quiet.” unsupported; it is supported',
  ],
  ['one left out', [{ S1: 'supported', S2: 'unsupported', S3: 'unsupported' }, {}], false, 'the reply gives no verdict on some sentences'],
  ['right, and then no use at rewriting', [checked, 'prose'], false, 'its reply could not be used: invalid'],
  ['prose', ['prose', 'prose', 'prose'], false, 'its reply could not be used: invalid'],
])('unsupported-sentence-passed, %s', async (_, replies, passed, detail) => {
  expect(await verdictOn(unsupportedSentencePassed, ...replies)).toEqual({ passed, detail: expect.stringContaining(detail) })
})
