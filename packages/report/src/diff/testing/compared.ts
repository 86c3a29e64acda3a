import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { claimKey } from '@winnow/domain/clusters.ts'
import { collect, newCorpus } from '@winnow/domain/corpus.ts'
import { fold } from '@winnow/domain/evolve.ts'
import type { EvidenceState, RunState } from '@winnow/domain/state.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import type { ComparedRun } from '../compared-run.ts'

/** An event of a test's run; `cause` is the position of the event that caused it. */
export type Told = NewEvent & { readonly cause?: number }

/** Events as a log of that run would hold them. */
export function logged(runId: string, told: readonly Told[]): readonly TypedEvent[] {
  const id = (pos: number) => `${runId}-${pos}`
  return told.map(({ cause, ...event }, index) => ({
    ...sealForTest(event as NewEvent, index + 1),
    id: id(index + 1),
    causationId: cause === undefined ? null : id(cause),
    runId,
  }))
}

/** A run with these events. */
export function runWith(runId: string, told: readonly Told[]): ComparedRun {
  const events = logged(runId, told)
  const corpus = newCorpus()
  for (const event of events) collect(corpus, event)
  return { runId, state: fold(events), corpus, events, content: null }
}

/** A run in a given state; the records of its documents have these fields by their key ("source:recordId"). */
export function runIn(
  state: Parameters<typeof buildState>[0],
  records: { readonly [key: string]: Partial<Record> } = {},
  events: readonly TypedEvent[] = [],
): ComparedRun {
  const corpus = newCorpus()
  for (const event of events) collect(corpus, event)
  const known = (state?.documents ?? []).flatMap((document) => document.records)
  for (const [key, fields] of Object.entries({ ...Object.fromEntries(known.map((one) => [one, {}])), ...records })) {
    const [source = '', recordId = ''] = key.split(':')
    corpus.records.set(key, { source, recordId, ids: {}, title: key, authors: [], type: 'article', ...fields })
  }
  return { runId: 'r', state: buildState(state), corpus, events, content: null }
}

/** A state with the corpus that holds the text of its evidence. */
export function withEvidence(
  run: ComparedRun,
  items: readonly (EvidenceItem & { readonly documentId: string; readonly pos?: number })[],
): ComparedRun {
  const evidence: { [id: string]: EvidenceState } = {}
  const texts = new Map(run.corpus.evidence)
  for (const { documentId, pos = 1, ...item } of items) {
    const recordKey = run.state.documents[documentId]?.records[0] ?? ''
    const { evidenceId, subquestionId, claim, strength, support, quoteCheck } = item
    evidence[evidenceId] = { evidenceId, documentId, recordKey, subquestionId, claimKey: claimKey(claim), strength, support, quoteCheck }
    texts.set(evidenceId, { ...item, documentId, recordId: recordKey, depth: 'abstract', textHash: '', reader: 'words', pos })
  }
  const state: RunState = { ...run.state, evidence }
  return { ...run, state, corpus: { ...run.corpus, evidence: texts } }
}
