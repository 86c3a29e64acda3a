import { expect, test } from 'vitest'
import type { WhyFound } from './provenance/why.ts'
import { why } from './provenance.ts'
import { usage } from './testing/example-parts.ts'
import { content, entries, events, material } from './testing/example-run.ts'
import { logOf, materialOf } from './testing/log-of.ts'

const found = (asked: string, of = material, log = events): WhyFound => {
  const result = why(asked, of, log)
  if (!result.found) throw new Error(`not found: ${asked}`)
  return result
}
const posOf = (type: string, nth = 1) => {
  const all = events.filter((event) => event.type === type)
  return all[nth - 1]?.pos
}

test('an evidence item: its quote, reading, and the whole way of its document', () => {
  const result = found('D1.e1')
  expect(result.target).toEqual({ kind: 'evidence', id: 'D1.e1' })
  expect(result.question).toBe('What helps agents remember?')
  expect(result.sentences.map(({ number }) => number)).toEqual([1, 2])
  expect(result.documents).toHaveLength(1)
  const [document] = result.documents
  expect(document).toMatchObject({
    documentId: 'D1',
    title: 'Paging memory for agents',
    citation: 2,
    editorial: 'ok',
    outcome: { status: 'cited', decision: 'included', reason: null },
  })
  const proposed = { type: 'PlanProposed', pos: posOf('PlanProposed'), id: events[3]?.id }
  expect(document?.evidence).toEqual([
    {
      evidenceId: 'D1.e1',
      claim: 'Paging helps agents recall.',
      quote: 'Paging helps agents recall earlier sessions.',
      quoteCheck: 'verified',
      location: { section: 'Abstract' },
      support: 'supports',
      strength: 0.6,
      capped: ['abstract only'],
      subquestion: { subquestionId: 'RQ1', text: 'Does paging help?', origin: 'planner', event: proposed },
      event: expect.objectContaining({ type: 'EvidenceExtracted', pos: posOf('EvidenceExtracted') }),
    },
  ])
  expect(document?.readings).toEqual([
    {
      record: 'library:paging',
      depth: 'abstract',
      reader: 'openai:small',
      textHash: 'b'.repeat(64),
      items: 2,
      event: expect.objectContaining({ pos: posOf('EvidenceExtracted') }),
    },
  ])
  expect(document?.allocations).toEqual([
    {
      subquestionIds: ['RQ1', 'RQ2'],
      score: 1.4,
      lambda: 1,
      parts: { R: 0.9, C: 0.3, T: 0.8, Q: 1, M: 0, P: 1, N: 1 },
      event: expect.objectContaining({ type: 'ReadingAllocated', pos: posOf('ReadingAllocated') }),
    },
  ])
  expect(document?.screenings).toEqual([
    {
      scores: { RQ1: 0.9, RQ2: 0.6 },
      note: 'note on D1',
      reason: null,
      criterion: null,
      screener: 'openai:small',
      pass: null,
      event: expect.objectContaining({ type: 'DocumentScreened', pos: posOf('DocumentScreened') }),
    },
  ])
  expect(document?.merges).toEqual([
    {
      a: 'library:paging',
      b: 'library:paging-v1',
      tier: 'doi',
      signals: ['same DOI'],
      event: expect.objectContaining({ type: 'DocumentsRegistered', pos: posOf('DocumentsRegistered') }),
    },
  ])
  expect(document?.findings).toEqual([
    {
      record: 'library:paging',
      operationId: 'S1',
      source: 'library',
      query: 'paging | memory',
      rank: 2,
      from: null,
      intent: {
        intentId: 'RQ1.i1',
        text: 'trials of paging',
        subquestion: { subquestionId: 'RQ1', text: 'Does paging help?', origin: 'planner', event: proposed },
        event: expect.objectContaining({ type: 'IntentCreated', pos: posOf('IntentCreated') }),
      },
      event: expect.objectContaining({ type: 'CandidatesFound', pos: posOf('CandidatesFound') }),
    },
    expect.objectContaining({ record: 'library:paging-v1', rank: 3 }),
  ])
})

test('the cost is that of all calls behind the events told, also of other parts of a batch', () => {
  expect(found('D1.e1').cost).toEqual({ calls: 3, models: ['openai:small'], inputTokens: 500, outputTokens: 50, usd: 0.0035, unpriced: 1 })
  // D2 was screened in the batch whose call is recorded with D1; its own reading has no call.
  expect(found('D2').cost).toMatchObject({ calls: 2, usd: 0.001, unpriced: 1 })
})

test('a cost without any known price is null; without calls it is 0', () => {
  const unpriced = logOf(
    entries.map((entry) => ({ ...entry, ...(entry.usage === undefined ? {} : { usage: [usage({ costUsd: null, inputTokens: null })] }) })),
  )
  expect(found('D1', material, unpriced).cost).toMatchObject({ usd: null, unpriced: 3, inputTokens: 0 })
  const free = logOf(entries.map(({ usage: _, ...entry }) => entry as (typeof entries)[number]))
  expect(found('D1', material, free).cost).toEqual({ calls: 0, models: [], inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 })
})

test('a citation tells the evidence behind the sentences that use it, and failing that all of its document', () => {
  const result = found('[2]')
  expect(result.sentences).toEqual([
    { number: 1, text: 'Paging helps [7] agents.', citations: [1, 2], evidence: ['D1.e1', 'D2.e1'], verdict: 'supported' },
    { number: 2, text: 'It helps recall', citations: [2], evidence: ['D1.e1'], verdict: 'partial' },
  ])
  expect(result.documents[0]?.evidence.map(({ evidenceId }) => evidenceId)).toEqual(['D1.e1'])
  const silent = { ...content, summary: [{ text: 'a', citations: ['D1'], evidence: [] }], sections: [], contradictions: [] }
  expect(found('1', { ...material, content: silent }).documents[0]?.evidence.map(({ evidenceId }) => evidenceId)).toEqual([
    'D1.e1',
    'D1.e2',
  ])
})

test('a sentence that cites one work under two ids names it once', () => {
  const twice = { ...content, summary: [{ text: 'a', citations: ['D1', 'D8'], evidence: [] }], sections: [] }
  const aliased = { ...material, state: { ...material.state, aliases: { D8: 'D1' } }, content: twice }
  expect(found('#1', aliased).sentences.map(({ citations }) => citations)).toEqual([[1]])
  expect(found('#1', aliased).documents.map(({ documentId }) => documentId)).toEqual(['D1'])
})

test('a document tells all its evidence; one without evidence its readings, seed and screener', () => {
  expect(found('D1').documents[0]?.evidence.map(({ evidenceId }) => evidenceId)).toEqual(['D1.e1', 'D1.e2'])
  const snowballed = found('D5').documents[0]
  expect(snowballed?.readings.map(({ items }) => items)).toEqual([0])
  expect(snowballed?.findings).toEqual([
    {
      record: 'library:graph',
      operationId: 'S3',
      source: 'library',
      query: 'works that D1 cites',
      rank: 1,
      from: 'D1',
      intent: null,
      event: expect.objectContaining({ type: 'ReferencesFound' }),
    },
  ])
  expect(snowballed?.screenings).toMatchObject([{ screener: 'lexical' }])
  expect(found('D2').documents[0]?.findings.map(({ operationId, rank, event }) => [operationId, rank, event?.type])).toEqual([
    ['S1', 1, 'CandidatesFound'],
    ['S3', 2, 'ReferencesFound'],
  ])
  expect(found('D3').documents[0]?.editorial).toBe('retracted')
  expect(found('D4').documents[0]).toMatchObject({
    screenings: [{ reason: 'off | topic' }],
    outcome: { reason: 'excluded by the user: a cookbook' },
  })
})

test('a sentence tells of all its documents, each with the evidence of this sentence', () => {
  const result = found('#1')
  expect(result.sentences.map(({ number }) => number)).toEqual([1])
  expect(result.documents.map(({ documentId, evidence }) => [documentId, evidence.map(({ evidenceId }) => evidenceId)])).toEqual([
    ['D2', ['D2.e1']],
    ['D1', ['D1.e1']],
  ])
  expect(found('#3')).toMatchObject({ documents: [], sentences: [{ number: 3, citations: [], verdict: null }] })
})

test('what was merged away is told as its survivor', () => {
  const registered = events.find((event) => event.type === 'DocumentsRegistered')
  const features = registered?.type === 'DocumentsRegistered' ? registered.data.documents[0]?.features : undefined
  if (features === undefined) throw new Error('no features')
  const merge = { workId: 'dedup:later', part: 1, parts: 1, into: 'D1', from: 'D2', tier: 'title', signals: ['same title'], features }
  const later = logOf([
    ...entries.slice(0, -5),
    {
      type: 'DedupRequested',
      data: { workId: 'dedup:later', phase: 'search', iteration: 1, operations: [], firstDocument: 6, split: null },
    },
    {
      type: 'DocumentsMerged',
      data: { ...merge, decision: { a: 'library:paging', b: 'library:recall', tier: 'title', signals: ['same title'] } },
    },
  ])
  const joined = materialOf(later, content)
  const result = found('D2', joined, later).documents[0]
  expect(result).toMatchObject({
    documentId: 'D1',
    citation: 1,
    evidence: [{ evidenceId: 'D1.e1' }, { evidenceId: 'D1.e2' }, { evidenceId: 'D2.e1' }],
  })
  expect(result?.readings).toHaveLength(2)
  expect(result?.screenings.map(({ note }) => note)).toEqual(['note on D1', 'note on D2'])
  expect(result?.allocations).toHaveLength(2)
  expect(result?.merges.map(({ event }) => event?.type)).toEqual(['DocumentsRegistered', 'DocumentsMerged'])
  expect(found('D2.e1', joined, later).documents[0]?.documentId).toBe('D1')
})

test.each([
  ['the critic', 'RQ3', 'CritiqueApplied', 'critic'],
  ['the planner', 'RQ2', 'PlanProposed', 'planner'],
])('a subquestion of %s leads to its event', (_, subquestionId, type, origin) => {
  const changed = logOf(
    entries.map((entry) =>
      entry.type === 'EvidenceExtracted' && entry.data.documentId === 'D2'
        ? { ...entry, data: { ...entry.data, items: entry.data.items.map((item) => ({ ...item, subquestionId })) } }
        : entry,
    ),
  )
  expect(found('D2.e1', materialOf(changed, content), changed).documents[0]?.evidence[0]?.subquestion).toMatchObject({
    subquestionId,
    origin,
    event: { type },
  })
})

test.each([
  [
    'a split',
    {
      kind: 'subquestion-split' as const,
      subquestionId: 'RQ2',
      into: [
        { subquestionId: 'RQ3', text: 'a', rationale: '', priority: 1 },
        { subquestionId: 'RQ4', text: 'b', rationale: '', priority: 1 },
      ],
    },
  ],
  ['an addition', { kind: 'subquestion-added' as const, subquestion: { subquestionId: 'RQ3', text: 'a', rationale: '', priority: 1 } }],
])('a subquestion that a user brought in by %s leads to that edit', (_, action) => {
  const changed = logOf(
    entries.flatMap((entry): typeof entries => {
      if (entry.type === 'CritiqueApplied')
        return [
          { type: 'PlanEditsApplied', data: { commandId: 'x', applied: [{ kind: 'intent-closed', intentId: 'RQ1.i1' }], rejected: [] } },
          { type: 'PlanEditsApplied', data: { commandId: 'y', applied: [action], rejected: [] } },
        ]
      if (entry.type !== 'EvidenceExtracted' || entry.data.documentId !== 'D2') return [entry]
      return [{ ...entry, data: { ...entry.data, items: entry.data.items.map((item) => ({ ...item, subquestionId: 'RQ3' })) } }]
    }),
  )
  const [document] = found('D2.e1', materialOf(changed, content), changed).documents
  const edit = changed.filter(({ type }) => type === 'PlanEditsApplied')[1]
  expect(document?.evidence[0]?.subquestion).toMatchObject({ origin: 'user', event: { pos: edit?.pos } })
})

test('a subquestion of a plan that the user brought leads to the request', () => {
  const changed = logOf(
    entries.flatMap((entry): typeof entries => {
      if (entry.type === 'PlanProposed') return []
      if (entry.type !== 'RunRequested') return [entry]
      return [
        { ...entry, data: { ...entry.data, options: { ...entry.data.options, plan: [{ text: 'mine', rationale: '', priority: 1 }] } } },
      ]
    }),
  )
  const subquestion = found('D1.e1', materialOf(changed, content), changed).documents[0]?.evidence[0]?.subquestion
  expect(subquestion).toMatchObject({ text: 'mine', origin: 'user', event: { type: 'RunRequested', pos: 1 } })
  const lost = logOf(entries.filter(({ type }) => type !== 'PlanProposed'))
  expect(found('D1.e1', materialOf(lost, content), lost).documents[0]?.evidence[0]?.subquestion).toEqual({
    subquestionId: 'RQ1',
    text: '',
    origin: 'unknown',
    event: null,
  })
})

test('without a report there is no citation and no sentence', () => {
  for (const asked of ['[1]', '#1']) expect(why(asked, { ...material, content: null }, events)).toEqual({ found: false, asked, near: [] })
  expect(found('D1', { ...material, content: null })).toMatchObject({
    sentences: [],
    documents: [{ citation: null, outcome: { status: 'read' } }],
  })
})
