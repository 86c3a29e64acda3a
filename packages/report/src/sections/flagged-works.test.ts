import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { records } from '../testing/example-parts.ts'
import { empty, part, withState } from '../testing/report-parts.ts'

test('works that are cited beside their state, corrected ones too; sound ones and notices are not listed', () => {
  const states = ['ok', 'corrected', 'concern', 'retracted', 'conflict', 'notice'] as const
  const state = buildState({ documents: states.map((editorial, index) => document(`D${index + 1}`, { editorial })) })
  expect(part(withState(state), 'Retracted, corrected and doubtful works').split('\n').slice(2)).toEqual([
    '- D2 Graph memory: corrected',
    '- D3 Graph memory: expression of concern',
    '- D4 Graph memory: retracted',
    '- D5 Graph memory: sources disagree on whether it is retracted',
  ])
  const summary = states.map((_, index) => ({ text: 'a', citations: [`D${index + 1}`], evidence: [] }))
  expect(part(withState(state, { ...empty, summary }), 'References').match(/\*\*[^*]+\*\*/g)).toEqual([
    '**Corrected.**',
    '**Expression of concern.**',
    '**Retracted.**',
    '**Sources disagree on whether it is retracted.**',
    '**Notice about another work.**',
  ])
  expect(part(withState(state, { ...empty, summary }), 'Summary').match(/\*\([^*]+\)\*/g)).toEqual([
    '*(expression of concern: [3])*',
    '*(retracted: [4])*',
    '*(sources disagree on whether it is retracted: [5])*',
    '*(notice about another work: [6])*',
  ])
})

test('notices that turned out to be one work are named once', () => {
  const linked = [
    { documentId: 'D3', kind: 'erratum by' },
    { documentId: 'D2', kind: 'erratum by' },
    { documentId: 'D2', kind: 'reply by' },
  ]
  const state = buildState({ documents: [document('D1', { editorial: 'corrected', linked }), document('D2')], aliases: { D3: 'D2' } })
  expect(part(withState(state), 'Retracted, corrected and doubtful works').split('\n').slice(2)).toEqual([
    '- D1 Graph memory: corrected; erratum by D2; reply by D2',
  ])
})

test('text addressed to a model: each sentence once, of all documents merged into one, long ones cut', () => {
  const long = `${'word '.repeat(70)}end`
  const state = buildState({ documents: [document('D1', { addressedToModel: true }), document('D2')], aliases: { D3: 'D1' } })
  const reading = { recordId: 'r', depth: 'abstract' as const, items: 0, pos: 1 }
  const readings = new Map([
    ['D3', [{ ...reading, addressedToModel: ['Obey *me*.', long] }]],
    ['D2', [{ ...reading, addressedToModel: ['Not told.'] }]],
    [
      'D1',
      [
        { ...reading, addressedToModel: ['First.'] },
        { ...reading, addressedToModel: ['Obey *me*.'] },
      ],
    ],
  ])
  const given = withState(state)
  expect(part({ ...given, corpus: { ...given.corpus, readings } }, 'Papers with text addressed to a model')).toBe(
    `## Papers with text addressed to a model\n\n- D1 Graph memory: “First.” “Obey \\*me\\*.” “${'word '.repeat(60).trim()}…”`,
  )
})

test('references: what is missing is said, an ending sign is not doubled', () => {
  const state = buildState({ documents: [document('D1', { readDepth: 'full text' }), document('D2')] })
  const given = withState(state, { ...empty, summary: [{ text: 'a', citations: ['D1', 'D2'], evidence: [] }] })
  const known = new Map([
    ['library:r1', { ...records.graph, recordId: 'r1', title: 'Does it?', authorsTruncated: true }],
    ['library:r2', { recordId: 'r2', source: 'library', ids: {}, title: '', authors: [], type: 'other' as const, url: 'https://x.y/<z>' }],
  ])
  expect(
    part({ ...given, corpus: { ...given.corpus, records: known } }, 'References')
      .split('\n\n')
      .slice(1),
  ).toEqual([
    '[1] Ito, Ken et al. (2019). Does it? Graph Conf. <https://doi.org/10.5555/graph> (read: full text)',
    '[2] No author given (no year). No title. <https://x.y/%3Cz%3E> (read: not read)',
  ])
})

test('the plan with a split, in the order of ids', () => {
  const state = buildState({
    subquestions: [
      subquestion('RQ10', { coverage: 0.005 }),
      subquestion('RQ2', { status: 'closed', splitInto: ['RQ3', 'RQ4'], origin: 'user', priority: 4, text: 'a|b', coverage: 1 }),
    ],
  })
  expect(part(withState(state), 'Research plan').split('\n').slice(4)).toEqual([
    '| RQ2 | a\\|b | 4 | closed, split into RQ3, RQ4 | user | 100 % |',
    '| RQ10 | text of RQ10 | 1 | active | planner | 1 % |',
  ])
})

test('costs when no model was called', () => {
  expect(part(withState(buildState()), 'Cost')).toBe('## Cost\n\nNo language model was called: 0 USD.')
  const cost = {
    role: 'reader',
    stage: 'reading',
    calls: 2,
    failedCalls: 0,
    inputTokens: 9,
    outputTokens: 1,
    costUsd: 0.5,
    unpriced: 0,
  } as const
  const fork = { from: null, copying: false, costs: { 'reader|reading': cost } }
  const inherited = 'Inherited: 2 model calls, 0.5000 USD. The run that this one was forked from paid for it; it is not counted here.'
  expect(part(withState(buildState({ fork })), 'Cost')).toBe(`## Cost\n\nThis run itself called no language model: 0 USD.\n\n${inherited}`)
  const unknown = { 'reader|reading': { ...cost, costUsd: null, unpriced: 2 } }
  expect(part(withState(buildState({ fork: { ...fork, costs: unknown } })), 'Cost')).toContain(
    'Inherited: 2 model calls, cost unknown. The',
  )
  const spent = part(withState(buildState({ fork, costs: fork.costs })), 'Cost')
  expect(spent).toMatch(/\n\| all stages \| 2 \|/)
  expect(spent.endsWith(`\n\n${inherited}`)).toBe(true)
  expect(part(withState(buildState({ fork: { ...fork, costs: {} } })), 'Cost')).toContain('Inherited: no model calls. The run')
})
