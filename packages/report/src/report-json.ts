import type { Record } from '@winnow/contracts/entities/record.ts'
import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { claimClusters } from '@winnow/domain/clusters.ts'
import { diversityReport } from '@winnow/domain/diversity.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import { prismaFlow } from '@winnow/domain/prisma.ts'
import { numberedCriteria } from '@winnow/domain/screening/numbered-criteria.ts'
import { screeningFigures } from '@winnow/domain/screening-figures.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { addressOf } from '@winnow/domain/web-address.ts'
import { intentYields, snowballYields } from '@winnow/domain/yields.ts'
import { type CitationNumbers, citationNumbers } from './citation-numbers.ts'
import { costs } from './costs.ts'
import { degradedSteps } from './degraded-steps.ts'
import { documentRecord } from './document-record.ts'
import { forkedFrom } from './forked-from.ts'
import type { RunMaterial } from './run-material.ts'
import { runCounts } from './run-summary.ts'
import { operationQuery, remarks } from './sections/search-appendix.ts'

/** The report as JSON (`export --format json`): what report.md says, with its citations resolved and its numbers. */
export function reportJson(material: RunMaterial) {
  const { state, corpus, content, runId } = material
  const numbers = citationNumbers(state, content)
  const evidence = usableEvidence(state)
  const sentences = (list: readonly CitedSentence[]) => list.map((sentence) => sentenceJson(state, numbers, sentence))
  return {
    runId,
    question: state.request?.question ?? null,
    asOf: state.request?.asOf ?? null,
    status: state.status,
    stop: state.stop,
    title: content?.title ?? null,
    mode: content?.mode ?? null,
    summary: sentences(content?.summary ?? []),
    sections: (content?.sections ?? []).map(({ heading, subquestionIds, paragraphs }) => ({
      heading,
      subquestionIds,
      paragraphs: paragraphs.map(sentences),
    })),
    notEstablished: content?.notEstablished ?? [],
    contradictions: (content?.contradictions ?? []).map(({ note, citations }) => ({ note, ...resolved(state, numbers, citations) })),
    references: numbers.documents.map((documentId, index) => referenceJson(material, documentId, index + 1)),
    removedCitations: (content?.removedCitations ?? 0) + numbers.unresolved,
    citationCheck: corpus.check === null ? null : { method: corpus.check.method, ...corpus.check.verdicts },
    counts: runCounts(material),
    prisma: prismaJson(material, numbers.documents.length),
    screening: screeningFigures(state),
    diversity: state.request === null ? null : diversityReport(evidence, state.request.asOf),
    weaklySupported: claimClusters(evidence)
      .filter(({ weak }) => weak)
      .map(({ key, weak, evidenceIds, ...cluster }) => ({
        claim: corpus.evidence.get(evidenceIds[0] ?? '')?.claim ?? null,
        evidenceIds,
        ...cluster,
      })),
    operations: Object.values(state.operations)
      .sort((a, b) => compareIds(a.operationId, b.operationId))
      .map((operation) => operationJson(state, operation)),
    intents: intentYields(state),
    snowballRounds: snowballYields(state),
    critiques: [...corpus.critiques].sort((a, b) => a.iteration - b.iteration),
    cost: costs(state),
    forkedFrom: forkedFrom(state),
    degraded: degradedSteps(state),
  }
}

/** The flow, with the texts of the criteria that exclusions name. */
function prismaJson({ state, corpus }: RunMaterial, cited: number) {
  const flow = prismaFlow(state)
  const criteria = new Map(numberedCriteria(corpus.request?.criteria ?? '').map(({ id, text }) => [id, text]))
  const reasons = flow.excludedByScreening.reasons.map((one) =>
    one.criterion === undefined ? one : { ...one, criterionText: criteria.get(one.criterion) ?? null },
  )
  return { ...flow, excludedByScreening: { ...flow.excludedByScreening, reasons }, cited }
}

function operationJson(state: RunState, operation: OperationState) {
  const { operationId, kind, source, intentId, outcome, asked, total, unresolved } = operation
  return {
    operationId,
    kind,
    source,
    intentId,
    query: operationQuery(state, operation),
    outcome,
    asked,
    returned: foundRecords(operation).length,
    total,
    unresolved,
    remarks: remarks(operation),
    answeredAt: state.clock.answeredAt[operationId] ?? null,
  }
}

function sentenceJson(state: RunState, numbers: CitationNumbers, { text, citations, evidence, verdict, flaw, rewritten }: CitedSentence) {
  const checked = { verdict: verdict ?? null, flaw: flaw ?? null, rewritten: rewritten ?? false }
  return { text, ...resolved(state, numbers, citations), evidence, ...checked }
}

/** Citations as documents that live, and as their numbers. */
function resolved(state: RunState, numbers: CitationNumbers, citations: readonly string[]) {
  const documents = [...new Set(citations.map((citation) => resolveDocument(state, citation)))].filter((id) => numbers.byDocument.has(id))
  return { documents, citations: documents.flatMap((id) => numbers.byDocument.get(id) ?? []).sort((a, b) => a - b) }
}

function referenceJson(material: RunMaterial, documentId: string, number: number) {
  const { ids, title, authors, year, venue, volume, issue, pages, type, url }: Record = documentRecord(material, documentId)
  const document = material.state.documents[documentId]
  return {
    number,
    documentId,
    ids,
    title,
    authors,
    year: year ?? null,
    venue: venue ?? null,
    ...(volume === undefined ? {} : { volume }),
    ...(issue === undefined ? {} : { issue }),
    ...(pages === undefined ? {} : { pages }),
    type,
    address: addressOf(ids, url),
    read: document?.readDepth ?? null,
    editorial: document?.editorial ?? 'ok',
  }
}
