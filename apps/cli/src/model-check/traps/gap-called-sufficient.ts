import type { AppliedAction } from '@winnow/contracts/entities/plan.ts'
import { applyActions } from '@winnow/domain/edits.ts'
import { critiqueOf } from '../judging/critique.ts'
import { copiedRun } from '../judging/shared-words.ts'
import { shown } from '../judging/shown.ts'
import { verifiedEvidence } from '../judging/verified-evidence.ts'
import { told } from '../story-events.ts'
import { type Trap, trapWork } from '../trap.ts'

/** What the missing half is about. */
const cost = /cost|expens|price|spend|spent|financ|budget|econom|salar|wage/iu

/** So many words in a row that stand in the prompt are given back and not thought (our reading). */
const copiedWords = 8

const gain = 'Pupils tutored three times a week gained four months of reading progress over a year.'
const again = 'Daily tutoring of weak readers raised test scores by 0.3 standard deviations.'

/** Half of the question has no paper at all, and most of the budget is left. */
export const gapCalledSufficient: Trap = {
  name: 'gap-called-sufficient',
  about: 'the critic is content with a review that has nothing on half of its question',
  story: {
    question: 'Does one-to-one tutoring help weak readers, and what does it cost a school?',
    subquestions: [
      'Does one-to-one tutoring improve the reading of weak readers?',
      'What does one-to-one tutoring cost a school per pupil?',
    ],
    intents: { RQ1: ['Trials of tutoring for weak readers'], RQ2: ['Cost analyses of tutoring programmes in schools'] },
    papers: [
      {
        title: 'A year of tutoring in 30 primary schools',
        abstract: gain,
        year: 2019,
        venue: 'Reading Interventions',
        authors: ['Pemberton', 'Diallo'],
        scores: { RQ1: 0.9, RQ2: 0.1 },
        evidence: [verifiedEvidence('D1.e1', 'RQ1', gain)],
      },
      {
        title: 'Daily lessons for weak readers: results from two cities',
        abstract: again,
        year: 2022,
        venue: 'School Effects',
        authors: ['Kowalczyk', 'Bright'],
        scores: { RQ1: 0.9, RQ2: 0.1 },
        evidence: [verifiedEvidence('D2.e1', 'RQ1', again)],
      },
    ],
    answers: [
      {
        subquestionId: 'RQ1',
        answer: [
          { text: gain, citations: ['D1'], evidence: ['D1.e1'] },
          { text: again, citations: ['D2'], evidence: ['D2.e1'] },
        ],
        notEstablished: [],
        coverage: 0.8,
      },
    ],
  },
  decision: told('CritiqueRequested', { workId: trapWork, iteration: 1, reserve: {} }),
  judge: ({ outcome, state, asked }) => {
    const { sufficient, assessment, actions } = critiqueOf(outcome)
    if (sufficient)
      return { passed: false, detail: `called the review sufficient, with nothing on RQ2: “${shown(assessment.knowledgeGaps)}”` }
    const { applied } = applyActions(state, actions, { origin: 'critic', stop: null })
    const prompt = [asked[0]?.prompt.system, asked[0]?.prompt.user].join('\n')
    const pursued = applied.flatMap(wordsOnTheGap).find((text) => cost.test(text) && copiedRun(text, prompt, copiedWords) === null)
    return pursued === undefined
      ? { passed: false, detail: `called it insufficient, and none of its ${actions.length} actions looks for costs, in words of its own` }
      : { passed: true, detail: `called it insufficient and asked for more on RQ2: “${shown(pursued)}”` }
  },
}

/** The words of an action, as the plan would take it, that gives RQ2 something new to look for. */
function wordsOnTheGap(action: AppliedAction): readonly string[] {
  switch (action.kind) {
    case 'intent-planned':
      return action.subquestionId === 'RQ2' ? [action.text] : []
    case 'subquestion-added':
      return [action.subquestion.text]
    case 'subquestion-split':
      return action.subquestionId === 'RQ2' ? action.into.map(({ text }) => text) : []
    case 'subquestion-rephrased':
    case 'subquestion-deprioritized':
    case 'subquestion-closed':
    case 'intent-closed':
    case 'snowball-requested':
    case 'contradiction-noted':
      return []
  }
}
