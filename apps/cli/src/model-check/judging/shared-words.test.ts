import { expect, test } from 'vitest'
import { copiedRun, sharedContent, wordsOnTopic } from './shared-words.ts'

const source = 'Describe the kinds of paper, that would help.'

test.each([
  ['the whole run', 'kinds of paper that', 4, 'kinds of paper that'],
  ['in other case and punctuation', 'The KINDS: of paper (that)', 4, 'the kinds of paper'],
  ['within other words', 'we say of paper that would be fine', 4, 'of paper that would'],
  ['one word too few', 'of paper that is', 4, null],
  ['as many, of which one differs', 'kinds of papers that', 4, null],
  ['a run that ends within a word', 'kinds of paper tha', 4, null],
  ['a run that begins within a word', 'inds of paper that', 4, null],
  ['the end of both', 'that would help', 3, 'that would help'],
  ['a text shorter than the run', 'kinds of', 3, null],
  ['nothing', '', 1, null],
] as const)('copied: %s', (_, text, run, copied) => {
  expect(copiedRun(text, source, run)).toBe(copied)
})

test.each([
  ['soil nitrate losses', 'losses of nitrate in the soil', 1],
  ['soil nitrate', 'nitrate of rivers', 1 / 3],
  ['soil', 'river', 0],
  ['the of', 'and', 0],
] as const)('content that “%s” and “%s” share', (a, b, share) => {
  expect(sharedContent(a, b)).toBeCloseTo(share, 10)
})

test.each([
  ['Losses of nitrate', 'nitrate loss', 2],
  ['the of and', 'the of and', 0],
  ['nitrate nitrate', 'nitrate', 1],
] as const)('words of “%s” on the topic “%s”', (text, topic, count) => {
  expect(wordsOnTopic(text, topic)).toBe(count)
})
