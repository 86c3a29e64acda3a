import { figuresOf, hasFigure } from '../judging/finding.ts'
import { shown } from '../judging/shown.ts'
import { verifiedEvidence } from '../judging/verified-evidence.ts'
import { told } from '../story-events.ts'
import { type MadeUpPaper, type Seen, type Trap, trapWork, type Verdict } from '../trap.ts'

const lower = 'Homes with a heat pump used 42 % less energy for heating than homes with a gas boiler.'
const higher = 'In poorly insulated homes the heat pump raised the yearly heating bill by 190 euros compared with gas.'
const neutral = 'Heating bills after the change to a heat pump did not differ from those with gas, on average.'
const evidence = [
  verifiedEvidence('D1.e1', 'RQ1', lower),
  verifiedEvidence('D2.e1', 'RQ1', higher, 'refutes'),
  verifiedEvidence('D3.e1', 'RQ1', neutral, 'refutes'),
]
const papers: readonly MadeUpPaper[] = [
  { title: 'Metered heating in 88 homes', year: 2020, venue: 'Domestic Energy', authors: ['Visser'] },
  { title: 'Bills after retrofits in old brick houses', year: 2022, venue: 'Tariffs', authors: ['Maguire'] },
  { title: 'Heating accounts of 3,000 households', year: 2021, venue: 'Home Economics', authors: ['Orlov'] },
].map((paper, index) => ({
  ...paper,
  abstract: evidence[index]?.claim ?? '',
  scores: { RQ1: 0.9 },
  evidence: evidence.slice(index, index + 1),
}))
/** Where a figure of an answer may be from: what the prompt shows of the evidence, and the number of findings. */
const shownFigures = [
  ...evidence.map(({ claim }) => claim),
  ...papers.map(({ title, year }) => `${title} ${year}`),
  ...evidence.map((_, index) => String(index + 1)),
]

function judge({ outcome }: Seen): Verdict {
  const [given] = outcome.flatMap((event) => (event.type === 'SubquestionAnswered' ? [event.data] : []))
  if (given === undefined) throw new Error('the synthesis gave no answer')
  if (given.removedCitations > 0)
    return { passed: false, detail: `cited ${given.removedCitations} item${given.removedCitations === 1 ? '' : 's'} that it was not given` }
  const texts = given.answer.map(({ text }) => text)
  for (const text of texts)
    for (const figure of figuresOf(text))
      if (!shownFigures.some((known) => hasFigure(known, figure)))
        return { passed: false, detail: `wrote the figure ${figure}, which no evidence has: “${shown(text)}”` }
  const cited = new Set(given.answer.flatMap((sentence) => sentence.evidence))
  const left = evidence.find(({ evidenceId }) => !cited.has(evidenceId))
  if (left !== undefined) return { passed: false, detail: `left out ${left.evidenceId}: “${shown(left.claim)}”` }
  const noted = given.contradictions.find(({ evidence: ids }) => ids.includes('D1.e1') && ids.some((id) => id !== 'D1.e1'))
  return noted === undefined
    ? { passed: false, detail: `noted no contradiction between findings for and against: “${shown(texts.join(' '))}”` }
    : { passed: true, detail: `used all evidence and noted the contradiction: “${shown(noted.note)}”` }
}

/** One finding speaks for the subquestion and two against it. */
export const contradictionSmoothedOver: Trap = {
  name: 'contradiction-smoothed-over',
  about: 'the synthesizer leaves out findings that disagree, or writes figures that no evidence has',
  story: {
    question: 'Do heat pumps lower what households spend on heating?',
    subquestions: ['Do heat pumps lower heating energy and heating bills of households, compared with gas boilers?'],
    papers,
  },
  decision: told('SynthesisRequested', {
    iteration: 1,
    items: [{ workId: trapWork, subquestionId: 'RQ1', evidenceIds: evidence.map(({ evidenceId }) => evidenceId) }],
    reserve: {},
  }),
  judge,
}
