import { expect, test } from 'vitest'
import { reportJson } from './report-json.ts'
import { material } from './testing/example-run.ts'
import { materialOf } from './testing/log-of.ts'

const json = reportJson(material)

test('sentences have their documents and numbers', () => {
  expect(json.summary).toEqual([
    {
      text: 'Paging helps [7] agents.',
      documents: ['D2', 'D1'],
      citations: [1, 2],
      evidence: ['D1.e1', 'D2.e1'],
      verdict: 'supported',
      flaw: null,
      rewritten: false,
    },
  ])
  expect(json.sections[0]?.paragraphs[0]?.map(({ citations, verdict }) => [citations, verdict])).toEqual([
    [[2], 'partial'],
    [[], null],
  ])
  expect(json.contradictions).toEqual([{ note: 'Summaries lose details', documents: ['D2'], citations: [1] }])
  expect(json).toMatchObject({ title: 'Memory for agents', mode: 'mixed', notEstablished: ['Whether it lasts.'], removedCitations: 1 })
})

test('references are resolved', () => {
  expect(json.references).toEqual([
    {
      number: 1,
      documentId: 'D2',
      ids: {},
      title: 'Recall [3] and p < 0.05 in *agents*',
      authors: [{ collective: 'Memory Group' }],
      year: 2022,
      venue: null,
      type: 'report',
      address: null,
      read: 'abstract',
      editorial: 'concern',
    },
    expect.objectContaining({
      number: 2,
      documentId: 'D1',
      venue: 'Journal of Tests',
      volume: '7',
      issue: '2',
      pages: '11-19',
      address: 'https://doi.org/10.5555/paging',
    }),
  ])
})

test('the run’s numbers', () => {
  expect(json).toMatchObject({
    runId: 'run-1',
    question: 'What helps agents remember?',
    asOf: '2026-07-01',
    status: 'completed',
    stop: { rule: 3, reason: 'the search budget is used up' },
    citationCheck: { method: 'lexical', supported: 1, partial: 1, unsupported: 0, cannotCheck: 0 },
    counts: { documents: 5, cited: 2 },
    prisma: { documents: 5, included: 2, cited: 2 },
    diversity: { documents: 2, concentrated: true },
    intents: [{ intentId: 'RQ1.i1', found: 4 }],
    snowballRounds: [{ rho: 0.5 }],
    critiques: [{ iteration: 1, rejected: [{ reason: 'unknown id' }] }],
    cost: { total: { usd: 0.0035 } },
    degraded: [{ role: 'planner', count: 2 }],
  })
  expect(json.weaklySupported).toEqual([
    { claim: 'Paging costs calls.', evidenceIds: ['D1.e2'], subquestionId: 'RQ2', documents: ['D1'], supporting: 1, strongest: 0.4 },
  ])
})

test('how screening went, and the texts of criteria that exclusions name', () => {
  const { request } = material.corpus
  if (request === null) throw new Error('no request')
  const corpus = { ...material.corpus, request: { ...request, criteria: 'No mice.' } }
  const excluded = (criterion?: string) => {
    const documents = Object.fromEntries(
      Object.entries(material.state.documents).map(([id, one]) => [
        id,
        { ...one, override: null, ...(one.exclusionReason === null || criterion === undefined ? {} : { exclusionCriterion: criterion }) },
      ]),
    )
    return reportJson({ ...material, corpus, state: { ...material.state, documents } })
  }
  expect(excluded().screening).toEqual({ two: null, sample: null })
  const reasonsOf = (criterion?: string) => excluded(criterion).prisma.excludedByScreening.reasons
  expect(reasonsOf().map((one) => 'criterionText' in one)).not.toContain(true)
  expect(reasonsOf('E1')).toMatchObject([{ criterion: 'E1', criterionText: 'No mice.', count: reasonsOf()[0]?.count }])
  expect(reasonsOf('E7')).toMatchObject([{ criterion: 'E7', criterionText: null }])
})

test('a run without a report, and one of which nothing is known', () => {
  expect(reportJson({ ...material, content: null })).toMatchObject({
    title: null,
    mode: null,
    summary: [],
    sections: [],
    references: [],
    removedCitations: 0,
    prisma: { cited: 0 },
  })
  expect(reportJson(materialOf([]))).toMatchObject({ question: null, asOf: null, diversity: null, citationCheck: null })
})

test('citations that resolve to nothing are counted and left out', () => {
  const summary = [{ text: 'a', citations: ['D77', 'D1'], evidence: [], flaw: { kind: 'number' as const, note: '12' }, rewritten: true }]
  const built = reportJson({
    ...material,
    content: { title: '', summary, sections: [], notEstablished: [], contradictions: [], removedCitations: 2, mode: 'model' },
  })
  expect(built.summary).toMatchObject([{ documents: ['D1'], citations: [1], flaw: { kind: 'number', note: '12' }, rewritten: true }])
  expect(built.removedCitations).toBe(3)
})

test('critiques stand by iteration', () => {
  const [critique] = material.corpus.critiques
  if (critique === undefined) throw new Error('no critique')
  const corpus = { ...material.corpus, critiques: [{ ...critique, iteration: 2 }, critique] }
  expect(reportJson({ ...material, corpus }).critiques.map(({ iteration }) => iteration)).toEqual([1, 2])
})
