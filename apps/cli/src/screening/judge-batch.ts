import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { DocumentText } from '@winnow/domain/document-text.ts'
import { relevantFrom } from '@winnow/domain/state.ts'
import { screeningPrompt } from '@winnow/screener/core/screening-prompt.ts'
import { type Judgement, judge, mergeJudgements } from '@winnow/screener/core/screening-reply.ts'
import type { AskScreener } from './screening-model.ts'

/** What is asked of each paper: the question is its own only subquestion. */
export const onlyQuestion = 'RQ1'

/** What was decided of one paper, and by whom. */
export interface Verdict {
  readonly documentId: string
  /** Relevance in [0,1]. */
  readonly score: number
  readonly included: boolean
  /** The model's note, and its reason for an exclusion. */
  readonly reasons: readonly string[]
  readonly by: 'model' | 'lexical'
}

export interface JudgedBatch {
  /** In the order asked. */
  readonly verdicts: readonly Verdict[]
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}

export interface BatchContext {
  readonly ask: AskScreener
  readonly question: string
  /** '' when there are none. */
  readonly criteria: string
  /** Relevance by shared words, for a paper without a judgement. */
  readonly lexical: (documentId: string) => number
}

/**
 * Screens one batch as the service screener does (spec §5): ids are repaired, what the reply left out or contradicted is asked once
 * more, and what is still open is decided by shared words.
 */
export async function judgeBatch(papers: readonly DocumentText[], context: BatchContext): Promise<JudgedBatch> {
  const first = await askAbout(papers, context)
  const open = papers.filter(({ documentId }) => !first.judgements.has(documentId))
  // A model that could not be asked is not asked again at once.
  const second = open.length === 0 || first.degraded.length > 0 ? null : await askAbout(open, context)
  const judgements = mergeJudgements(first.judgements, second?.judgements ?? new Map<string, Judgement>())
  const missing = papers.some(({ documentId }) => !judgements.has(documentId))
  const degraded = [...first.degraded, ...(second?.degraded ?? [])]
  return {
    verdicts: papers.map(({ documentId }) => verdictOf(documentId, judgements.get(documentId), context)),
    usage: [...first.usage, ...(second?.usage ?? [])],
    degraded: missing && degraded.length === 0 ? [{ role: 'screener', reason: 'the reply left out papers, twice', count: 1 }] : degraded,
  }
}

async function askAbout(papers: readonly DocumentText[], { ask, question, criteria }: BatchContext) {
  const subquestions = new Map([[onlyQuestion, question]])
  const asked = papers.map((text) => ({ text, subquestionIds: [onlyQuestion] }))
  const answer = await ask(screeningPrompt({ question, criteria: criteria === '' ? null : criteria, subquestions, papers: asked }))
  const judgements = answer.value === null ? new Map<string, Judgement>() : judge(answer.value, asked, subquestions).judgements
  return { judgements, usage: answer.usage, degraded: answer.degraded }
}

function verdictOf(documentId: string, judgement: Judgement | undefined, { lexical }: BatchContext): Verdict {
  const judged = judgement?.scores.get(onlyQuestion)
  if (judgement === undefined || judged === undefined) {
    const score = lexical(documentId)
    const included = score >= relevantFrom
    return { documentId, score, included, reasons: [included ? 'by shared words' : 'few words in common with the question'], by: 'lexical' }
  }
  const included = judged >= relevantFrom
  const exclusion = included ? [] : [judgement.exclusion ?? 'not relevant to the question']
  return { documentId, score: judged, included, reasons: [...exclusion, ...(judgement.note === '' ? [] : [judgement.note])], by: 'model' }
}
