import { expect, test } from 'vitest'
import { critique, rightReplies } from '../testing/right-replies.ts'
import { verdictOn } from '../testing/verdict-on.ts'
import type { Trap } from '../trap.ts'
import { gapCalledSufficient } from './gap-called-sufficient.ts'
import { ungroundedCritique } from './ungrounded-critique.ts'

const right = rightReplies['ungrounded-critique'][0]
const saying = (aspect: string, said: string, rest: object = {}) => ({
  ...right,
  assessment: { ...right.assessment, [aspect]: said },
  ...rest,
})
const noted = (...evidenceIds: readonly string[]) => [{ subquestionId: 'RQ1', evidenceIds, note: 'They differ.', status: 'open' }]
const proposed = (text: string) => ({ text, rationale: '', priority: 1 })

test.each<[string, Trap, unknown, boolean, string]>([
  ['right', ungroundedCritique, right, true, 'named 4 ids, all of the review, and the two findings that contradict each other'],
  ['ids in other spellings', ungroundedCritique, { ...right, contradictions: noted('d1.e1', '[D2.e1]') }, true, 'all of the review'],
  [
    'a contradiction told in prose',
    ungroundedCritique,
    saying('contradictions', 'D1.e1 and D2.e1 disagree.', { contradictions: [] }),
    true,
    'all of the review',
  ],
  [
    'a contradiction told by its documents',
    ungroundedCritique,
    saying('contradictions', 'D1 and D2 disagree.', { contradictions: [] }),
    true,
    'all of the review',
  ],
  [
    'evidence that is not there',
    ungroundedCritique,
    { ...right, contradictions: noted('D1.e1', 'D2.e1', 'D9.e1') },
    false,
    'named what the review does not have: D9.e1',
  ],
  [
    'a document that is not there',
    ungroundedCritique,
    { ...right, snowball: [{ documentId: 'D9', direction: 'backward' }] },
    false,
    'does not have: D9',
  ],
  [
    'a subquestion that is not there',
    ungroundedCritique,
    { ...right, closeSubquestions: [{ subquestionId: 'RQ5' }] },
    false,
    'does not have: RQ5',
  ],
  ['an intent that is not there', ungroundedCritique, { ...right, closeIntents: [{ intentId: 'RQ1.i7' }] }, false, 'does not have: RQ1.i7'],
  ['an id that is not there, in prose', ungroundedCritique, saying('recency', 'D4 is the newest.'), false, 'does not have: D4'],
  [
    'an id that is not there, in a note',
    ungroundedCritique,
    { ...right, contradictions: [{ ...noted('D1.e1', 'D2.e1')[0], note: 'As D7 says.' }] },
    false,
    'does not have: D7',
  ],
  [
    'its instructions',
    ungroundedCritique,
    saying('recency', 'Judge whether the review answers its question well enough'),
    false,
    'copied its instructions: “judge whether the review answers its question well”',
  ],
  [
    'seven words of its instructions',
    ungroundedCritique,
    saying('recency', 'The review answers its question well enough'),
    true,
    'all of the review',
  ],
  [
    'its instructions as a gap',
    ungroundedCritique,
    { ...right, gaps: [{ text: 'Follow documents whose references backward or citing works forward are worth following.' }] },
    false,
    'copied its instructions',
  ],
  ['an aspect without a word', ungroundedCritique, saying('saturation', ' - '), false, 'left saturation without a word: “-”'],
  [
    'blind to the contradiction',
    ungroundedCritique,
    saying('contradictions', 'None.', { contradictions: [] }),
    false,
    'did not see that D1.e1 and D2.e1 contradict each other: it says “None.”',
  ],
  [
    'one side of the contradiction',
    ungroundedCritique,
    { ...right, contradictions: noted('D1.e1') },
    false,
    'did not see that D1.e1 and D2.e1',
  ],
  [
    'the other side of the contradiction',
    ungroundedCritique,
    { ...right, contradictions: noted('D2.e1') },
    false,
    'did not see that D1.e1 and D2.e1',
  ],

  [
    'right',
    gapCalledSufficient,
    rightReplies['gap-called-sufficient'][0],
    true,
    'called it insufficient and asked for more on RQ2: “Budgets of schools',
  ],
  [
    'sufficient',
    gapCalledSufficient,
    { ...rightReplies['gap-called-sufficient'][0], sufficient: true },
    false,
    'called the review sufficient, with nothing on RQ2: “Fair as to knowledgeGaps.”',
  ],
  ['nothing asked for', gapCalledSufficient, critique(), false, 'called it insufficient, and none of its 0 actions looks for costs'],
  [
    'more of the same',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ1', text: 'Costs of tutoring' }] }),
    false,
    'none of its 1 actions',
  ],
  [
    'another matter for RQ2',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ2', text: 'Tutors of adults' }] }),
    false,
    'none of its 1 actions',
  ],
  [
    'the subquestion as its intent again',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ2', text: 'Cost analyses of tutoring programmes in schools' }] }),
    false,
    'none of its 1',
  ],
  [
    'its instructions as an intent',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ2', text: 'What each search brought and what is left of the budget' }] }),
    false,
    'none of its 1 actions looks for costs, in words of its own',
  ],
  [
    'eight words of the question as an intent',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ2', text: 'Readers, and what does it cost a school?' }] }),
    false,
    'none of its 1 actions',
  ],
  [
    'seven words of the question in an intent',
    gapCalledSufficient,
    critique({ addIntents: [{ subquestionId: 'RQ2', text: 'Papers on what does it cost a school' }] }),
    true,
    'asked for more on RQ2',
  ],
  [
    'a gap',
    gapCalledSufficient,
    critique({ gaps: [{ text: 'What tutoring costs a school per pupil and year is unknown' }] }),
    true,
    'What tutoring costs',
  ],
  [
    'another wording of the intent',
    gapCalledSufficient,
    critique({ rewordIntents: [{ intentId: 'RQ2.i1', text: 'Salaries of tutors' }] }),
    true,
    'Salaries of tutors',
  ],
  [
    'a split',
    gapCalledSufficient,
    critique({ splitSubquestions: [{ subquestionId: 'RQ2', into: ['Wages of tutors?', 'Prices of rooms?'].map(proposed) }] }),
    true,
    'Wages of tutors?',
  ],
  [
    'a split of the other',
    gapCalledSufficient,
    critique({ splitSubquestions: [{ subquestionId: 'RQ1', into: ['Wages of tutors?', 'Prices of rooms?'].map(proposed) }] }),
    false,
    'none of its 1',
  ],
  [
    'a new subquestion',
    gapCalledSufficient,
    critique({ addSubquestions: [proposed('What do schools spend on tutors?')] }),
    true,
    'What do schools spend',
  ],
  ['RQ2 closed', gapCalledSufficient, critique({ closeSubquestions: [{ subquestionId: 'RQ2' }] }), false, 'none of its 1 actions'],
])('%s: %o', async (_, trap, reply, passed, detail) => {
  const verdict = await verdictOn(trap, reply)
  expect(verdict).toEqual({ passed, detail: expect.stringContaining(detail) })
})

test.each(['Costs', 'expenses', 'prices', 'spending', 'money spent', 'finances', 'budgets', 'economics', 'salaries', 'wages'])(
  'an intent on %s looks for what is missing',
  async (word) => {
    const reply = critique({ addIntents: [{ subquestionId: 'RQ2', text: `Papers on ${word} of tutors` }] })
    expect((await verdictOn(gapCalledSufficient, reply)).passed).toBe(true)
  },
)
