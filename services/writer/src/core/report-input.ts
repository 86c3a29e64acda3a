import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { AnswerText, Corpus } from '@winnow/domain/corpus.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { relevantPairs } from '@winnow/domain/relevance.ts'
import type { RunState, SubquestionState } from '@winnow/domain/state.ts'
import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { citedFrom, plainNote } from './cited-sentence.ts'
import { type PassedEvidence, passedEvidence } from './passed-evidence.ts'
import { extractiveAnswer } from './synthesis-fallback.ts'
import { extractive } from './writer-names.ts'

/** The answer to a subquestion as it stands when the report is written: evidence that no longer counts is gone from it. */
export interface StandingAnswer {
  readonly subquestionId: string
  readonly subquestion: string
  /** Each rests on evidence passed; at least one. */
  readonly sentences: readonly CitedSentence[]
  readonly notEstablished: readonly string[]
  readonly contradictions: readonly { readonly note: string; readonly evidence: readonly PassedEvidence[] }[]
  /** Written by a model, not listed by the fallback. */
  readonly byModel: boolean
}

/** All that a report is written from. */
export interface ReportInput {
  readonly question: string
  /** By priority, then by number. */
  readonly answers: readonly StandingAnswer[]
  /** The evidence behind the answers, by id: what the writer may cite. */
  readonly passed: readonly PassedEvidence[]
  /** Texts of the subquestions that are not closed and have no answer. */
  readonly unanswered: readonly string[]
  readonly documents: { readonly found: number; readonly relevant: number; readonly read: number }
  /** Operations, and how many of them their source did not answer. */
  readonly operations: { readonly total: number; readonly unanswered: number }
}

/**
 * What the report of a run is written from. A subquestion with usable evidence and no answer of its own (its synthesis
 * failed, or lost all its evidence since) is answered by the synthesizer's fallback. Closed subquestions are reported too
 * when they have evidence (our reading of spec §1: closing ends the work, not what it found).
 */
export function reportInput(state: RunState, corpus: Corpus): ReportInput {
  const usable = passedEvidence(state, corpus)
  const ordered = Object.values(state.subquestions).sort((a, b) => a.priority - b.priority || compareIds(a.subquestionId, b.subquestionId))
  const answers = ordered.flatMap((subquestion) => standingAnswer(state, corpus, subquestion, usable) ?? [])
  const answered = new Set(answers.map((answer) => answer.subquestionId))
  const behind = new Set(answers.flatMap(evidenceBehind))
  const live = liveDocuments(state)
  return {
    question: state.request?.question ?? '',
    answers,
    passed: usable.filter((item) => behind.has(item.evidenceId)),
    unanswered: ordered.filter((item) => item.status !== 'closed' && !answered.has(item.subquestionId)).map((item) => item.text),
    documents: {
      found: live.length,
      relevant: new Set(relevantPairs(state).map((pair) => pair.documentId)).size,
      read: live.filter((document) => Object.values(document.readFor).includes('read')).length,
    },
    operations: { total: Object.keys(state.operations).length, unanswered: unansweredOperations(state).length },
  }
}

function evidenceBehind(answer: StandingAnswer): readonly string[] {
  const disputed = answer.contradictions.flatMap((contradiction) => contradiction.evidence.map((item) => item.evidenceId))
  return [...answer.sentences.flatMap((sentence) => sentence.evidence), ...disputed]
}

function standingAnswer(
  state: RunState,
  corpus: Corpus,
  subquestion: SubquestionState,
  usable: readonly PassedEvidence[],
): StandingAnswer | null {
  const { subquestionId, text } = subquestion
  const own = usable.filter((item) => item.subquestionId === subquestionId)
  const known = corpus.answers.get(subquestionId)
  const sentences = (known?.answer ?? []).flatMap((sentence) => stillCited(sentence, own))
  if (known !== undefined && sentences.length > 0) return { ...notesOf(state, known, own), subquestionId, subquestion: text, sentences }
  if (own.length === 0) return null
  const fallback = extractiveAnswer(text, own)
  const answer: AnswerText = { ...fallback, subquestionId, synthesizer: extractive }
  return { ...notesOf(state, answer, own), subquestionId, subquestion: text, sentences: fallback.answer }
}

/** The sentence with the evidence that still counts, cited to the documents that hold it now; nothing when none does. */
function stillCited(sentence: CitedSentence, usable: readonly PassedEvidence[]): readonly CitedSentence[] {
  const items = usable.filter((item) => sentence.evidence.includes(item.evidenceId))
  return items.length === 0 ? [] : [citedFrom(sentence.text, items)]
}

/** The answer's notes, and the contradictions that critiques noted and that are not resolved. */
function notesOf(state: RunState, answer: AnswerText, usable: readonly PassedEvidence[]) {
  const critics = state.contradictions
    .filter((noted) => noted.subquestionId === answer.subquestionId && noted.status !== 'resolved')
    .map(({ note, claims }) => ({ note: plainNote(note), evidence: claims }))
  const contradictions = [...answer.contradictions, ...critics].map(({ note, evidence }) => ({
    note,
    evidence: usable.filter((item) => evidence.includes(item.evidenceId)),
  }))
  return {
    notEstablished: answer.notEstablished,
    contradictions: contradictions.filter(({ evidence }) => evidence.length > 0),
    byModel: answer.synthesizer !== extractive,
  }
}
