import { itemsOf, missingFinding } from '../judging/finding.ts'
import { longPaper } from '../judging/long-paper.ts'
import { readingOfTheFirst } from '../judging/reading-decision.ts'
import type { Trap } from '../trap.ts'

/** Characters of the paper: about 11,500 tokens, just below what a reader is shown at a time. */
const paperCharacters = 46_000
const parts = 12

/** One finding at the very beginning, one in the middle, one at the end: a window that is too small loses the first, or the second. */
const findings = [
  {
    subquestionId: 'RQ1',
    figure: '4.7',
    share: 0,
    place: 'beginning',
    sentence: 'Apples in the northern stores lost 4.7 % of their weight over the winter.',
  },
  {
    subquestionId: 'RQ2',
    figure: '6.2',
    share: 0.5,
    place: 'middle',
    sentence: 'Apples in the central stores lost 6.2 % of their weight over the winter.',
  },
  {
    subquestionId: 'RQ3',
    figure: '8.9',
    share: 0.98,
    place: 'end',
    sentence: 'Apples in the southern stores lost 8.9 % of their weight over the winter.',
  },
] as const

/** A full text of the greatest length that a reader is shown; all of it reaches the prompt, and is to reach the model. */
export const contextCut: Trap = {
  name: 'context-cut',
  about: 'the model, or its server, drops a part of a long prompt without a word',
  story: {
    question: 'How much weight do apples lose in storage?',
    subquestions: ['northern', 'central', 'southern'].map((region) => `How much weight do apples lose in the ${region} stores?`),
    papers: [
      {
        title: 'Weight losses of apples in thirty stores over one winter',
        abstract: 'We report how thirty apple stores are run, and the weight losses of apples in the north, the centre and the south.',
        year: 2021,
        venue: 'Storage of Fruit',
        authors: ['Zielinski', 'Grant'],
        fullText: longPaper(paperCharacters, parts, findings),
      },
    ],
  },
  decision: readingOfTheFirst(['RQ1', 'RQ2', 'RQ3']),
  judge: ({ outcome }) => {
    const items = itemsOf(outcome)
    for (const { place, ...finding } of findings) {
      const missing = missingFinding(items, finding)
      if (missing !== null) return { passed: false, detail: `of what stands at the ${place} of a long paper: ${missing}` }
    }
    return { passed: true, detail: `took down what stands at the beginning, the middle and the end of ${paperCharacters} characters` }
  },
}
