import type { NewEvent } from '@winnow/contracts/registry.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { document } from '@winnow/testkit/state-builder.ts'

type Handle = Service['handle']

const plan: Handle = async (task) => {
  switch (task.run.decision.type) {
    case 'PlanningRequested': {
      const { workId } = decisionOf(task, 'PlanningRequested').data
      const subquestions = [1, 2].map((n) => ({ subquestionId: `RQ${n}`, text: `Question ${n}?`, rationale: '', priority: n }))
      return [{ type: 'PlanProposed', data: { workId, subquestions, degraded: [] } }]
    }
    case 'IntentsRequested': {
      const { workId, subquestionId, firstIntent } = entryOf(task, decisionOf(task, 'IntentsRequested').data.items)
      const intentId = `${subquestionId}.i${firstIntent}`
      return [{ type: 'IntentCreated', data: { workId, part: 1, parts: 1, intentId, subquestionId, text: intentId, degraded: [] } }]
    }
    default: {
      const { workId, intentId } = entryOf(task, decisionOf(task, 'QueriesRequested').data.items)
      return [{ type: 'QueriesWritten', data: { workId, intentId, queries: [{ source: 'library', query: intentId }], degraded: [] } }]
    }
  }
}

const search: Handle = async (task) => {
  if (task.run.decision.type === 'SnowballRequested') {
    const { workId, operationId, seedDocumentId, direction, source } = entryOf(task, decisionOf(task, 'SnowballRequested').data.operations)
    const none = { outcome: 'none' as const, asked: 1, returned: 0, total: 0, unresolved: 0, records: [], part: 1, parts: 1 }
    return [{ type: 'ReferencesFound', data: { workId, operationId, seedDocumentId, direction, source, ...none } }]
  }
  const { workId, operationId, intentId, source, query } = entryOf(task, decisionOf(task, 'SearchesRequested').data.operations)
  // Two works an operation, in a part each.
  return [1, 2].map((part) => ({
    type: 'CandidatesFound',
    data: {
      workId,
      part,
      parts: 2,
      operationId,
      intentId,
      source,
      query,
      outcome: 'hits',
      asked: 10,
      returned: 2,
      total: 2,
      records: [
        {
          recordId: `${operationId}-${part}`,
          source,
          ids: {},
          title: `Work ${operationId}-${part}`,
          authors: [],
          type: 'article' as const,
        },
      ],
    },
  }))
}

const register: Handle = async (task) => {
  const { workId, operations, firstDocument } = decisionOf(task, 'DedupRequested').data
  const found = operations.flatMap(({ operationId }) =>
    Object.values(task.run.state.operations[operationId]?.found ?? {}).flatMap((keys) => keys.map(({ key }) => ({ key, operationId }))),
  )
  return found.map(({ key, operationId }, index) => {
    const documentId = `D${firstDocument + index}`
    const [source = '', recordId = ''] = key.split(':')
    const { features } = document(documentId, { records: [key] })
    return {
      type: 'DocumentsRegistered',
      data: {
        workId,
        part: index + 1,
        parts: found.length,
        documents: [{ documentId, isNew: true, records: [{ source, recordId, operationId }], features, decisions: [], linked: [] }],
      },
    }
  })
}

const screen: Handle = async (task) => {
  const { workId, documentIds, subquestionIds } = entryOf(task, decisionOf(task, 'ScreeningRequested').data.items)
  return documentIds.map((documentId, index) => ({
    type: 'DocumentScreened',
    data: {
      workId,
      part: index + 1,
      parts: documentIds.length,
      documentId,
      scores: Object.fromEntries(subquestionIds.map((id) => [id, 0.9])),
      note: 'on topic',
      screener: 'scripted',
      degraded: [],
    },
  }))
}

const read: Handle = async (task) => {
  const { workId, documentId, subquestionIds, firstEvidence } = entryOf(task, decisionOf(task, 'ReadingAllocated').data.entries)
  const items = subquestionIds.map((subquestionId, index) => ({
    evidenceId: `${documentId}.e${firstEvidence + index}`,
    subquestionId,
    claim: `${documentId} says so.`,
    quote: 'so',
    quoteCheck: 'verified' as const,
    location: { section: 'Abstract' },
    support: 'supports' as const,
    strength: 0.6,
  }))
  const recordId = task.run.state.documents[documentId]?.records[0] ?? ''
  const depth = 'abstract' as const
  const data = {
    workId,
    documentId,
    recordId,
    items,
    depth,
    textHash: '0'.repeat(64),
    addressedToModel: [],
    reader: 'scripted',
    degraded: [],
  }
  return [{ type: 'EvidenceExtracted', data }]
}

const criticise: Handle = async (task) => {
  const { workId, iteration } = decisionOf(task, 'CritiqueRequested').data
  return [{ type: 'CritiqueProposed', data: { workId, iteration, critique: null, degraded: [] } }]
}

const write: Handle = async (task): Promise<readonly NewEvent[]> => {
  const contentHash = '1'.repeat(64)
  switch (task.run.decision.type) {
    case 'SynthesisRequested': {
      const { workId, subquestionId, evidenceIds } = entryOf(task, decisionOf(task, 'SynthesisRequested').data.items)
      const nothing = { answer: [], notEstablished: [], contradictions: [], removedCitations: 0, degraded: [] }
      const data = { workId, subquestionId, coverage: 0.5, evidenceIds: [...evidenceIds], synthesizer: 'scripted', ...nothing }
      return [{ type: 'SubquestionAnswered', data }]
    }
    case 'ReportRequested': {
      const { workId } = decisionOf(task, 'ReportRequested').data
      const data = { workId, contentHash, sections: 1, citations: ['D1'], removedCitations: 0, writer: 'scripted', degraded: [] }
      return [{ type: 'ReportWritten', data }]
    }
    default: {
      const { workId } = decisionOf(task, 'CitationCheckRequested').data
      const verdicts = { supported: 1, partial: 0, unsupported: 0, cannotCheck: 0 }
      const data = { workId, contentHash, method: 'scripted', verdicts, rewritten: 0, flagged: 0, citations: ['D1'], degraded: [] }
      return [{ type: 'CitationsChecked', data }]
    }
  }
}

/** Worker services that answer at once and always the same: whole runs without models, sources or texts. */
export const scriptedServices: readonly Service[] = [
  { name: 'planner', concurrency: 2, handle: plan },
  { name: 'search-gateway', concurrency: 2, handle: search },
  { name: 'dedup', concurrency: 1, handle: register },
  { name: 'screener', concurrency: 2, handle: screen },
  { name: 'reader', concurrency: 2, handle: read },
  { name: 'critic', concurrency: 1, handle: criticise },
  { name: 'writer', concurrency: 2, handle: write },
]

/** The services, of which one is handled by `wrap`; it may call the scripted `handle`. */
export function servicesWith(name: Service['name'], wrap: (task: Task, handle: Handle) => ReturnType<Handle>): readonly Service[] {
  return scriptedServices.map((service) => (service.name === name ? { ...service, handle: (task) => wrap(task, service.handle) } : service))
}
