import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { Record as BibliographicRecord } from '@winnow/contracts/entities/record.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { EventData, EventType, NewEvent } from '@winnow/contracts/registry.ts'
import { defaultLimits, defaultSubquestions } from '@winnow/runs/run-defaults.ts'
import type { MadeUpPaper, Story } from './trap.ts'

/** The events of a made-up run, in their order. Nothing here is random or dated: the same story gives the same prompts. */

const day = '2026-01-01'
const source = 'library'
const operationId = 'S1'
const searchWork = 'search:S1'
/** Of what nobody looks at: the text behind evidence whose quotes were checked, the chain of a log that is kept nowhere. */
export const noHash = '0'.repeat(64)

/** Those of spec §13, and BM25 as the ranker: a reranker is no part of a model. */
const answerLimits: AnswerOptions = {
  topK: 100,
  topN: 10,
  passageTokens: 4096,
  maxSearches: 5,
  maxTurns: 15,
  attempts: 3,
  reranker: 'bm25',
}

/** An event by its type. */
export function told<T extends EventType>(type: T, data: EventData<T>): NewEvent {
  return { type, data } as NewEvent
}

/** The request, the plan and the search intents. `model` is that of every role, as routed. */
export function opening({ question, subquestions = [], intents = {}, answering }: Story, model: string): readonly NewEvent[] {
  const items = Object.entries(intents)
  return [
    told('RunRequested', {
      question,
      asOf: day,
      criteria: null,
      options: { ...optionsOf(subquestions, model), ...(answering === undefined ? {} : { answer: answerLimits }) },
      libraries: [],
      promptSet: '1',
      codeVersion: '0',
    }),
    told('IterationStarted', { iteration: 1, reads: 30, keptForSnowball: 0, documents: 0, relevantPairs: 0 }),
    told('IntentsRequested', {
      iteration: 1,
      items: items.map(([subquestionId]) => ({ workId: `intents:${subquestionId}`, subquestionId, firstIntent: 1, planned: [] })),
      reserve: {},
    }),
    ...items.flatMap(([subquestionId, texts]) =>
      texts.map((text, index) =>
        told('IntentCreated', {
          workId: `intents:${subquestionId}`,
          part: index + 1,
          parts: texts.length,
          intentId: `${subquestionId}.i${index + 1}`,
          subquestionId,
          text,
          degraded: [],
        }),
      ),
    ),
  ]
}

/** The search that found the papers, and the request to link them; nothing without papers. Full texts are known by hash. */
export function searching(papers: readonly MadeUpPaper[], fullTextHashes: ReadonlyMap<MadeUpPaper, string>): readonly NewEvent[] {
  if (papers.length === 0) return []
  const query = 'all of it'
  const search = { workId: searchWork, operationId, intentId: null, source, query }
  return [
    told('SearchesRequested', {
      iteration: 1,
      operations: [{ ...search, limit: papers.length, fromYear: null, toYear: null }],
      unaffordable: 0,
      reserve: {},
    }),
    told('CandidatesFound', {
      ...search,
      part: 1,
      parts: 1,
      outcome: 'hits',
      asked: papers.length,
      returned: papers.length,
      total: papers.length,
      records: papers.map((paper, index) => recordOf(paper, index + 1, fullTextHashes.get(paper))),
    }),
    told('DedupRequested', {
      workId: 'dedup',
      phase: 'search',
      iteration: 1,
      operations: [{ operationId }],
      firstDocument: 1,
      split: null,
    }),
  ]
}

/** The request to show all papers of the initial search, and to summarise them. */
export function showing({ question, papers = [] }: Story, workId: string): NewEvent {
  return told('PassagesRequested', {
    workId,
    search: 1,
    query: question,
    documentIds: numbered(papers).map(({ documentId }) => documentId),
    reserve: {},
  })
}

/** What followed: screening, reading, answers, and the report where there is one, known by its hash. */
export function working(story: Story, reportHash: string | null): readonly NewEvent[] {
  return [...screened(story), ...read(story), ...answered(story), ...reported(story, reportHash)]
}

function screened({ papers = [], subquestions = [] }: Story): readonly NewEvent[] {
  const scored = numbered(papers).filter(({ paper }) => paper.scores !== undefined)
  if (scored.length === 0) return []
  const workId = 'screen:1'
  const subquestionIds = subquestions.map((_, index) => `RQ${index + 1}`)
  return [
    told('ScreeningRequested', {
      iteration: 1,
      phase: 'search',
      round: 0,
      items: [{ workId, documentIds: scored.map(({ documentId }) => documentId), subquestionIds }],
      reserve: {},
    }),
    ...scored.map(({ paper, documentId }, index) =>
      told('DocumentScreened', {
        workId,
        part: index + 1,
        parts: scored.length,
        documentId,
        scores: { ...paper.scores },
        note: '',
        screener: 'lexical',
        degraded: [],
      }),
    ),
  ]
}

function read({ papers = [] }: Story): readonly NewEvent[] {
  const wasRead = numbered(papers).filter(({ paper }) => paper.evidence !== undefined)
  if (wasRead.length === 0) return []
  const parts = { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 }
  return [
    told('ReadingAllocated', {
      iteration: 1,
      phase: 'queue',
      entries: wasRead.map(({ paper, documentId }) => ({
        workId: `read:${documentId}:1:queue`,
        documentId,
        subquestionIds: [...new Set((paper.evidence ?? []).map(({ subquestionId }) => subquestionId))],
        firstEvidence: 1,
        score: 1,
        lambda: 1,
        parts,
      })),
      reserve: {},
    }),
    ...wasRead.map(({ paper, documentId, recordId }) =>
      told('EvidenceExtracted', {
        workId: `read:${documentId}:1:queue`,
        documentId,
        recordId: `${source}:${recordId}`,
        items: [...(paper.evidence ?? [])],
        depth: 'full text',
        textHash: noHash,
        addressedToModel: [],
        reader: 'words',
        degraded: [],
      }),
    ),
  ]
}

function answered({ answers = [] }: Story): readonly NewEvent[] {
  if (answers.length === 0) return []
  const evidenceOf = ({ answer }: (typeof answers)[number]) => [...new Set(answer.flatMap(({ evidence }) => evidence))]
  return [
    told('SynthesisRequested', {
      iteration: 1,
      items: answers.map((answer) => ({
        workId: `synthesis:${answer.subquestionId}`,
        subquestionId: answer.subquestionId,
        evidenceIds: evidenceOf(answer),
      })),
      reserve: {},
    }),
    ...answers.map((answer) =>
      told('SubquestionAnswered', {
        ...answer,
        workId: `synthesis:${answer.subquestionId}`,
        contradictions: [],
        evidenceIds: evidenceOf(answer),
        removedCitations: 0,
        synthesizer: 'extractive',
        degraded: [],
      }),
    ),
  ]
}

function reported({ report }: Story, contentHash: string | null): readonly NewEvent[] {
  if (report === undefined || contentHash === null) return []
  const cited = report.sections.flatMap(({ paragraphs }) => paragraphs.flat().flatMap(({ citations }) => citations))
  return [
    told('ReportRequested', { workId: 'report', stop: { rule: 1, reason: 'sufficient' }, reserve: {} }),
    told('ReportWritten', {
      workId: 'report',
      contentHash,
      sections: report.sections.length,
      citations: [...new Set(cited)],
      removedCitations: 0,
      writer: 'extractive',
      degraded: [],
    }),
  ]
}

function numbered(papers: readonly MadeUpPaper[]) {
  return papers.map((paper, index) => ({ paper, documentId: `D${index + 1}`, recordId: `p${index + 1}` }))
}

function recordOf({ title, abstract, year, venue, authors }: MadeUpPaper, number: number, fullTextHash?: string): BibliographicRecord {
  return {
    recordId: `p${number}`,
    source,
    ids: {},
    title,
    abstract,
    year,
    venue,
    authors: authors.map((family) => ({ family })),
    type: 'article',
    ...(fullTextHash === undefined ? {} : { fullTextHash }),
  }
}

function optionsOf(subquestions: readonly string[], model: string): RunOptions {
  return {
    sources: [source],
    fromYear: null,
    toYear: null,
    maxSubquestions: defaultSubquestions,
    fullText: false,
    planOnly: false,
    onProviderFailure: 'stop',
    models: Object.fromEntries(modelRoles.map((role) => [role, model])) as RunOptions['models'],
    plan: subquestions.map((text) => ({ text, rationale: '', priority: 1 })),
    limits: defaultLimits,
  }
}
