import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { relevantFrom } from '@winnow/domain/state.ts'
import type { Fallback } from './fallbacks.ts'
import { type AskedPaper, isInputCut } from './screening-prompt.ts'
import type { Judgement } from './screening-reply.ts'

type Screened = EventData<'DocumentScreened'>

export interface ScreenedBatch {
  readonly workId: string
  readonly pass: ScreeningPass | undefined
  readonly papers: readonly AskedPaper[]
  readonly judgements: ReadonlyMap<string, Judgement>
  /** Judges the pairs that are without a judgement. */
  readonly fallback: Fallback
  /** The model as routed. */
  readonly screener: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
  /** Entries of the replies that were about something else. */
  readonly ignored: number
}

/**
 * The outcome of a batch: an event for each paper and screener, in the order asked. Pairs that the model did not judge are
 * the fallback's; where nobody has judged anything, the batch ends with an event without scores. Usage, degraded steps and
 * ignored entries of the batch stand on its first event, so that they count once.
 */
export function screeningEvents(batch: ScreenedBatch): NewEvent<'DocumentScreened'>[] {
  const judged = batch.papers.flatMap((paper) => [byModel(paper, batch), byRule(paper, batch)].filter((draft) => draft !== null))
  const drafts = judged.length > 0 ? judged : batch.papers.slice(0, 1).map((paper) => withoutJudgement(paper, batch))
  return drafts.map((draft, index) => ({
    type: 'DocumentScreened',
    data: {
      ...draft,
      workId: batch.workId,
      part: index + 1,
      parts: drafts.length,
      ...(batch.pass === undefined ? {} : { pass: batch.pass }),
      ...(index === 0 && batch.ignored > 0 ? { ignored: batch.ignored } : {}),
      degraded: index === 0 ? [...batch.degraded] : [],
    },
    usage: index === 0 ? batch.usage : [],
  }))
}

type Draft = Omit<Screened, 'workId' | 'part' | 'parts' | 'pass' | 'ignored' | 'degraded'>

function byModel(paper: AskedPaper, batch: ScreenedBatch): Draft | null {
  const judgement = batch.judgements.get(paper.text.documentId)
  if (judgement === undefined) return null
  const excluded = [...judgement.scores.values()].every((score) => score < relevantFrom)
  return {
    documentId: paper.text.documentId,
    scores: Object.fromEntries(paper.subquestionIds.flatMap((id) => scoreOf(judgement, id))),
    note: judgement.note,
    ...(excluded ? { reason: judgement.exclusion ?? 'not relevant to the subquestions' } : {}),
    ...(excluded && judgement.criterion !== null ? { criterion: judgement.criterion } : {}),
    screener: readerName(batch),
    ...(isInputCut(paper.text) ? { inputCut: true } : {}),
  }
}

/**
 * Who judged, as the event names it. A model that adjudicates, or screens a sample again, judges what it has judged before, on
 * purpose and in a request of its own: that is another reading, told apart from the first (spec §5: no pair twice per screener).
 */
function readerName({ screener, pass }: ScreenedBatch): string {
  switch (pass) {
    case undefined:
    case 'second':
      return screener
    case 'adjudication':
      return `${screener}, adjudicating`
    case 'sample':
      return `${screener}, again`
  }
}

function scoreOf({ scores }: Judgement, subquestionId: string): readonly (readonly [string, number])[] {
  const score = scores.get(subquestionId)
  return score === undefined ? [] : [[subquestionId, score]]
}

function byRule(paper: AskedPaper, batch: ScreenedBatch): Draft | null {
  const { documentId, abstractCut } = paper.text
  const judged = batch.judgements.get(documentId)?.scores
  const open = paper.subquestionIds.filter((id) => judged?.has(id) !== true)
  const own = open.length === 0 ? null : batch.fallback(paper, open)
  return own === null ? null : { documentId, ...own, ...(abstractCut ? { inputCut: true } : {}) }
}

function withoutJudgement({ text: { documentId } }: AskedPaper, { screener }: ScreenedBatch): Draft {
  return { documentId, scores: {}, note: 'no judgement', screener }
}
