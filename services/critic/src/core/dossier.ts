import { compareIds } from '@winnow/contracts/ids.ts'
import { iterationsLeft, readsLeft, searchesLeft } from '@winnow/domain/budget.ts'
import { claimClusters } from '@winnow/domain/clusters.ts'
import type { AnswerText, Corpus } from '@winnow/domain/corpus.ts'
import { diversityReport } from '@winnow/domain/diversity.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { type OwnedEvidence, usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { rho } from '@winnow/domain/snowball.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { intentYields } from '@winnow/domain/yields.ts'

/**
 * What the critic sees (spec §10), as lines of text; closed subquestions are left out (spec §1). Of the budgets those that
 * the plan spends: tokens and cost vary between equal runs, and an equal run is to give an equal prompt (spec §0).
 */
export interface Dossier {
  readonly question: string
  readonly plan: readonly string[]
  readonly answers: readonly string[]
  readonly weakClaims: readonly string[]
  readonly diversity: readonly string[]
  readonly intents: readonly string[]
  readonly snowball: readonly string[]
  readonly documents: readonly string[]
  readonly budget: readonly string[]
}

/** Weak claims and documents that are named, at most; more would only hide the rest. */
const atMost = { weakClaims: 40, documents: 60 }

/** The dossier of a run as it stands after synthesis, in a canonical order. */
export function dossierOf(state: RunState, corpus: Corpus): Dossier {
  const subquestions = Object.values(state.subquestions)
    .filter((subquestion) => subquestion.status !== 'closed')
    .sort((a, b) => compareIds(a.subquestionId, b.subquestionId))
  const open = new Set(subquestions.map((subquestion) => subquestion.subquestionId))
  const yields = intentYields(state)
  const evidence = usableEvidence(state)
  return {
    question: state.request?.question ?? '',
    plan: subquestions.map(
      ({ subquestionId, text, priority, status, coverage }) =>
        `${subquestionId} (priority ${priority}, ${status}, coverage ${coverage.toFixed(2)}): ${text}`,
    ),
    answers: [...corpus.answers.values()]
      .filter((answer) => open.has(answer.subquestionId))
      .sort((a, b) => compareIds(a.subquestionId, b.subquestionId))
      .flatMap((answer) => answerLines(answer, evidence)),
    weakClaims: claimClusters(evidence)
      .filter((cluster) => cluster.weak && open.has(cluster.subquestionId))
      .slice(0, atMost.weakClaims)
      .map(
        (cluster) =>
          `${cluster.subquestionId} ${cluster.evidenceIds.join(', ')}: ${corpus.evidence.get(cluster.evidenceIds[0] ?? '')?.claim ?? ''}`,
      ),
    diversity: diversityLines(evidence, state.request?.asOf ?? ''),
    intents: Object.values(state.intents)
      .filter((intent) => open.has(intent.subquestionId))
      .sort((a, b) => compareIds(a.intentId, b.intentId))
      .map((intent) => {
        const found = yields.find((entry) => entry.intentId === intent.intentId)
        return `${intent.intentId} (${intent.status}; found ${found?.found ?? 0}, relevant ${found?.relevant ?? 0}): ${intent.text}`
      }),
    snowball: state.snowballRounds.map(
      (round) =>
        `iteration ${round.iteration}, round ${round.round}: ${round.returned} references, ${round.newDocuments} new documents, yield ${rho(round).toFixed(2)}`,
    ),
    documents: readDocuments(evidence, state, corpus),
    budget: [`iterations ${iterationsLeft(state)}, reads ${readsLeft(state)}, searches ${searchesLeft(state)}`],
  }
}

/**
 * An answer as it stands: sentences and contradictions name the evidence of their subquestion that still counts, and are
 * gone when none does (the writer's rule for its report). What is not established rests on no evidence, and stays.
 */
function answerLines({ subquestionId, answer, notEstablished, contradictions }: AnswerText, usable: readonly OwnedEvidence[]) {
  const own = new Set(usable.filter((item) => item.subquestionId === subquestionId).map((item) => item.evidenceId))
  const standing = <T extends { readonly evidence: readonly string[] }>(items: readonly T[]) =>
    items.map((item) => ({ ...item, evidence: item.evidence.filter((id) => own.has(id)) })).filter(({ evidence }) => evidence.length > 0)
  return [
    ...standing(answer).map(({ text, evidence }) => `${subquestionId}: ${text} [${evidence.join(', ')}]`),
    ...notEstablished.map((text) => `${subquestionId}, not established: ${text}`),
    ...standing(contradictions).map(({ note, evidence }) => `${subquestionId}, contradiction (${evidence.join(', ')}): ${note}`),
  ]
}

function diversityLines(evidence: readonly OwnedEvidence[], asOf: string): readonly string[] {
  const report = diversityReport(evidence, asOf)
  if (report.documents === 0) return []
  const { topDocument, topGroup } = report
  return [
    `${report.documents} documents, ${report.firstAuthors} first authors, ${report.venues} venues, median year ${report.medianYear ?? 'unknown'}`,
    `${percent(report.recentShare)} of the documents from the last three years, ${percent(report.preprintShare)} preprints, ${percent(report.greyShare)} grey literature`,
    ...(topDocument === null || topGroup === null
      ? []
      : [
          `${topDocument.documentId} gives ${percent(topDocument.share)} of the evidence, the largest author group ${percent(topGroup.share)}`,
        ]),
    ...report.reasons.map((reason) => `concentrated: ${reason}`),
  ]
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function readDocuments(evidence: readonly OwnedEvidence[], state: RunState, corpus: Corpus): readonly string[] {
  const ids = [...new Set(evidence.map((item) => item.documentId))].sort(compareIds)
  return ids.slice(0, atMost.documents).flatMap((id) => {
    const text = documentText(state, corpus, id)
    return text === undefined ? [] : [`${id}: ${text.title}${text.record.year === undefined ? '' : ` (${text.record.year})`}`]
  })
}
