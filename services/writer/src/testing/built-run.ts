import type { Record } from '@winnow/contracts/entities/record.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import { claimKey } from '@winnow/domain/clusters.ts'
import { type AnswerText, type Corpus, newCorpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { buildState, document, evidence, type StateParts } from '@winnow/testkit/state-builder.ts'
import type { PassedEvidence } from '../core/passed-evidence.ts'

/** What tests of this service are told with: evidence, and runs that have it in state and corpus. */

type ItemParts = Partial<Omit<PassedEvidence, 'evidenceId'>>

/** Supporting evidence of strength 0.6 for RQ1 with a verified quote that is its claim; "D3.e1" is of document D3. */
export function item(evidenceId: string, parts: ItemParts = {}): PassedEvidence {
  const documentId = parts.documentId ?? evidenceId.split('.')[0] ?? ''
  const claim = parts.claim ?? `Finding ${evidenceId.replace('.', ' ')} holds.`
  return {
    evidenceId,
    documentId,
    claimKey: claimKey(claim),
    subquestionId: 'RQ1',
    claim,
    quote: claim,
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.6,
    title: `Title of ${documentId}`,
    year: 2020,
    editorial: 'ok',
    ...parts,
  }
}

export interface BuiltRun {
  readonly state: RunState
  readonly corpus: Corpus
}

/** A run with the given evidence in state and corpus; its documents are plain ones unless the state's parts give them. */
export function buildRun(items: readonly PassedEvidence[], parts: StateParts = {}, answers: readonly AnswerText[] = []): BuiltRun {
  const readFrom = (entry: PassedEvidence) => entry.evidenceId.split('.')[0] ?? ''
  const documents = parts.documents ?? [...new Set(items.map(readFrom))].map((documentId) => document(documentId))
  const state = buildState({
    ...parts,
    documents,
    evidence: items.map(({ evidenceId, claimKey, subquestionId, strength, support, quoteCheck }) =>
      evidence(evidenceId, { claimKey, subquestionId, strength, support, quoteCheck }),
    ),
  })
  const corpus = newCorpus()
  for (const entry of items) {
    const documentId = readFrom(entry)
    const { title, year, claimKey: _key, editorial: _editorial, ...text } = entry
    const recordId = `library:r${numberOf(documentId)}`
    corpus.evidence.set(entry.evidenceId, { ...text, documentId, recordId, depth: 'abstract', textHash: '', reader: 'lexical', pos: 1 })
    corpus.records.set(recordId, record(`r${numberOf(documentId)}`, title, year))
  }
  for (const answer of answers) corpus.answers.set(answer.subquestionId, answer)
  return { state, corpus }
}

/** An answer of a model to a subquestion: one sentence for each list of evidence ids. */
export function answer(subquestionId: string, sentences: readonly (readonly string[])[], parts: Partial<AnswerText> = {}): AnswerText {
  return {
    subquestionId,
    answer: sentences.map((ids, index) => ({
      text: `Sentence ${index + 1} of ${subquestionId}.`,
      citations: [...new Set(ids.map((id) => id.split('.')[0] ?? ''))],
      evidence: [...ids],
    })),
    notEstablished: [],
    contradictions: [],
    coverage: 0.5,
    synthesizer: 'openai:m',
    ...parts,
  }
}

function record(recordId: string, title: string, year: number | null): Record {
  return { source: 'library', recordId, ids: {}, title, authors: [], type: 'article', ...(year === null ? {} : { year }) }
}
