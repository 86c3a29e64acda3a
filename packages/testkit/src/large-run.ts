import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { buildOptions, document } from './state-builder.ts'

export interface LargeRunSize {
  readonly iterations: number
  /** New documents of each iteration. */
  readonly documents: number
  /** Documents read in each iteration. */
  readonly reads: number
}

const subquestions = ['RQ1', 'RQ2', 'RQ3', 'RQ4']
const sources = ['openalex', 'crossref', 'semanticscholar', 'pubmed']
const pageSize = 50
const batchSize = 10
const registeredAtOnce = 100
/** One document of so many turns out to be another one. */
const mergedEvery = 40

/**
 * The events of a run as large as wanted, in the order and in the proportions of a real one: searches in pages, dedup with
 * merges, screening in batches (most of the events), reading, snowballing, answers, a critique; at last the report.
 * Deterministic. For measuring, and for tests of what must hold at any size.
 */
export function largeRun({ iterations, documents, reads }: LargeRunSize): readonly NewEvent[] {
  const run = new LargeRun()
  run.plan(iterations * reads)
  for (let iteration = 1; iteration <= iterations; iteration++) run.iterate(iteration, documents, reads)
  run.end()
  return run.events
}

class LargeRun {
  readonly events: NewEvent[] = []
  #operations = 0
  #documents = 0
  #intents = 0
  #calls = 0
  /** Documents that are still there, newest last. */
  readonly #live: number[] = []
  #evidence: readonly string[] = []

  plan(maxReads: number): void {
    this.#add({
      type: 'RunRequested',
      data: {
        question: 'What helps agents remember over long tasks, and at what cost?',
        asOf: '2026-07-01',
        criteria: null,
        options: buildOptions({ sources, limits: { maxReads, maxSearches: 10_000, maxIterations: 50 } }),
        libraries: [],
        promptSet: '1',
        codeVersion: '0.1.0',
      },
    })
    this.#add({ type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 4, reserve: {} } })
    const planned = subquestions.map((subquestionId, index) => ({
      subquestionId,
      text: `What is known of aspect ${index + 1} of the memory of agents?`,
      rationale: 'It is a part of the question that can be answered by itself.',
      priority: index + 1,
    }))
    this.#add({ type: 'PlanProposed', data: { workId: 'plan', subquestions: planned, degraded: [] } }, 'planner', 'planning')
  }

  iterate(iteration: number, documents: number, reads: number): void {
    this.#add({ type: 'IterationStarted', data: { iteration, reads, keptForSnowball: 5, documents: this.#live.length, relevantPairs: 0 } })
    const found = this.#search(iteration, documents)
    const fresh = this.#register(iteration, found)
    this.#screen(iteration, fresh)
    this.#read(iteration, fresh.slice(0, reads))
    this.#snowball(iteration, fresh.slice(0, 5))
    this.#answer(iteration)
    const workId = `critique:${iteration}`
    this.#add({ type: 'CritiqueRequested', data: { workId, iteration, reserve: {} } })
    this.#add({ type: 'CritiqueProposed', data: { workId, iteration, critique: null, degraded: [] } }, 'critic', 'critique')
    this.#add({ type: 'CritiqueApplied', data: { iteration, sufficient: false, applied: [], rejected: [], stop: null } })
  }

  end(): void {
    const stop = { rule: 3, reason: 'the budget is spent' }
    const citations = this.#live.slice(0, 20).map((n) => `D${n}`)
    const report = { contentHash: 'a'.repeat(64), citations, degraded: [] }
    this.#add({ type: 'ReportRequested', data: { workId: 'report', stop, reserve: {} } })
    this.#add(
      { type: 'ReportWritten', data: { ...report, workId: 'report', sections: 4, removedCitations: 0, writer: 'openai:m' } },
      'writer',
      'report',
    )
    this.#add({ type: 'CitationCheckRequested', data: { workId: 'check', reserve: {} } })
    const verdicts = { supported: 20, partial: 0, unsupported: 0, cannotCheck: 0 }
    this.#add({ type: 'CitationsChecked', data: { ...report, workId: 'check', method: 'lexical', verdicts, rewritten: 0, flagged: 0 } })
    this.#add({ type: 'RunCompleted', data: { status: 'completed', stopReason: stop.reason, rule: stop.rule } })
  }

  /** Intents, queries and searches, until so many records are found; gives each record with the operation that found it. */
  #search(iteration: number, documents: number): readonly (readonly [record: Record, operationId: string])[] {
    const intent = ++this.#intents
    const intents = subquestions.map((subquestionId) => ({ subquestionId, intentId: `${subquestionId}.i${intent}` }))
    const items = intents.map(({ subquestionId }) => ({
      workId: `intents:${iteration}:${subquestionId}`,
      subquestionId,
      firstIntent: intent,
    }))
    this.#add({ type: 'IntentsRequested', data: { iteration, items: items.map((item) => ({ ...item, planned: [] })), reserve: {} } })
    for (const { subquestionId, intentId } of intents) {
      const part = { workId: `intents:${iteration}:${subquestionId}`, part: 1, parts: 1 }
      const text = `studies that measure aspect ${intent} of ${subquestionId} with agents`
      this.#add({ type: 'IntentCreated', data: { ...part, intentId, subquestionId, text, degraded: [] } }, 'intent', 'planning')
    }
    const asked = intents.map((item) => ({ ...item, workId: `queries:${item.intentId}`, sources }))
    this.#add({ type: 'QueriesRequested', data: { iteration, items: asked, reserve: {} } })
    for (const { workId, intentId } of asked) {
      const queries = sources.map((source) => ({ source, query: `agent memory ${intentId} evaluation` }))
      this.#add({ type: 'QueriesWritten', data: { workId, intentId, queries, degraded: [] } }, 'query', 'search')
    }
    const pages = Math.ceil(documents / pageSize)
    const operations = Array.from({ length: pages }, (_, index) => {
      const operationId = `S${++this.#operations}`
      const { intentId } = intents[index % intents.length] ?? { intentId: 'RQ1.i1' }
      const source = sources[index % sources.length] ?? 'openalex'
      return { workId: `search:${operationId}`, operationId, intentId, source, query: `agent memory ${operationId}`, limit: pageSize }
    })
    const years = { fromYear: null, toYear: null }
    const requested = operations.map((operation) => ({ ...operation, ...years }))
    this.#add({ type: 'SearchesRequested', data: { iteration, operations: requested, unaffordable: 0, reserve: {} } })
    return operations.flatMap(({ limit, ...operation }, index) => {
      const records = Array.from({ length: Math.min(pageSize, documents - index * pageSize) }, (_, rank) =>
        recordOf(operation.source, `${operation.operationId}-${rank}`),
      )
      const counts = { part: 1, parts: 1, asked: limit, returned: records.length, total: 12_345 }
      this.#add({ type: 'CandidatesFound', data: { ...operation, ...counts, outcome: 'truncated', records } })
      return records.map((record) => [record, operation.operationId] as const)
    })
  }

  #register(iteration: number, found: readonly (readonly [record: Record, operationId: string])[]): readonly number[] {
    const workId = `dedup:${iteration}`
    const firstDocument = this.#documents + 1
    const operations = [...new Set(found.map(([, operationId]) => operationId))].map((operationId) => ({ operationId }))
    this.#add({ type: 'DedupRequested', data: { workId, phase: 'search', iteration, operations, firstDocument, split: null } })
    const entries = found.map(([record, operationId]) => {
      const documentId = `D${++this.#documents}`
      const survivor = { source: record.source, recordId: record.recordId }
      const titleTokens = Array.from({ length: 8 }, (_, index) => `${documentId}t${index}`)
      const features = { ...document(documentId).features, sources: [record.source], survivor, titleTokens }
      return { documentId, isNew: true, records: [{ ...survivor, operationId }], features, decisions: [], linked: [] }
    })
    const groups = Array.from({ length: Math.ceil(entries.length / registeredAtOnce) }, (_, index) =>
      entries.slice(index * registeredAtOnce, (index + 1) * registeredAtOnce),
    )
    const pairs = entries.filter((_, index) => index % mergedEvery === mergedEvery - 1)
    const parts = groups.length + pairs.length
    for (const [index, documents] of groups.entries())
      this.#add({ type: 'DocumentsRegistered', data: { workId, part: index + 1, parts, documents } })
    const fresh = new Set(entries.map((_, index) => firstDocument + index))
    for (const [index, { documentId, features }] of pairs.entries()) {
      const from = Number(documentId.slice(1))
      fresh.delete(from)
      const why = { tier: 'title', signals: ['same title', 'same first author'] }
      const decision = { a: `x:${from}`, b: `x:${from - 1}`, ...why }
      const merged = { into: `D${from - 1}`, from: documentId, ...why, decision, features }
      this.#add({ type: 'DocumentsMerged', data: { workId, part: groups.length + index + 1, parts, ...merged } })
    }
    this.#live.push(...fresh)
    return [...fresh]
  }

  #screen(iteration: number, documents: readonly number[]): void {
    const batches = Array.from({ length: Math.ceil(documents.length / batchSize) }, (_, index) => ({
      workId: `screen:${iteration}:${index + 1}`,
      documentIds: documents.slice(index * batchSize, (index + 1) * batchSize).map((n) => `D${n}`),
      subquestionIds: subquestions,
    }))
    this.#add({ type: 'ScreeningRequested', data: { iteration, phase: 'search', round: 0, items: batches, reserve: {} } })
    for (const { workId, documentIds } of batches)
      for (const [index, documentId] of documentIds.entries()) {
        const scores = Object.fromEntries(subquestions.map((id, place) => [id, ((Number(documentId.slice(1)) * 7 + place * 3) % 10) / 10]))
        const note = 'It studies agents over several sessions; whether they remember is measured, costs are not.'
        const parts = { workId, part: index + 1, parts: documentIds.length, documentId }
        const event: NewEvent = { type: 'DocumentScreened', data: { ...parts, scores, note, screener: 'openai:m', degraded: [] } }
        if (index === 0) this.#add(event, 'screener', 'screening')
        else this.#add(event)
      }
  }

  #read(iteration: number, documents: readonly number[]): void {
    const parts = { R: 0.8, C: 0.1, T: 0.5, Q: 0.4, M: 0.3, P: 0.2, N: 0.6 }
    const chosen = subquestions.slice(0, 2)
    const entries = documents.map((n) => ({ workId: `read:D${n}:${iteration}:queue`, documentId: `D${n}`, subquestionIds: chosen }))
    const scored = entries.map((entry) => ({ ...entry, firstEvidence: 1, score: 0.61, lambda: 0.5, parts }))
    this.#add({ type: 'ReadingAllocated', data: { iteration, phase: 'queue', entries: scored, reserve: {} } })
    for (const { workId, documentId } of entries) {
      const items = [1, 2, 3].map((n) => evidenceOf(`${documentId}.e${n}`, chosen[n % 2] ?? 'RQ1'))
      this.#evidence = [...this.#evidence.slice(-20), ...items.map(({ evidenceId }) => evidenceId)]
      const read = { recordId: `x:${documentId}`, depth: 'abstract' as const, textHash: 'b'.repeat(64), addressedToModel: [] }
      const data = { workId, documentId, ...read, items, reader: 'openai:m', degraded: [] }
      this.#add({ type: 'EvidenceExtracted', data }, 'reader', 'reading')
    }
  }

  #snowball(iteration: number, seeds: readonly number[]): void {
    const operations = seeds.map((n) => {
      const operationId = `S${++this.#operations}`
      const direction = 'backward' as const
      return { workId: `search:${operationId}`, operationId, seedDocumentId: `D${n}`, direction, source: 'openalex', limit: pageSize }
    })
    this.#add({ type: 'SnowballRequested', data: { iteration, round: 1, operations } })
    for (const { limit, ...operation } of operations) {
      const records = Array.from({ length: 20 }, (_, rank) => recordOf('openalex', `${operation.operationId}-${rank}`))
      const counts = { part: 1, parts: 1, outcome: 'hits' as const, asked: limit, returned: 20, total: 20, unresolved: 3 }
      this.#add({ type: 'ReferencesFound', data: { ...operation, ...counts, records } })
    }
  }

  #answer(iteration: number): void {
    const evidenceIds = [...this.#evidence]
    const items = subquestions.map((subquestionId) => ({ workId: `synthesis:${iteration}:${subquestionId}`, subquestionId, evidenceIds }))
    this.#add({ type: 'SynthesisRequested', data: { iteration, items, reserve: {} } })
    for (const { workId, subquestionId } of items) {
      const text = 'Agents that keep notes finish more of their tasks than those which do not.'
      const answer = evidenceIds.map((id) => ({ text, citations: [id.split('.')[0] ?? id], evidence: [id] }))
      const rest = {
        notEstablished: ['for how long it lasts'],
        contradictions: [],
        coverage: 0.6,
        removedCitations: 0,
        synthesizer: 'openai:m',
      }
      const data = { workId, subquestionId, answer, evidenceIds, ...rest, degraded: [] }
      this.#add({ type: 'SubquestionAnswered', data }, 'synthesizer', 'synthesis')
    }
  }

  /** Adds an event, with a model call behind it when a role is given. */
  #add(event: NewEvent, role?: Usage['role'], stage?: Usage['stage']): void {
    if (role === undefined || stage === undefined) {
      this.events.push(event)
      return
    }
    const tokens = { inputTokens: 2_100, outputTokens: 310, cachedTokens: 0, costUsd: 0.0021, ms: 1_830 }
    const call: Usage = { callId: `call-${++this.#calls}`, role, stage, model: 'openai:m', ...tokens, outcome: 'ok' }
    this.events.push({ ...event, usage: [call] })
  }
}

function recordOf(source: string, recordId: string): Record {
  return {
    recordId,
    source,
    ids: { doi: `10.5555/${recordId.toLowerCase()}` },
    title: `Memory mechanisms for language agents on long tasks: study ${recordId}`,
    authors: [{ family: 'Okafor', given: 'A.' }, { family: 'Lindqvist', given: 'B.' }, { family: `Author ${recordId}` }],
    year: 2024,
    venue: 'Journal of Agents',
    type: 'article',
    abstract: 'We measure what agents remember over long tasks. '.repeat(16),
  }
}

function evidenceOf(evidenceId: string, subquestionId: string): EvidenceItem {
  return {
    evidenceId,
    subquestionId,
    claim: `Agents with notes finished 0.${evidenceId.length} more of the tasks (${evidenceId}).`,
    quote: 'agents that kept notes over sessions finished more of their tasks than those which did not',
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.55,
    capped: ['abstract only'],
  }
}
