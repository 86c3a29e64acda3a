import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { reportContent } from '@winnow/contracts/entities/report.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { expect, test } from 'vitest'
import { verifiedEvidence } from './judging/verified-evidence.ts'
import { told } from './story-events.ts'
import { tellStory, workItemOf } from './tell-story.ts'
import { type Story, trapWork } from './trap.ts'

const decision = told('CritiqueRequested', { workId: trapWork, iteration: 1, reserve: {} })
const sentence = { text: 'It rose.', citations: ['D1'], evidence: ['D1.e1'] }
const fullText = { sections: [{ heading: 'Results', level: 1, text: 'It rose by 3.' }], references: [] }
const story: Story = {
  question: 'What rose?',
  subquestions: ['What rose first?', 'What rose last?'],
  intents: { RQ1: ['Papers on rises', 'Papers on falls'], RQ2: ['Papers on ends'] },
  papers: [
    {
      title: 'The rise of tides in shallow bays',
      abstract: 'It rose.',
      year: 2019,
      venue: 'Bays',
      authors: ['Moor', 'Lund'],
      scores: { RQ1: 0.9, RQ2: 0.2 },
      evidence: [verifiedEvidence('D1.e1', 'RQ1', 'It rose.'), verifiedEvidence('D1.e2', 'RQ2', 'It fell.', 'refutes')],
    },
    {
      title: 'Bread that did not rise: ovens of one village',
      abstract: 'It fell.',
      year: 2001,
      venue: 'Ovens',
      authors: ['Baker'],
      fullText,
    },
  ],
  answers: [{ subquestionId: 'RQ1', answer: [sentence, { ...sentence, evidence: ['D1.e2'] }], notEstablished: ['Why.'], coverage: 0.7 }],
  report: {
    title: 'Rises',
    summary: [],
    sections: [{ heading: 'All', subquestionIds: ['RQ1'], paragraphs: [[sentence], [sentence]] }],
    notEstablished: [],
    contradictions: [],
    removedCitations: 0,
    mode: 'model',
  },
}
const tell = async (told: Story, blobs = new MemoryBlobStore()) => tellStory(told, decision, { runId: 'r-told', model: 'openai:m', blobs })

test('the run has all that the story tells', async () => {
  const blobs = new MemoryBlobStore()
  const { state, corpus } = await tell(story, blobs)
  expect(state).toMatchObject({
    status: 'running',
    step: 'critique',
    iteration: 1,
    request: {
      question: 'What rose?',
      asOf: '2026-01-01',
      libraries: [],
      options: { onProviderFailure: 'stop', maxSubquestions: 5, sources: ['library'] },
    },
    subquestions: {
      RQ1: { text: 'What rose first?', priority: 1, status: 'active', coverage: 0.7 },
      RQ2: { text: 'What rose last?', coverage: 0 },
    },
    intents: {
      'RQ1.i1': { subquestionId: 'RQ1', text: 'Papers on rises' },
      'RQ1.i2': { text: 'Papers on falls' },
      'RQ2.i1': { subquestionId: 'RQ2', text: 'Papers on ends' },
    },
    documents: {
      D1: {
        records: ['library:p1'],
        scores: { RQ1: { score: 0.9 }, RQ2: { score: 0.2 } },
        readFor: { RQ1: 'read', RQ2: 'read' },
        readDepth: 'full text',
      },
      D2: { records: ['library:p2'], scores: {}, readFor: {}, features: { year: 2001, hasFullText: true } },
    },
    evidence: { 'D1.e1': { subquestionId: 'RQ1', recordKey: 'library:p1', support: 'supports' }, 'D1.e2': { support: 'refutes' } },
    answers: { RQ1: { evidence: ['D1.e1', 'D1.e2'], notEstablished: 1, contradictions: 0 } },
    report: { checked: false, citations: ['D1'] },
  })
  expect(state.request?.options.models).toEqual(Object.fromEntries(modelRoles.map((role) => [role, 'openai:m'])))
  expect(corpus.records.get('library:p1')).toMatchObject({
    title: story.papers?.[0]?.title,
    authors: [{ family: 'Moor' }, { family: 'Lund' }],
    venue: 'Bays',
  })
  expect(corpus.evidence.get('D1.e1')).toMatchObject({ claim: 'It rose.', quoteCheck: 'verified', documentId: 'D1' })
  const stored = async (hash: string | undefined) => JSON.parse(new TextDecoder().decode((await blobs.get(hash ?? '')) ?? undefined))
  expect(reportContent.parse(await stored(state.report?.contentHash))).toEqual(story.report)
  expect(await stored(corpus.records.get('library:p2')?.fullTextHash)).toEqual(fullText)
  expect(
    Object.values(state.work)
      .filter(({ status }) => status === 'open')
      .map(({ workId }) => workId),
  ).toEqual([trapWork])
})

test('what is not told did not happen', async () => {
  const { state, corpus, decision: last } = await tell({ question: 'What?' })
  expect(state).toMatchObject({ subquestions: {}, intents: {}, documents: {}, operations: {}, evidence: {}, answers: {}, report: null })
  expect([corpus.records.size, Object.keys(state.work)]).toEqual([0, [trapWork]])
  expect(last).toMatchObject({ type: 'CritiqueRequested', pos: 4, aggregate: 'run', runId: 'r-told', actor: { service: 'conductor' } })
})

test('papers that nobody screened or read are only found', async () => {
  const papers = (story.papers ?? []).map(({ title, abstract, year, venue, authors }) => ({ title, abstract, year, venue, authors }))
  const { state } = await tell({ question: 'What?', subquestions: ['What?'], papers })
  expect(Object.keys(state.documents)).toEqual(['D1', 'D2'])
  expect(Object.keys(state.work)).toEqual(['search:S1', 'dedup', trapWork])
  expect(state.operations.S1).toMatchObject({ source: 'library', outcome: 'hits' })
})

test('the work item is the only entry of the decision, for the service that acts on it', async () => {
  const run = await tell(story)
  expect(workItemOf(run)).toEqual({
    runId: 'r-told',
    workspaceId: run.workspaceId,
    service: 'critic',
    lane: 'default',
    workId: trapWork,
    eventId: run.decision.id,
    eventType: 'CritiqueRequested',
    pos: run.decision.pos,
    entry: 0,
  })
})

test('a report is stored only where there is one', async () => {
  const { report: _, ...without } = story
  expect((await tell(without)).state.report).toBeNull()
})

test('a run that answers at length has searched, and has shown what it found where the story says so', async () => {
  const { report: _, answers: __, ...rest } = story
  const answering = { ...rest, answering: 'searched' } as const
  const searched = await tell(answering)
  expect(searched.state.request?.options.answer).toEqual({
    topK: 100,
    topN: 10,
    passageTokens: 4096,
    maxSearches: 5,
    maxTurns: 15,
    attempts: 3,
    reranker: 'bm25',
  })
  expect(searched.state.answering?.searches).toMatchObject([{ search: 1, query: 'What rose?', shown: null }])
  const { state, corpus } = await tell({ ...answering, answering: 'summarised' })
  expect(state.answering?.searches).toMatchObject([{ search: 1, query: 'What rose?', shown: expect.arrayContaining(['D1', 'D2']) }])
  expect(corpus.summaries.get(1)?.summary.length).toBeGreaterThan(0)
  expect((await tell(story)).state.request?.options.answer).toBeUndefined()
})
