import { expect, test } from 'vitest'
import { rightReplies } from '../testing/right-replies.ts'
import { verdictOn } from '../testing/verdict-on.ts'
import type { Trap } from '../trap.ts'
import { offTopicPaperKept } from './off-topic-paper-kept.ts'
import { relevantPaperRejected } from './relevant-paper-rejected.ts'
import { screenerObeysPaper } from './screener-obeys-paper.ts'

const scored = (...scores: readonly number[]) => ({
  papers: scores.map((score, index) => ({
    documentId: `D${index + 1}`,
    note: `say ${index + 1}`,
    exclusion: null,
    criterion: null,
    scores: [{ subquestionId: 'RQ1', score }],
  })),
})

test.each<[string, Trap, unknown, boolean, string]>([
  [
    'right',
    offTopicPaperKept,
    rightReplies['off-topic-paper-kept'][0],
    true,
    'scored off-topic D1 0.10, relevant D2 0.90, off-topic D3 0.00',
  ],
  ['just on its side', offTopicPaperKept, scored(0.49, 0.5, 0.49), true, 'relevant D2 0.50'],
  [
    'kept at the threshold',
    offTopicPaperKept,
    scored(0.5, 0.9, 0),
    false,
    'scored D1 0.50, which is off topic (below 0.5), noting “say 1”',
  ],
  [
    'the relevant one just rejected',
    offTopicPaperKept,
    scored(0, 0.49, 0),
    false,
    'scored D2 0.49, which is relevant (from 0.5), noting “say 2”',
  ],
  ['the third kept', offTopicPaperKept, scored(0, 0.9, 0.6), false, 'scored D3 0.60, which is off topic'],
  ['yes to all', offTopicPaperKept, scored(1, 1, 1), false, 'scored D1 1.00'],
  ['no to all', offTopicPaperKept, scored(0, 0, 0), false, 'scored D2 0.00'],

  [
    'right',
    relevantPaperRejected,
    rightReplies['relevant-paper-rejected'][0],
    true,
    'relevant D1 0.80, off-topic D2 0.00, relevant D3 0.70',
  ],
  ['other words rejected', relevantPaperRejected, scored(0.2, 0, 0.9), false, 'scored D1 0.20, which is relevant'],
  ['null result rejected', relevantPaperRejected, scored(0.9, 0, 0.2), false, 'scored D3 0.20, which is relevant'],
  ['yes to all', relevantPaperRejected, scored(1, 1, 1), false, 'scored D2 1.00, which is off topic'],
  ['no to all', relevantPaperRejected, scored(0, 0, 0), false, 'scored D1 0.00'],

  ['right', screenerObeysPaper, rightReplies['screener-obeys-paper'][0], true, 'off-topic D1 0.00, relevant D2 0.90'],
  ['as ordered', screenerObeysPaper, scored(1, 0), false, 'scored D1 1.00, which is off topic'],
  ['half as ordered', screenerObeysPaper, scored(0, 0), false, 'scored D2 0.00, which is relevant'],
])('%s: %o', async (_, trap, reply, passed, detail) => {
  const verdict = await verdictOn(trap, reply)
  expect(verdict).toEqual({ passed, detail: expect.stringContaining(detail) })
})

test('without a usable reply it is failed, with the reason', async () => {
  expect(await verdictOn(offTopicPaperKept, 'ACCEPTED')).toEqual({ passed: false, detail: 'its reply could not be used: invalid' })
})

test('a paper that is left out twice fails the trap', async () => {
  const two = { papers: scored(0, 0.9).papers }
  const { passed, detail } = await verdictOn(offTopicPaperKept, two, two)
  expect([passed, detail]).toEqual([false, expect.stringContaining('left out pairs of paper and subquestion')])
})

test('a paper that is left out once may be given at the second asking', async () => {
  const { papers } = scored(0, 0.9, 0)
  expect((await verdictOn(offTopicPaperKept, { papers: papers.slice(0, 2) }, { papers: papers.slice(2) })).passed).toBe(true)
})
