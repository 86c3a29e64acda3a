import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { relevantFrom } from '@winnow/domain/state.ts'
import type { LexicalScores } from './lexical-screening.ts'
import { type AskedPaper, isInputCut } from './screening-prompt.ts'
import type { Judgement } from './screening-reply.ts'

type Screened = EventData<'DocumentScreened'>

/** The screener's name where words alone decided. */
export const lexical = 'lexical'

export interface ScreenedBatch {
  readonly workId: string
  readonly papers: readonly AskedPaper[]
  readonly judgements: ReadonlyMap<string, Judgement>
  /** Asked for when a pair is without a judgement. */
  readonly lexical: () => LexicalScores
  /** The model as routed. */
  readonly screener: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
  /** Entries of the replies that were about something else. */
  readonly ignored: number
}

/**
 * The outcome of a batch: an event for each paper and screener, in the order asked. Pairs that the model did not judge are
 * lexical. Usage, degraded steps and ignored entries of the batch stand on its first event, so that they count once.
 */
export function screeningEvents(batch: ScreenedBatch): NewEvent<'DocumentScreened'>[] {
  const drafts = batch.papers.flatMap((paper) => [byModel(paper, batch), byWords(paper, batch)].filter((draft) => draft !== null))
  return drafts.map((draft, index) => ({
    type: 'DocumentScreened',
    data: {
      ...draft,
      workId: batch.workId,
      part: index + 1,
      parts: drafts.length,
      ...(index === 0 && batch.ignored > 0 ? { ignored: batch.ignored } : {}),
      degraded: index === 0 ? [...batch.degraded] : [],
    },
    usage: index === 0 ? batch.usage : [],
  }))
}

type Draft = Omit<Screened, 'workId' | 'part' | 'parts' | 'ignored' | 'degraded'>

function byModel(paper: AskedPaper, batch: ScreenedBatch): Draft | null {
  const judgement = batch.judgements.get(paper.text.documentId)
  if (judgement === undefined) return null
  const excluded = [...judgement.scores.values()].every((score) => score < relevantFrom)
  return {
    documentId: paper.text.documentId,
    scores: Object.fromEntries(paper.subquestionIds.flatMap((id) => scoreOf(judgement, id))),
    note: judgement.note,
    ...(excluded ? { reason: judgement.exclusion ?? 'not relevant to the subquestions' } : {}),
    screener: batch.screener,
    ...(isInputCut(paper.text) ? { inputCut: true } : {}),
  }
}

function scoreOf({ scores }: Judgement, subquestionId: string): readonly (readonly [string, number])[] {
  const score = scores.get(subquestionId)
  return score === undefined ? [] : [[subquestionId, score]]
}

function byWords(paper: AskedPaper, batch: ScreenedBatch): Draft | null {
  const { documentId } = paper.text
  const judged = batch.judgements.get(documentId)?.scores
  const open = paper.subquestionIds.filter((id) => judged?.has(id) !== true)
  if (open.length === 0) return null
  const lexicalScores = batch.lexical()
  const scores = open.map((id) => [id, lexicalScores.get(id)?.get(documentId) ?? { relevance: 0, score: 0, median: 0 }] as const)
  const excluded = scores.every(([, { relevance }]) => relevance < relevantFrom)
  return {
    documentId,
    scores: Object.fromEntries(scores.map(([id, { relevance }]) => [id, relevance])),
    note: lexical,
    ...(excluded ? { reason: 'few words in common with the subquestions' } : {}),
    screener: lexical,
    lexical: Object.fromEntries(scores.map(([id, { score, median }]) => [id, { score, median }])),
    ...(paper.text.abstractCut ? { inputCut: true } : {}),
  }
}
