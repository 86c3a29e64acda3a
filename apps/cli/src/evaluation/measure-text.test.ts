import type { SnowballGain } from '@winnow/domain/evaluation/snowball-gain.ts'
import { describe, expect, test } from 'vitest'
import type { RunAblation } from './ablate-run.ts'
import { ablationText, pooledAblationText } from './ablation-text.ts'
import type { StageMeasure } from './comparison.ts'
import type { StageEvaluation } from './evaluate-stage.ts'
import { evaluationText, pooledText } from './evaluation-text.ts'
import { measureLines } from './measure-text.ts'
import { pooledEvaluation } from './pooled-evaluations.ts'
import type { MeasuredReport } from './report/measure-report.ts'
import { evaluationLines, measuredLines } from './report/report-lines.ts'

const found = (count: number, added = count) => ({ found: count, recall: 0.5, added, cumulativeRecall: 0.5, onlyHere: 1 })
const searched = (parts: Partial<Extract<StageMeasure, { stage: 'search' }>> = {}): Extract<StageMeasure, { stage: 'search' }> => ({
  stage: 'search',
  intents: [{ intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 'trials', operations: ['S1'], documents: 3, relevant: 2, gold: found(1) }],
  operations: [
    { operationId: 'S1', intentId: 'RQ1.i1', source: 'library', query: 'q', outcome: 'hits', documents: 3, gold: found(1, 0) },
    { operationId: 'S2', intentId: null, source: 'arxiv', query: 'q2', outcome: 'throttled', documents: 0, gold: null },
    { operationId: 'S3', intentId: null, source: 'arxiv', query: 'q3', outcome: 'truncated', documents: 9, gold: null },
  ],
  total: { documents: 3, gold: { works: 2, found: 1, recall: 0.5 } },
  searchedAgain: null,
  notSearchedAgain: null,
  ...parts,
})

describe('search', () => {
  test('what was found, by intent and operation', () => {
    expect(measureLines(searched())).toEqual([
      'The searches found 3 documents, and 1 of 2 labelled works (recall 0.500).',
      '  RQ1.i1  3 documents, 2 relevant, 1 labelled (1 more, 1 only here)  trials',
      '',
      '  S1  library: 3 documents, 1 labelled (0 more, 1 only here)  q',
      '  S2  arxiv: throttled  q2',
      '  S3  arxiv: 9 documents  q3',
    ])
  })
  test('without labels, or without a work that is labelled relevant', () => {
    expect(measureLines(searched({ total: { documents: 3, gold: null } }))[0]).toBe('The searches found 3 documents.')
    expect(measureLines(searched({ total: { documents: 3, gold: { works: 0, found: 0, recall: null } } }))[0]).toBe(
      'The searches found 3 documents, and 0 of 0 labelled works.',
    )
  })
  test('searched again, or why not', () => {
    const again = searched({
      searchedAgain: [{ intentId: 'RQ1.i1', recorded: { records: 3, gold: found(1) }, rerun: { records: 4, gold: null } }],
      notSearchedAgain: 'there is none',
    })
    expect(measureLines(again)[2]).toBe('      in the library: 3 records, 1 labelled → 4 records with the queries written again')
    expect(measureLines(again).at(-1)).toBe('Not searched again: there is none.')
  })
  test('twenty operations are told', () => {
    const [one] = searched().operations
    const many = (count: number) =>
      measureLines(searched({ operations: Array.from({ length: count }, () => one as NonNullable<typeof one>) }))
    expect(many(20)).toHaveLength(23)
    expect(many(21)).toHaveLength(24)
    expect(many(21).at(-1)).toBe('  … and 1 more (--json has all)')
  })
})

describe('snowballing', () => {
  const brought = { documents: 4, relevant: 3, precision: 0.75, read: 2, withEvidence: 1, cited: 0, gold: 2 }
  const round = { ...brought, iteration: 1, round: 2, seeds: [], operations: 1, returned: 8, rho: 0.5, goldAdded: 2 }
  const gain: SnowballGain = {
    rounds: [round, { ...round, round: 3, goldAdded: null }],
    directions: [
      { ...brought, direction: 'backward', operations: 1 },
      { ...brought, direction: 'forward', operations: 0 },
    ],
    beyondSearch: brought,
    gold: { works: 4, foundBySearch: 1, foundWithSnowballing: 3, recallBySearch: 0.25, recallWithSnowballing: 0.75 },
  }
  const came = '4 documents, 3 relevant, 2 read, 1 with evidence, 0 cited'
  test('beyond search, by round and direction', () => {
    expect(measureLines({ stage: 'snowball', ...gain })).toEqual([
      `Beyond search: ${came}.`,
      'Labelled works: search found 1 of 4 (recall 0.250), with snowballing 3 (recall 0.750).',
      `  iteration 1, round 2: 8 references, ρ 0.50; ${came}, 2 labelled works more`,
      `  iteration 1, round 3: 8 references, ρ 0.50; ${came}`,
      `  backward: 1 operations; ${came}`,
    ])
  })
  test('a run that did not', () => {
    expect(measureLines({ stage: 'snowball', ...gain, rounds: [], directions: [], gold: null })).toEqual(['The run did not snowball.'])
  })
})

const verdicts = (supported: number, share: number | null, method: string) => ({
  method,
  verdicts: { supported, partial: 2, unsupported: 3, cannotCheck: 4 },
  supported: share,
})
const measured: MeasuredReport = {
  runId: 'r',
  claims: 4,
  citedClaims: 3,
  citationCoverage: 0.75,
  uncitedClaims: [{ text: 'Whales sing.', section: '', numbers: [] }],
  marks: 5,
  danglingMarks: [{ number: 7, sentence: 'Ships sail.' }],
  uncitedReferences: [],
  quotes: {
    checked: 3,
    inText: 1,
    short: 1,
    refused: 1,
    unchecked: 2,
    againstText: 1,
    fidelity: 2 / 3,
    notInText: [{ evidenceId: 'D1.e1', documentId: 'D1', quote: 'so it is' }],
  },
  numbers: { stated: 6, absent: [{ number: '12', sentence: 'It is 12.' }] },
  repeatedSentences: 1,
  repeated: [{ sentence: 'Again.', times: 2 }],
  checked: [],
  support: { recorded: verdicts(1, 1 / 6, 'openai:m'), byWords: verdicts(5, null, 'lexical') },
  toolCalls: 17,
}

describe('a report', () => {
  test('figures, each with what is wrong', () => {
    expect(measuredLines(measured)).toEqual([
      'Citations: 3 of 4 claims, 75.0 %; 5 marks, 1 dangling',
      '    without a citation: Whales sing.',
      '    [7] leads nowhere: Ships sail.',
      'Quotes: 2 of 3 stand in the text, 66.7 %; 1 looked up, the others as recorded; 2 never checked',
      '    D1.e1: so it is',
      'Numbers: 1 of 6 stand in no cited passage',
      '    12: It is 12.',
      'Repeated sentences: 1',
      '    2 times: Again.',
      'Support, as the run checked it: 1 supported, 2 partial, 3 unsupported, 4 cannot be checked, 16.7 % (openai:m)',
      'Support, by words: 5 supported, 2 partial, 3 unsupported, 4 cannot be checked (lexical)',
      'Tool calls: 17',
    ])
  })
  test('five examples are told; what there is not is left out', () => {
    const claim = { text: 'x', section: '', numbers: [] }
    const many = (count: number) =>
      measuredLines({
        ...measured,
        uncitedClaims: Array.from({ length: count }, () => claim),
        support: { ...measured.support, recorded: null },
        quotes: { ...measured.quotes, unchecked: 0 },
      })
    expect(many(5)).toHaveLength(15)
    expect(many(6)[6]).toBe('    … and 1 more (--json has all)')
    expect(many(5).join('\n')).not.toMatch(/as the run checked|never checked/)
  })
  const bucket = (upTo: number | null, entries: number, supported: number | null) => ({
    upTo,
    entries,
    supported,
    verdicts: measured.support.byWords.verdicts,
  })
  const depth = (...buckets: readonly ReturnType<typeof bucket>[]) => ({ buckets, falls: [], compared: true })
  const goals = [
    { name: 'a', value: 0.95, goal: '>= 0.9', met: true },
    { name: 'b', value: 2, goal: '= 0', met: false },
    { name: 'c', value: null, goal: '= 1', met: null },
  ]
  test('support by depth, and the goals', () => {
    const byRun = depth(bucket(2, 1, 0.5), bucket(20, 0, null), bucket(null, 3, null))
    const bySentence = depth(bucket(150, 2, 1))
    expect(evaluationLines({ supportByDepth: { byRun, bySentence, compared: 'runs', verdicts: 'recorded' }, goals })).toEqual([
      'Support by depth (reports by the tool calls of their run; verdicts recorded)',
      '  up to 2 tool calls: 0.500 (1)',
      '  more tool calls: none checked (3)',
      'Goals',
      '  met  a 0.950 (goal >= 0.9)',
      '  MISSED  b 2 (goal = 0)',
      '  not measured  c (goal = 1)',
    ])
    expect(
      evaluationLines({ supportByDepth: { byRun, bySentence, compared: 'sentences', verdicts: 'by words' }, goals }).slice(0, 2),
    ).toEqual([
      'Support by depth (sentences by the tool calls before their evidence; verdicts by words)',
      '  up to 150 tool calls: 1.000 (2)',
    ])
    const report = {
      stage: 'report' as const,
      ...measured,
      supportByDepth: { byRun, bySentence, compared: 'runs' as const, verdicts: 'recorded' as const },
      goals,
    }
    expect(measureLines(report)).toEqual([...measuredLines(measured), '', ...evaluationLines(report)])
  })
})

describe('an evaluation with a measure', () => {
  const calls = { calls: 1, failedCalls: 0, inputTokens: 2, outputTokens: 3, usd: 0.5, meanMs: 4 }
  const evaluation: StageEvaluation = {
    stage: 'search',
    runId: 'r\u0007',
    models: { recorded: { query: 'openai:m' }, rerun: 'none' },
    items: { recorded: 2, rerun: 0, stopped: null },
    agreement: { intents: 1 },
    gold: { recorded: { works: 2, recall: 0.5 }, rerun: null },
    changed: [],
    cost: { recorded: calls, rerun: calls },
    degraded: [],
    measured: searched(),
  }
  test('that was not run again tells the measure alone', () => {
    expect(evaluationText(evaluation)).toBe(
      ['search of r, from its log', ...measureLines(searched()), '', 'Against the labels', '  works: 2', '  recall: 0.500'].join('\n'),
    )
    expect(evaluationText({ ...evaluation, gold: null })).toBe(['search of r, from its log', ...measureLines(searched())].join('\n'))
  })
  test('that was run again tells both', () => {
    const again = evaluationText({
      ...evaluation,
      items: { ...evaluation.items, rerun: 2 },
      gold: { recorded: { works: 2, recall: 0.5 }, rerun: { works: 2, recall: null } },
    })
    expect(again).toContain('\nAgainst the labels, recorded → again\n  works: 2 → 2\n  recall: 0.500 → not defined\n')
    expect(again.endsWith(['', 'Nothing came out otherwise.', '', 'From the log', ...measureLines(searched())].join('\n'))).toBe(true)
  })
  test('of several runs', () => {
    expect(pooledText('search', pooledEvaluation([evaluation, evaluation]))).toBe(
      [
        'search of 2 runs together: 0 of 4 recorded inputs again (counts are sums, shares means over runs)',
        'Agreement',
        '  intents: 2',
        '',
        'Against the labels',
        '  works: 4',
        '  recall: 0.500',
        'Model calls',
        '  recorded: 2 calls, 4 tokens in, 6 out, 1.0000 USD, 4 ms a call',
        '  again: 2 calls, 4 tokens in, 6 out, 1.0000 USD, 4 ms a call',
        'Otherwise: 0',
      ].join('\n'),
    )
    expect(pooledText('search', pooledEvaluation([{ ...evaluation, agreement: {}, gold: null }]))).not.toMatch(/Agreement|labels/)
  })
})

describe('an ablation', () => {
  const gold = { works: 4, found: 3, included: 2, withEvidence: 1, cited: 1, recallFound: 0.75, recallIncluded: null }
  const chain = { operations: 1, documents: 2, included: 3, read: 4, evidence: 5, evidenceDocuments: 6, cited: 7, gold }
  const sum = { calls: 2.5, tokens: 10, usd: 1 }
  const ablation: RunAblation = {
    stage: 'search',
    runId: 'r\u0007',
    ablation: 'decomposition',
    method: 'from the log',
    nothingToAblate: null,
    subquestionId: 'RQ2',
    assumptions: ['That it is so.'],
    with: chain,
    without: { ...chain, documents: 1 },
    lostCitations: [{ documentId: 'D1', title: 'Whales' }],
    cost: { recorded: sum, saved: sum, share: { tokens: 0.25, usd: 0.5 } },
  }
  const figures = [
    'With → without',
    '  operations: 1 → 1',
    '  documents: 2 → 1',
    '  relevant documents: 3 → 3',
    '  documents read: 4 → 4',
    '  evidence items: 5 → 5',
    '  cited works: 7 → 7',
    '  labelled works found: 3 → 3',
    '  recall of what was found: 0.750 → 0.750',
    '  recall of what is relevant: not defined → not defined',
    '  labelled works cited: 1 → 1',
  ]
  test('with and without, what would be lost, and what is assumed', () => {
    expect(ablationText(ablation).split('\n')).toEqual([
      'r without decomposition: computed from the log, not a new run',
      'Only the searches of RQ2 are left.',
      '',
      ...figures,
      '  model calls saved: 2.5 calls, 25.0 % of the tokens, 50.0 % of the cost',
      '',
      'Cited works that would be lost: 1',
      '  D1  Whales',
      '',
      'Assumed: That it is so.',
    ])
  })
  test.each<[string, Partial<RunAblation>, string]>([
    ['nothing to leave out', { nothingToAblate: 'the run did not snowball' }, '\nNothing to leave out: the run did not snowball.\n'],
    ['no known cost', { cost: null }, '\n  model calls saved: not known from the log\n'],
    ['no calls', { cost: { recorded: sum, saved: sum, share: { tokens: null, usd: null } } }, '\n  model calls saved: there were none\n'],
    [
      'no known price',
      { cost: { recorded: sum, saved: sum, share: { tokens: 0, usd: null } } },
      '\n  model calls saved: 2.5 calls, 0.0 % of the tokens\n',
    ],
    ['no labels', { with: { ...chain, gold: null } }, '\n  cited works: 7 → 7\n  model calls saved'],
    ['no citation lost', { lostCitations: [] }, '% of the cost\n\nAssumed: '],
  ])('%s', (_, parts, words) => {
    expect(ablationText({ ...ablation, ...parts })).toContain(words)
  })
  test('twenty lost works are told', () => {
    const lost = (count: number) =>
      ablationText({ ...ablation, lostCitations: Array.from({ length: count }, () => ({ documentId: 'D1', title: 'T' })) })
    expect(lost(20)).not.toContain('more (--json')
    expect(lost(21)).toContain('\n  … and 1 more (--json has all)\n')
    expect(lost(21).match(/D1 {2}T/g)).toHaveLength(20)
  })
  test('of several runs', () => {
    const pooled = {
      runs: 3,
      nothingToAblate: 1,
      with: chain,
      without: { ...chain, documents: 1 },
      lostCitations: 2,
      costShare: { tokens: 0.25, usd: null },
    }
    expect(pooledAblationText(pooled).split('\n')).toEqual([
      '3 runs together (1 of them had nothing to leave out)',
      ...figures,
      '  model calls saved: 25.0 % of the tokens',
      'Cited works that would be lost: 2',
    ])
    expect(pooledAblationText({ ...pooled, nothingToAblate: 0 })).toMatch(/^3 runs together\n/)
  })
})
