import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { buildOptions, document, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { askedOtherwise } from './asked-otherwise.ts'
import { causeOf } from './causes.ts'
import { claimChanges } from './claim-changes.ts'
import { type ComparedRun, citedDocuments } from './compared-run.ts'
import { diffRuns } from './diff-runs.ts'
import { diffText } from './diff-text.ts'
import { documentChanges } from './document-changes.ts'
import { sameDocuments } from './same-documents.ts'
import { scoreChanges } from './score-changes.ts'
import { logged, runIn, runWith, type Told, withEvidence } from './testing/compared.ts'

const models = (parts: object) => ({ models: { ...buildOptions().models, ...parts } })
const item = (evidenceId: string, parts: Partial<EvidenceItem> = {}): EvidenceItem => ({
  evidenceId,
  subquestionId: 'RQ1',
  claim: `Claim of ${evidenceId}.`,
  quote: `quote of ${evidenceId}`,
  quoteCheck: 'verified',
  location: { section: 'Abstract' },
  support: 'supports',
  strength: 0.6,
  ...parts,
})
const read = { readFor: { RQ1: 'read' as const }, readDepth: 'abstract' as const, scores: { RQ1: 0.9 } }
const RQ1 = [subquestion('RQ1')]
const report = (...citations: readonly string[]) => ({ contentHash: '0'.repeat(64), checked: true, citations })
const changesOf = (a: ComparedRun, b: ComparedRun, shared: readonly string[] = []) =>
  documentChanges({ a, b, shared: new Set(shared) }, sameDocuments(a, b))

describe('what is cited', () => {
  test('by the log where the report is not at hand; merged documents by their survivor, unknown ones not', () => {
    const { state } = runIn({ documents: [document('D1'), document('D2')], aliases: { D2: 'D1' }, report: report('D2', 'D9') })
    expect([...citedDocuments({ state, content: null })]).toEqual(['D1'])
    expect([...citedDocuments({ state: { ...state, report: null }, content: null })]).toEqual([])
    const sentence = { text: 'It helps.', citations: ['D2'], evidence: [] }
    const content = {
      title: 'T',
      summary: [sentence],
      sections: [],
      notEstablished: [],
      contradictions: [],
      removedCitations: 0,
      mode: 'model' as const,
    }
    expect([...citedDocuments({ state: { ...state, report: report('D9') }, content })]).toEqual(['D1'])
  })

  test('by an answer, where the run is one', () => {
    const answer = { contentHash: '0'.repeat(64), mode: 'model' as const, citations: ['D2'], removedMarks: 0 }
    const answering = { searches: [], turns: [], reason: null, answer }
    const { state } = runIn({ documents: [document('D1'), document('D2')], answering })
    expect([...citedDocuments({ state, content: null })]).toEqual(['D2'])
  })

  test('by one of two answers alone: the agent that wrote it is the cause', () => {
    const requested: Told = { type: 'AnswerRequested', data: { workId: 'answer', reason: 'r', reserve: {} } }
    const written = (...documentIds: readonly string[]): Told => ({
      type: 'AnswerWritten',
      data: {
        workId: 'answer',
        contentHash: '0'.repeat(64),
        mode: 'model',
        citations: documentIds.map((documentId, index) => ({ n: index + 1, documentId, url: null, title: 'T' })),
        removedMarks: 0,
        characters: 9,
        support: { supported: 1, partial: 0, unsupported: 0, 'cannot-check': 0 },
        attempts: 1,
        writer: 'openai:test',
        degraded: [],
      },
      cause: 1,
    })
    const answering = (citations: readonly string[]) => ({
      searches: [],
      turns: [],
      reason: 'r',
      answer: { contentHash: '0'.repeat(64), mode: 'model' as const, citations, removedMarks: 0 },
    })
    const side = (runId: string, citations: readonly string[]) => ({
      ...runIn({ documents: [document('D1')], answering: answering(citations) }),
      runId,
      events: logged(runId, [requested, written(...citations)]),
    })
    const { counts, changed } = changesOf(side('a', []), side('b', ['D1']), [])
    expect(counts.at(-1)).toEqual({ milestone: 'cited', a: 0, b: 1, both: 0 })
    expect(changed).toMatchObject([{ in: ['screened in', 'read', 'cited'], why: { event: { side: 'b', type: 'AnswerRequested' } } }])
  })
})

describe('documents', () => {
  const one = (parts: Parameters<typeof document>[1], cites: readonly string[] = [], of: ComparedRun['events'] = []) => {
    const run = runIn(
      { subquestions: RQ1, documents: [document('D1', { records: ['a:1'], ...parts })], report: report(...cites) },
      { 'a:1': { title: 'One', year: 2020 } },
      of,
    )
    return parts?.readDepth === undefined ? run : withEvidence(run, [{ ...item('D1.e1'), documentId: 'D1' }])
  }
  const none = () => runIn({ subquestions: RQ1 })
  test.each<[string, ComparedRun, ComparedRun, readonly string[], readonly string[], readonly (string | null)[]]>([
    ['only in B', none(), one({}), ['found'], [], [null, 'found']],
    ['only in A', one({}), none(), [], ['found'], ['found', null]],
    [
      'relevant in B alone',
      one({ scores: { RQ1: 0.1 } }),
      one({ scores: { RQ1: 0.9 } }),
      ['screened in'],
      [],
      ['screened-out', 'relevant'],
    ],
    ['read in A alone', one(read), one({ scores: { RQ1: 0.9 } }), [], ['read'], ['read', 'relevant']],
    ['cited in B alone', one(read), one(read, ['D1']), ['cited'], [], ['read', 'cited']],
    ['found here, cited there', one({}), one(read, ['D1']), ['screened in', 'read', 'cited'], [], ['found', 'cited']],
    ['cited by A, unknown to B', one(read, ['D1']), none(), [], ['found', 'screened in', 'read', 'cited'], ['cited', null]],
  ])('%s', (_, a, b, gained, lost, status) => {
    const [change] = changesOf(a, b).changed
    expect([change?.in, change?.out, [change?.a?.status ?? null, change?.b?.status ?? null]]).toEqual([gained, lost, status])
    expect([change?.title, change?.year]).toEqual(['One', 2020])
  })

  test('one that came as far in both is no change; screened out or not screened are as far', () => {
    expect(changesOf(one({ scores: { RQ1: 0.1 } }), one({})).changed).toEqual([])
    expect(changesOf(one(read, ['D1']), one(read, ['D1'])).changed).toEqual([])
  })

  test('counts by milestone', () => {
    const a = runIn({
      subquestions: RQ1,
      documents: [document('D1', { records: ['a:1'], scores: { RQ1: 0.9 } }), document('D2', { records: ['a:2'] })],
    })
    const b = runIn({
      subquestions: RQ1,
      documents: [document('D1', { records: ['a:2'], scores: { RQ1: 0.5 } }), document('D2', { records: ['a:3'] })],
    })
    expect(changesOf(a, b).counts).toEqual([
      { milestone: 'found', a: 2, b: 2, both: 1 },
      { milestone: 'screened in', a: 1, b: 1, both: 0 },
      { milestone: 'read', a: 0, b: 0, both: 0 },
      { milestone: 'cited', a: 0, b: 0, both: 0 },
    ])
  })

  test('a work that is two documents counts once, by the one that came further', () => {
    const a = runIn({ subquestions: RQ1, documents: [document('D1', { records: ['a:1', 'a:2'] })] })
    const b = runIn({
      subquestions: RQ1,
      documents: [document('D1', { records: ['a:1'] }), document('D2', { records: ['a:2'], scores: { RQ1: 0.7 } })],
    })
    expect(changesOf(a, b)).toMatchObject({
      counts: [{ a: 1, b: 1, both: 1 }, { b: 1 }, {}, {}],
      changed: [{ b: { documentIds: ['D1', 'D2'], status: 'relevant' } }],
    })
  })

  describe('why one was found', () => {
    const found: Told = {
      type: 'CandidatesFound',
      data: {
        workId: 'search:S1',
        part: 1,
        parts: 1,
        operationId: 'S1',
        intentId: 'RQ1.i1',
        source: 'arxiv',
        query: 'memory agents',
        outcome: 'hits',
        asked: 10,
        returned: 1,
        total: 1,
        records: [{ recordId: '1', source: 'a', ids: {}, title: 'One', authors: [], type: 'article' }],
      },
    }
    const withOperation = (parts: Parameters<typeof operation>[1], seedRecords: readonly string[] = []) =>
      runIn(
        {
          subquestions: RQ1,
          documents: [
            document('D1', { records: ['a:1'], foundBy: ['S1'] }),
            ...(seedRecords.length === 0 ? [] : [document('D5', { records: seedRecords })]),
          ],
          operations: [operation('S1', { source: 'arxiv', query: 'memory agents', ...parts })],
        },
        { 'a:1': { title: 'One' }, 'a:5': { title: 'The seed' } },
        logged('b', [found]),
      )
    const other = (parts: Parameters<typeof operation>[1] | null, seedRecords: readonly string[] = []) =>
      runIn({
        subquestions: RQ1,
        operations: parts === null ? [] : [operation('S9', { source: 'arxiv', ...parts })],
        documents: seedRecords.length === 0 ? [] : [document('D3', { records: seedRecords })],
      })
    const why = (a: ComparedRun, b: ComparedRun) => changesOf(a, b).changed.find(({ title }) => title === 'One')?.why
    test.each<[string, ComparedRun, ComparedRun, string]>([
      [
        'a search that the other did not make',
        other(null),
        withOperation({}),
        'found by S1 (arxiv: memory agents), which A did not ask: another outcome of search S1',
      ],
      [
        'the same search in other words',
        other({ query: 'agents memory', outcome: 'throttled' }),
        withOperation({}),
        'found by S1 (arxiv: memory agents); in A the same had the outcome "throttled" and did not bring it: another outcome of search S1',
      ],
      [
        'the same words to another source',
        other({ query: 'memory agents', source: 'pubmed' }),
        withOperation({}),
        'found by S1 (arxiv: memory agents), which A did not ask: another outcome of search S1',
      ],
      [
        'the references of a work',
        other({ seed: 'D7' }),
        withOperation({ seed: 'D5' }, ['a:5']),
        'found by S1 (arxiv: the references of "The seed"), which A did not ask: another outcome of search S1',
      ],
      [
        'the references of a work that the other followed too',
        other({ seed: 'D3', outcome: 'none' }, ['a:5']),
        withOperation({ seed: 'D5' }, ['a:5']),
        'found by S1 (arxiv: the references of "The seed"); in A the same had the outcome "none" and did not bring it: another outcome of search S1',
      ],
      [
        'works that cite one',
        other({ seed: 'D3' }, ['a:5']),
        withOperation({ seed: 'D5', direction: 'forward' }, ['a:5']),
        'found by S1 (arxiv: works that cite "The seed"), which A did not ask: another outcome of search S1',
      ],
    ])('%s', (_, a, b, words) => {
      expect(why(a, b)).toEqual({ words, event: { pos: 1, type: 'CandidatesFound', key: 'CandidatesFound:S1:1', side: 'b' } })
      expect(why(b, a)?.words).toBe(words.replace(/\bA\b/, 'B'))
    })
  })
})

describe('scores', () => {
  const pair = (scores: { [id: string]: number }, records = ['a:1']) =>
    runIn({ documents: [document('D1', { records, scores })] }, { 'a:1': { title: 'One' } })
  const both = new Map([
    ['RQ1', 'RQ1'],
    ['RQ2', 'RQ3'],
  ])
  const scored = (a: ComparedRun, b: ComparedRun) => scoreChanges({ a, b, shared: new Set() }, sameDocuments(a, b), both)
  test('pairs that both screened; those that differ, the largest first, and whether they decide otherwise', () => {
    const { pairs, changed } = scored(pair({ RQ1: 0.5, RQ2: 0.1, RQ9: 1 }), pair({ RQ1: 0.4, RQ3: 0.4, RQ2: 1 }))
    expect(pairs).toBe(2)
    expect(
      changed.map(({ a, b, decisionChanged, title }) => [a.subquestionId, a.score, b.subquestionId, b.score, decisionChanged, title]),
    ).toEqual([
      ['RQ2', 0.1, 'RQ3', 0.4, false, 'One'],
      ['RQ1', 0.5, 'RQ1', 0.4, true, 'One'],
    ])
    expect(changed[1]?.delta).toBeCloseTo(-0.1, 12)
  })
  test('the same score, also when it was summed otherwise, is no change; a work that only one has no pair', () => {
    expect(scored(pair({ RQ1: 0.3 }), pair({ RQ1: 0.1 + 0.2 }))).toEqual({ pairs: 1, changed: [] })
    expect(scored(pair({ RQ1: 0.3 }), pair({ RQ1: 0.9 }, ['a:2']))).toEqual({ pairs: 0, changed: [] })
  })
  test('of a work that is two documents the higher score counts', () => {
    const two = runIn({
      documents: [document('D1', { records: ['a:1'], scores: { RQ1: 0.2 } }), document('D2', { records: ['a:2'], scores: { RQ1: 0.8 } })],
    })
    const one = runIn({ documents: [document('D1', { records: ['a:1', 'a:2'], scores: { RQ1: 0.8 } })] })
    expect(scored(two, one)).toEqual({ pairs: 1, changed: [] })
  })
})

describe('claims', () => {
  const base = (records = ['a:1']) => runIn({ documents: [document('D1', { records })] }, { 'a:1': { title: 'One' } })
  const claims = (a: readonly EvidenceItem[], b: readonly EvidenceItem[], other = base()) => {
    const [left, right] = [
      withEvidence(
        base(),
        a.map((one) => ({ ...one, documentId: 'D1' })),
      ),
      withEvidence(
        other,
        b.map((one) => ({ ...one, documentId: 'D1' })),
      ),
    ]
    return claimChanges({ a: left, b: right, shared: new Set() }, sameDocuments(left, right), new Map([['RQ1', 'RQ2']]))
  }
  const inB = { subquestionId: 'RQ2' }
  test.each<[string, readonly EvidenceItem[], readonly EvidenceItem[], readonly [number, number, number, readonly (readonly string[])[]]]>([
    ['the same, in other letters', [item('D1.e1', { claim: 'It helps.' })], [item('D1.e7', { claim: 'it HELPS', ...inB })], [1, 0, 0, []]],
    [
      'on the same quote another claim',
      [item('D1.e1', { quote: 'q r' })],
      [item('D1.e2', { quote: 'Q r', ...inB })],
      [0, 0, 0, [['claim']]],
    ],
    ['without a quote no claim is the same', [item('D1.e1', { quote: '' })], [item('D1.e2', { quote: '', ...inB })], [0, 1, 1, []]],
    [
      'it stands otherwise',
      [item('D1.e1')],
      [item('D1.e1', { ...inB, support: 'refutes', strength: 0.7, quoteCheck: 'refused' })],
      [0, 0, 0, [['support refutes, was supports', 'strength 0.7, was 0.6', 'quoteCheck refused, was verified']]],
    ],
    ['for another subquestion', [item('D1.e1')], [item('D1.e1', { subquestionId: 'RQ1' })], [0, 1, 1, []]],
    ['added', [], [item('D1.e1', inB)], [0, 1, 0, []]],
    ['lost', [item('D1.e1')], [], [0, 0, 1, []]],
    [
      'the claim goes before the quote',
      [item('D1.e1', { claim: 'A b.', quote: 'x' }), item('D1.e2', { claim: 'C d.', quote: 'y' })],
      [item('D1.e1', { claim: 'C d.', quote: 'x', ...inB }), item('D1.e2', { claim: 'E.', quote: 'y', ...inB })],
      [1, 1, 1, []],
    ],
  ])('%s', (_, a, b, [same, added, lost, changed]) => {
    const found = claims(a, b)
    expect([found.same, found.added.length, found.lost.length, found.changed.map(({ fields }) => fields)]).toEqual([
      same,
      added,
      lost,
      changed,
    ])
  })
  test('of another work', () => {
    expect(claims([item('D1.e1')], [item('D1.e1', inB)], base(['a:2']))).toMatchObject({
      same: 0,
      added: [{ evidenceId: 'D1.e1', subquestionId: 'RQ2', claim: 'Claim of D1.e1.' }],
      lost: [{ title: 'One', documentId: 'D1' }],
    })
  })
})

describe('causes in words', () => {
  const request: Told = {
    type: 'RunRequested',
    data: {
      question: 'q',
      asOf: '2026-07-01',
      criteria: null,
      libraries: [],
      promptSet: '1',
      codeVersion: '1',
      options: buildOptions(models({ reader: 'openai:a', writer: 'openai:w' })),
    },
  }
  const otherRequest: Told = {
    ...request,
    data: { ...request.data, options: buildOptions(models({ screener: 'openai:s', reader: 'openai:a', writer: 'openai:w' })) },
  } as Told
  const screened: Told = {
    type: 'DocumentScreened',
    data: { workId: 'w', part: 1, parts: 1, documentId: 'D1', scores: { RQ1: 1 }, note: '', screener: 'x', degraded: [] },
  }
  const screenedAs = (pass: 'second' | 'adjudication' | 'sample') => ({ ...screened, data: { ...screened.data, pass } }) as Told
  const failed: Told = { type: 'ReadingFailed', data: { workId: 'r', documentId: 'D1', reason: 'empty', degraded: [] } }
  const checked: Told = {
    type: 'CitationsChecked',
    data: {
      workId: 'check',
      contentHash: '0'.repeat(64),
      method: 'm',
      verdicts: { supported: 0, partial: 0, unsupported: 0, cannotCheck: 0 },
      rewritten: 0,
      flagged: 0,
      citations: [],
      degraded: [],
    },
  }
  const workFailed: Told = {
    type: 'WorkFailed',
    data: { workId: 'w', service: 'reader', stage: 'reading', reason: 'it broke', attempts: 5, retryable: false },
  }
  const forked: Told = { type: 'RunForked', data: { parentRunId: 'r-old', at: 1, models: {}, reason: 'another try' } }
  const edited: Told = { type: 'PlanEdited', data: { commandId: 'c', edits: [{ kind: 'close', subquestionId: 'RQ1' }], reason: '' } }
  const overridden: Told = {
    type: 'DocumentOverridden',
    data: { commandId: 'o', documentId: 'D4', action: 'exclude', records: [], reason: '' },
  }
  const budget: Told = { type: 'BudgetChanged', data: { commandId: 'b', limits: { maxReads: 1 }, reason: '' } }
  const paused: Told = { type: 'RunPaused', data: { commandId: 'p', reason: '', cause: 'user' } }
  const iteration: Told = { type: 'IterationStarted', data: { iteration: 1, reads: 1, keptForSnowball: 0, documents: 0, relevantPairs: 0 } }
  const fetched: Told = { type: 'FullTextFetched', data: { workId: 'f', documentId: 'D2', outcome: 'none', copy: null, tries: [] } }
  const registered: Told = { type: 'DocumentsRegistered', data: { workId: 'd', part: 1, parts: 1, documents: [] } }
  const a = runWith('a', [request])
  const words = (told: Told, side: 'a' | 'b' = 'b', first: readonly Told[] = []) => {
    const b = runWith('b', [otherRequest, ...first, told])
    const comparison =
      side === 'b' ? { a, b, shared: new Set(['RunRequested:run']) } : { a: b, b: a, shared: new Set(['RunRequested:run']) }
    return causeOf(comparison, side, first.length + 2).words
  }
  test.each<[string, Told, string]>([
    ['another model', screened, 'another screener: none in A, openai:s in B'],
    ['another second screener', screenedAs('second'), 'another reply of the screener2 (none)'],
    ['another adjudication', screenedAs('adjudication'), 'another screener: none in A, openai:s in B'],
    ['a sample, by the only screener with a model', screenedAs('sample'), 'another screener: none in A, openai:s in B'],
    ['another reply of one model', failed, 'another reply of the reader (openai:a)'],
    ['without a judge the writer checks', checked, 'another reply of the writer (openai:w)'],
    ['failed work', workFailed, 'work that failed, only in B: it broke'],
    ['a fork', forked, 'the fork: another try'],
    ['an edit', edited, 'an edit of the plan, only in B'],
    ['a user’s word', overridden, 'the user said so of D4, only in B'],
    ['a budget', budget, 'another budget, only in B'],
    ['a pause', paused, 'the run was halted or went on, only in B'],
    ['a decision at the first difference', iteration, 'IterationStarted is another decision'],
    ['a full text', fetched, 'another outcome of looking for the full text of D2'],
    ['linkage', registered, 'other records were linked'],
  ])('%s', (_, told, expected) => {
    expect(words(told)).toBe(expected)
  })
  test('with a judge in one of the runs it is the judge', () => {
    const judged = runWith('b', [
      { ...request, data: { ...request.data, options: buildOptions(models({ judge: 'openai:j' })) } } as Told,
      checked,
    ])
    expect(causeOf({ a, b: judged, shared: new Set(['RunRequested:run']) }, 'b', 2).words).toBe('another judge: none in A, openai:j in B')
  })
  test('a decision after the first difference follows from it', () => {
    expect(words(iteration, 'b', [budget])).toBe('IterationStarted is another decision, as event 2 (BudgetChanged) before it is another')
  })
  test('of A it is told as of A', () => {
    expect(words(budget, 'a')).toBe('another budget, only in A')
  })
  test('the request itself, and what the log does not have', () => {
    const comparison = { a, b: runWith('b', [otherRequest]), shared: new Set<string>() }
    expect(causeOf(comparison, 'b', 1)).toEqual({
      words: 'the runs were asked for otherwise',
      event: { pos: 1, type: 'RunRequested', key: 'RunRequested:run', side: 'b' },
    })
    expect(causeOf(comparison, 'b', null)).toEqual({ words: 'the log does not tell why', event: null })
    expect(causeOf(comparison, 'b', 7).event).toBeNull()
  })
  test('every role of a model fact is named', () => {
    const facts: readonly (readonly [Told, string])[] = [
      [
        {
          type: 'PlanProposed',
          data: { workId: 'p', subquestions: [{ subquestionId: 'RQ1', text: 'x', rationale: '', priority: 1 }], degraded: [] },
        },
        'planner',
      ],
      [
        {
          type: 'IntentCreated',
          data: { workId: 'i', part: 1, parts: 1, intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 'x', degraded: [] },
        },
        'intent',
      ],
      [{ type: 'QueriesWritten', data: { workId: 'q', intentId: 'RQ1.i1', queries: [], degraded: [] } }, 'query'],
      [{ type: 'CritiqueProposed', data: { workId: 'c', iteration: 1, critique: null, degraded: [] } }, 'critic'],
      [
        {
          type: 'SubquestionAnswered',
          data: {
            workId: 's',
            subquestionId: 'RQ1',
            answer: [],
            notEstablished: [],
            contradictions: [],
            coverage: 0,
            evidenceIds: [],
            removedCitations: 0,
            synthesizer: 'x',
            degraded: [],
          },
        },
        'synthesizer',
      ],
      [
        {
          type: 'ReportWritten',
          data: { workId: 'w', contentHash: '0'.repeat(64), sections: 0, citations: [], removedCitations: 0, writer: 'x', degraded: [] },
        },
        'writer',
      ],
    ]
    for (const [told, role] of facts) expect(words(told)).toContain(`the ${role} (`)
    expect(modelRoles).toContain('judge')
  })
})

test('what was asked for otherwise, by name; lists are values', () => {
  const a = runIn({ question: 'A?', options: { limits: { maxReads: 3 }, sources: ['library'], ...models({ critic: 'openai:x' }) } })
  const b = runIn({ question: 'A?', options: { limits: { maxReads: 4 }, sources: ['library', 'arxiv'], seeds: ['doi:10.1/x'] } })
  expect(askedOtherwise(a, b)).toEqual([
    { name: 'sources', a: ['library'], b: ['library', 'arxiv'] },
    { name: 'models.critic', a: 'openai:x', b: 'none' },
    { name: 'limits.maxReads', a: 3, b: 4 },
    { name: 'seeds', a: null, b: ['doi:10.1/x'] },
  ])
  expect(askedOtherwise(a, a)).toEqual([])
})

describe('the whole', () => {
  const cost = {
    role: 'reader',
    stage: 'reading',
    calls: 1,
    failedCalls: 0,
    inputTokens: 9,
    outputTokens: 1,
    costUsd: 0.5,
    unpriced: 0,
  } as const
  const a = withEvidence(
    runIn(
      { subquestions: RQ1, documents: [document('D1', { records: ['a:1'], ...read })], report: report('D1'), costs: { x: cost } },
      { 'a:1': { title: 'One', year: 2020 } },
    ),
    [{ ...item('D1.e1'), documentId: 'D1' }],
  )
  const from = { runId: 'r-a', at: 7, models: {}, reason: 'a try', ancestors: [] }
  const b = runIn(
    {
      subquestions: [subquestion('RQ1', { text: 'Else?' }), subquestion('RQ2')],
      documents: [document('D1', { records: ['a:1'], scores: { RQ1: 0.2 } })],
      fork: { from, copying: false, costs: { x: cost } },
      options: { fullText: true },
    },
    { 'a:1': { title: 'One', year: 2020 } },
  )

  test('nothing differs', () => {
    expect(diffText(diffRuns(a, a))).toBe(
      [
        'A  r: running, 0 events',
        'B  r: running, 0 events',
        '0 events are the same in both',
        '',
        'Documents',
        '  found       A 1, B 1: 1 in both, 0 out, 0 in',
        '  screened in A 1, B 1: 1 in both, 0 out, 0 in',
        '  read        A 1, B 1: 1 in both, 0 out, 0 in',
        '  cited       A 1, B 1: 1 in both, 0 out, 0 in',
        '  No document came further in one run than in the other.',
        '',
        'Scores: none of 1 pair that both screened is another',
        '',
        'Claims: 1 the same, 0 added, 0 lost, 0 changed',
        '',
        'Citations: 1 work cited by both, 0 only by B, 0 only by A',
        '',
        'Cost',
        '  A  1 call, 10 tokens, 0.5000 USD',
        '  B  1 call, 10 tokens, 0.5000 USD',
      ].join('\n'),
    )
  })

  test('much differs', () => {
    expect(diffText(diffRuns(a, b))).toBe(
      [
        'A  r: running, 0 events',
        'B  r: running, 0 events, forked from r-a at event 7: a try',
        '0 events are the same in both',
        '',
        'Asked for otherwise',
        '  fullText: false → true',
        '',
        'Subquestions',
        '  - RQ1 text of RQ1',
        '  + RQ1 Else?',
        '  + RQ2 text of RQ2',
        '',
        'Documents',
        '  found       A 1, B 1: 1 in both, 0 out, 0 in',
        '  screened in A 1, B 0: 0 in both, 1 out, 0 in',
        '  read        A 1, B 0: 0 in both, 1 out, 0 in',
        '  cited       A 1, B 0: 0 in both, 1 out, 0 in',
        '  - One (2020): cited → screened-out',
        '      the log does not tell why',
        '',
        'Scores: none of 0 pairs that both screened is another',
        '',
        'Claims: 0 the same, 0 added, 1 lost, 0 changed',
        '  - D1.e1 Claim of D1.e1. [One]',
        '      the log does not tell why',
        '',
        'Citations: 0 works cited by both, 0 only by B, 1 only by A',
        '  - One',
        '',
        'Cost',
        '  A  1 call, 10 tokens, 0.5000 USD',
        '  B  0 calls, 0 tokens, 0.0000 USD (inherited, not counted: 1 call, 0.5000 USD)',
      ].join('\n'),
    )
  })

  test('a long list is cut, and says so', () => {
    const many = (count: number) =>
      runIn({ documents: Array.from({ length: count }, (_, index) => document(`D${index + 1}`, { records: [`a:${index}`] })) })
    const lines = (count: number) => diffText(diffRuns(runIn({}), many(count))).split('\n')
    expect(lines(20).filter((line) => line.startsWith('  + '))).toHaveLength(20)
    expect(lines(20).join()).not.toContain('more (--json')
    expect(lines(23)).toContain('  … and 3 more (--json has all)')
  })
})
