import { compareIds } from '@winnow/contracts/ids.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { jaccard } from '@winnow/text/jaccard.ts'
import type { Corpus } from '../../corpus.ts'
import { documentText } from '../../document-text.ts'
import { usableEvidence } from '../../evidence-owner.ts'
import { fold } from '../../evolve.ts'
import { liveDocuments } from '../../live-documents.ts'
import { checkQuote } from '../../quote-check.ts'
import { contentTokens } from '../../same-words.ts'
import { type RunState, resolveDocument, type SubquestionState } from '../../state.ts'

/** What a run can be imagined without (issue 6, spec §14). */
export const ablations = ['decomposition', 'snowballing', 'critic', 'full-text'] as const
export type Ablation = (typeof ablations)[number]

/** A run as its log tells it. */
export interface RecordedRun {
  readonly state: RunState
  readonly corpus: Corpus
  readonly events: readonly TypedEvent[]
}

/** What is left of a run without one of its parts. */
export interface Remaining {
  /** The state that it is looked up in: the run's own, or that of a beginning of it. */
  readonly state: RunState
  /** The operations that would have been made. */
  readonly operations: ReadonlySet<string>
  /** The items of evidence that would still be there, if their documents are. */
  readonly evidence: ReadonlySet<string>
  /** The position of the last event that would have come before the report; null: the log is not cut. */
  readonly until: number | null
  /** The subquestion that alone would have been asked for; null: all of them. */
  readonly subquestionId: string | null
}

/** Why there is nothing to leave out, in words. */
export interface NothingToAblate {
  readonly nothing: string
}

/** The whole run. */
export function wholeRun({ state }: Pick<RecordedRun, 'state'>): Remaining {
  return {
    state,
    operations: new Set(Object.keys(state.operations)),
    evidence: new Set(usableEvidence(state).map(({ evidenceId }) => evidenceId)),
    until: null,
    subquestionId: null,
  }
}

/** What remains of a run without one of its parts, as far as its record tells; or why nothing can be left out. */
export function remainingOf(ablation: Ablation, run: RecordedRun): Remaining | NothingToAblate {
  switch (ablation) {
    case 'decomposition':
      return withoutDecomposition(run)
    case 'snowballing':
      return withoutSnowballing(run)
    case 'critic':
      return withoutCritic(run)
    case 'full-text':
      return withoutFullText(run)
  }
}

/**
 * The single-query baseline (spec §1): the searches for the one subquestion whose words are closest to the question's, works
 * that the user named, and the references of documents that these bring. Documents may be relevant, and read, for any
 * subquestion: the question covers them all.
 */
function withoutDecomposition(run: RecordedRun): Remaining | NothingToAblate {
  const { state } = run
  const subquestions = Object.values(state.subquestions)
  const [closest, ...others] = byCloseness(state.request?.question ?? '', subquestions)
  if (closest === undefined || others.length === 0) return { nothing: 'the run had one subquestion' }
  const kept = new Set<string>()
  for (const { operationId, kind, intentId } of Object.values(state.operations))
    if (kind === 'seed' || (intentId !== null && state.intents[intentId]?.subquestionId === closest.subquestionId)) kept.add(operationId)
  const documents = new Map(liveDocuments(state).map((document) => [document.documentId, document]))
  const references = Object.values(state.operations)
    .filter(({ kind }) => kind === 'references')
    .sort((a, b) => a.iteration - b.iteration || a.round - b.round || compareIds(a.operationId, b.operationId))
  for (const { operationId, seed } of references) {
    const document = seed === null ? undefined : documents.get(resolveDocument(state, seed))
    if (document?.foundBy.some((id) => kept.has(id))) kept.add(operationId)
  }
  return { ...wholeRun(run), operations: kept, subquestionId: closest.subquestionId }
}

/** Subquestions by how much of their words they share with the question (Jaccard), then by priority, then by number. */
function byCloseness(question: string, subquestions: readonly SubquestionState[]): readonly SubquestionState[] {
  const asked = contentTokens(question)
  return subquestions
    .map((subquestion) => ({ subquestion, closeness: jaccard(asked, contentTokens(subquestion.text)) }))
    .sort(
      (a, b) =>
        b.closeness - a.closeness ||
        a.subquestion.priority - b.subquestion.priority ||
        compareIds(a.subquestion.subquestionId, b.subquestion.subquestionId),
    )
    .map(({ subquestion }) => subquestion)
}

function withoutSnowballing(run: RecordedRun): Remaining | NothingToAblate {
  const operations = Object.values(run.state.operations)
  const kept = operations.filter(({ kind }) => kind !== 'references').map(({ operationId }) => operationId)
  if (kept.length === operations.length) return { nothing: 'the run did not snowball' }
  return { ...wholeRun(run), operations: new Set(kept) }
}

/** Without a critic a run is one iteration, snowballing included (spec §0): the run as it was when the critic was first asked. */
function withoutCritic(run: RecordedRun): Remaining | NothingToAblate {
  const asked = run.events.find(({ type }) => type === 'CritiqueRequested')
  if (asked === undefined) return { nothing: 'the run never asked a critic' }
  const state = fold(run.events.filter(({ pos }) => pos < asked.pos))
  return { ...wholeRun({ state }), until: asked.pos - 1 }
}

/** Evidence from full texts goes, but for quotes that the abstract has as well. */
function withoutFullText(run: RecordedRun): Remaining | NothingToAblate {
  const { state, corpus } = run
  const usable = usableEvidence(state)
  const isFull = (evidenceId: string) => corpus.evidence.get(evidenceId)?.depth === 'full text'
  if (!usable.some(({ evidenceId }) => isFull(evidenceId))) return { nothing: 'no evidence is from a full text' }
  const stays = usable.filter(({ evidenceId, documentId }) => {
    if (!isFull(evidenceId)) return true
    const abstract = documentText(state, corpus, documentId)?.abstract ?? ''
    return checkQuote(corpus.evidence.get(evidenceId)?.quote ?? '', abstract) === 'verified'
  })
  return { ...wholeRun(run), evidence: new Set(stays.map(({ evidenceId }) => evidenceId)) }
}
