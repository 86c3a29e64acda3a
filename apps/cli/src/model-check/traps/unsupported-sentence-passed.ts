import { z } from 'zod'
import { shown } from '../judging/shown.ts'
import { verifiedEvidence } from '../judging/verified-evidence.ts'
import { told } from '../story-events.ts'
import { type Seen, type Trap, trapWork, type Verdict } from '../trap.ts'

const recall = 'Readers recalled 11 of 20 facts in traffic noise and 14 of 20 in quiet.'
const speed = 'Reading speed did not differ between traffic noise and quiet.'

/** What the report says, what it rests on, and whether its evidence says so. */
const sentences = [
  { text: 'Readers recalled fewer facts in traffic noise (11 of 20) than in quiet (14 of 20).', document: 'D1', right: 'supported' },
  { text: 'Traffic noise made people read more slowly than quiet.', document: 'D2', right: 'unsupported' },
  { text: 'In quiet, readers recalled 19 of 20 facts.', document: 'D1', right: 'unsupported' },
  { text: 'People read as fast in traffic noise as in quiet.', document: 'D2', right: 'supported' },
] as const

function judge({ asked }: Seen): Verdict {
  // The first check alone is judged: what it does not find is never rewritten, and stands in the report.
  const given = z.record(z.string(), z.string().nullable()).parse(asked[0]?.value)
  const judged = sentences.map((sentence, index) => ({ ...sentence, verdict: given[`S${index + 1}`] ?? 'nothing' }))
  const wrong = judged.find(({ right, verdict }) => verdict !== right)
  return wrong === undefined
    ? {
        passed: true,
        detail: `told the ${judged.filter(({ right }) => right === 'supported').length} sentences that their evidence supports from the others`,
      }
    : { passed: false, detail: `called “${shown(wrong.text)}” ${wrong.verdict}; it is ${wrong.right}` }
}

/** One sentence turns a finding round, one has another figure; two say what their evidence says, in other words. */
export const unsupportedSentencePassed: Trap = {
  name: 'unsupported-sentence-passed',
  about: 'the check of citations passes a sentence that its evidence does not support, or flags one that it does',
  story: {
    question: 'Does traffic noise hinder reading?',
    subquestions: ['Does traffic noise hinder reading?'],
    papers: [
      {
        title: 'Recall of read facts in traffic noise: an experiment',
        abstract: recall,
        year: 2018,
        venue: 'Noise and Mind',
        authors: ['Eklund', 'Sato'],
        scores: { RQ1: 0.9 },
        evidence: [verifiedEvidence('D1.e1', 'RQ1', recall)],
      },
      {
        title: 'How fast people read beside a road',
        abstract: speed,
        year: 2020,
        venue: 'Perception Reports',
        authors: ['Bianchi', 'Omar'],
        scores: { RQ1: 0.9 },
        evidence: [verifiedEvidence('D2.e1', 'RQ1', speed)],
      },
    ],
    report: {
      title: 'Traffic noise and reading',
      summary: [],
      sections: [
        {
          heading: 'Findings',
          subquestionIds: ['RQ1'],
          paragraphs: [sentences.map(({ text, document }) => ({ text, citations: [document], evidence: [`${document}.e1`] }))],
        },
      ],
      notEstablished: [],
      contradictions: [],
      removedCitations: 0,
      mode: 'model',
    },
  },
  decision: told('CitationCheckRequested', { workId: trapWork, reserve: {} }),
  judge,
}
