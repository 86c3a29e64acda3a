import type { Record } from '@winnow/contracts/entities/record.ts'
import { type AnswerText, type CorpusDraft, newCorpus } from '@winnow/domain/corpus.ts'
import type { DocumentState } from '@winnow/domain/state.ts'
import {
  buildState,
  document,
  evidence,
  intent,
  operation,
  type StateParts,
  snowballRound,
  subquestion,
} from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { dossierOf } from './dossier.ts'

const answer = (subquestionId: string, parts: Partial<AnswerText> = {}): AnswerText => ({
  subquestionId,
  answer: [{ text: `Answer ${subquestionId}.`, citations: ['D1'], evidence: ['D1.e1', 'D2.e1'] }],
  notEstablished: [],
  contradictions: [],
  coverage: 0.5,
  synthesizer: 'words',
  ...parts,
})

function corpusWith(answers: readonly AnswerText[], documents: number): CorpusDraft {
  const corpus = newCorpus()
  for (const own of answers) corpus.answers.set(own.subquestionId, own)
  for (let n = 1; n <= documents; n += 1) {
    const record: Record = {
      source: 'library',
      recordId: `r${n}`,
      ids: {},
      title: `Title ${n}`,
      authors: [],
      type: 'article',
      ...(n === 2 ? {} : { year: 2019 }),
    }
    corpus.records.set(`library:r${n}`, record)
    corpus.evidence.set(`D${n}.e1`, {
      evidenceId: `D${n}.e1`,
      documentId: `D${n}`,
      recordId: `library:r${n}`,
      subquestionId: 'RQ1',
      claim: `Claim ${n}.`,
      quote: '',
      quoteCheck: 'verified',
      location: { section: 'Abstract' },
      support: 'supports',
      strength: 0.6,
      depth: 'abstract',
      textHash: '',
      reader: 'words',
      pos: 1,
    })
  }
  return corpus
}
const plan = [
  subquestion('RQ10', { text: 'Tenth?', priority: 3, coverage: 0.256 }),
  subquestion('RQ2', { text: 'Second?', status: 'deprioritized' }),
  subquestion('RQ1', { text: 'First?', coverage: 1 }),
  subquestion('RQ3', { text: 'Third?', status: 'closed' }),
]
const full = answer('RQ10', {
  notEstablished: ['For how long.'],
  contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D3.e1'] }],
})
/** Two items of each document: the first for RQ10, the second for RQ2. */
const evidenceOf = (documents: readonly DocumentState[]) =>
  documents.flatMap(({ documentId }) => [
    evidence(`${documentId}.e1`, { subquestionId: 'RQ10' }),
    evidence(`${documentId}.e2`, { subquestionId: 'RQ2' }),
  ])
const dossier = (parts: StateParts = {}, answers: readonly AnswerText[] = [], documents = 0) =>
  dossierOf(buildState({ question: 'What helps?', subquestions: plan, ...parts }), corpusWith(answers, documents))

it('the order in which facts came decides nothing', () => {
  const ids = ['D1', 'D2', 'D3', 'D10']
  const told = (order: <T>(list: readonly T[]) => readonly T[]) =>
    dossier(
      {
        subquestions: order(plan),
        documents: order(ids.map((id) => document(id, { scores: { RQ1: 0.8 } }))),
        evidence: order(ids.flatMap((id) => [evidence(`${id}.e1`), evidence(`${id}.e2`, { subquestionId: 'RQ2' })])),
        intents: order([intent('RQ1.i1'), intent('RQ1.i2'), intent('RQ2.i1')]),
        operations: order([
          operation('S1', { keys: ['library:r1', 'library:r2'] }),
          operation('S2', { intentId: 'RQ1.i2', keys: ['library:r2'] }),
        ]),
      },
      order(['RQ1', 'RQ2', 'RQ10'].map((id) => answer(id))),
      10,
    )
  expect(told((list) => list.toReversed())).toEqual(told((list) => list))
})

describe('the dossier', () => {
  it('of a run without anything', () => {
    expect(dossierOf(buildState({ question: 'What helps?' }), newCorpus())).toEqual({
      question: 'What helps?',
      plan: [],
      answers: [],
      weakClaims: [],
      diversity: [],
      intents: [],
      snowball: [],
      documents: [],
      budget: ['iterations 2, reads 30, searches 40'],
    })
  })
  it('the plan, in the order of numbers, without what is closed', () => {
    expect(dossier().plan).toEqual([
      'RQ1 (priority 1, active, coverage 1.00): First?',
      'RQ2 (priority 1, deprioritized, coverage 0.00): Second?',
      'RQ10 (priority 3, active, coverage 0.26): Tenth?',
    ])
  })
  it('the answers with what they do not establish and what contradicts, in the order of numbers', () => {
    const second = answer('RQ2', { answer: [{ text: 'Answer RQ2.', citations: ['D1', 'D2'], evidence: ['D1.e2', 'D2.e2'] }] })
    const documents = ['D1', 'D2', 'D3'].map((id) => document(id))
    expect(dossier({ documents, evidence: evidenceOf(documents) }, [full, answer('RQ3'), second]).answers).toEqual([
      'RQ2: Answer RQ2. [D1.e2, D2.e2]',
      'RQ10: Answer RQ10. [D1.e1, D2.e1]',
      'RQ10, not established: For how long.',
      'RQ10, contradiction (D1.e1, D3.e1): They differ.',
    ])
  })
  it.each<[string, readonly DocumentState[], readonly string[]]>([
    [
      'one document of two excluded: named without it',
      [document('D1', { override: 'exclude' }), document('D2'), document('D3')],
      ['RQ10: Answer RQ10. [D2.e1]', 'RQ10, not established: For how long.', 'RQ10, contradiction (D3.e1): They differ.'],
    ],
    [
      'one document of two retracted: named without it',
      [document('D1'), document('D2', { editorial: 'retracted' }), document('D3')],
      ['RQ10: Answer RQ10. [D1.e1]', 'RQ10, not established: For how long.', 'RQ10, contradiction (D1.e1, D3.e1): They differ.'],
    ],
    [
      'no document left for a sentence: the sentence is gone',
      [document('D1', { override: 'exclude' }), document('D2', { editorial: 'retracted' }), document('D3')],
      ['RQ10, not established: For how long.', 'RQ10, contradiction (D3.e1): They differ.'],
    ],
    [
      'no document left for a contradiction: it is gone',
      [document('D1', { override: 'exclude' }), document('D2'), document('D3', { editorial: 'retracted' })],
      ['RQ10: Answer RQ10. [D2.e1]', 'RQ10, not established: For how long.'],
    ],
  ])('an answer rests on the evidence that still counts: %s', (_, documents, lines) => {
    expect(dossier({ documents, evidence: evidenceOf(documents) }, [full]).answers).toEqual(lines)
  })
  it('an answer does not rest on the evidence of another subquestion', () => {
    const documents = [document('D1')]
    expect(dossier({ documents, evidence: evidenceOf(documents) }, [answer('RQ2')]).answers).toEqual([])
  })
  it('weakly supported claims of what is not closed, with their items', () => {
    const claimed = (id: string, claimKey: string, subquestionId = 'RQ1') => evidence(id, { claimKey, subquestionId })
    const items = [
      claimed('D1.e1', 'shared'),
      claimed('D2.e1', 'shared'),
      claimed('D3.e1', 'own'),
      claimed('D1.e2', 'closed', 'RQ3'),
      claimed('D3.e2', 'own'),
    ]
    const documents = ['D1', 'D2', 'D3'].map((id) => document(id))
    expect(dossier({ evidence: items, documents }, [], 3).weakClaims).toEqual(['RQ1 D3.e1, D3.e2: Claim 3.'])
  })
  it('names 40 weak claims and 60 documents at most, the first', () => {
    const ids = Array.from({ length: 61 }, (_, n) => `D${n + 1}`)
    const large = dossier({ evidence: ids.map((id) => evidence(`${id}.e1`)), documents: ids.map((id) => document(id)) }, [], 61)
    expect(large.weakClaims).toHaveLength(40)
    expect(large.weakClaims.at(-1)).toBe('RQ1 D40.e1: Claim 40.')
    expect(large.documents).toHaveLength(60)
    expect(large.documents.slice(0, 3)).toEqual(['D1: Title 1 (2019)', 'D2: Title 2', 'D3: Title 3 (2019)'])
  })
  it('the diversity of what gave evidence, and why it is concentrated', () => {
    const documents = [
      document('D1', { features: { year: 2025, preprint: true } }),
      document('D2', { features: { year: 2015, firstAuthor: 'first1', grey: true } }),
      document('D3', { features: { year: null, firstAuthor: 'x', lastAuthor: 'x' } }),
    ]
    const items = ['D1.e1', 'D1.e2', 'D2.e1', 'D3.e1'].map((id) => evidence(id))
    expect(dossier({ documents, evidence: items }, [], 3).diversity).toEqual([
      '3 documents, 2 first authors, 3 venues, median year 2020',
      '33 % of the documents from the last three years, 33 % preprints, 33 % grey literature',
      'D1 gives 50 % of the evidence, the largest author group 75 %',
      'concentrated: top document',
      'concentrated: top author group',
      'concentrated: few first authors',
    ])
    const unknownYears = documents.map((own) => ({ ...own, features: { ...own.features, year: null } }))
    expect(dossier({ documents: unknownYears, evidence: items }, [], 3).diversity[0]).toContain('median year unknown')
  })
  it('what each intent found, in the order of numbers, without those of closed subquestions', () => {
    const intents = [intent('RQ1.i10', { status: 'closed' }), intent('RQ1.i2'), intent('RQ3.i1')]
    const documents = [document('D1', { scores: { RQ1: 0.9 } }), document('D2', { scores: { RQ1: 0.1 } })]
    const operations = [operation('S1', { intentId: 'RQ1.i2', keys: ['library:r1', 'library:r2'] })]
    expect(dossier({ intents, documents, operations }).intents).toEqual([
      'RQ1.i2 (open; found 2, relevant 1): text of RQ1.i2',
      'RQ1.i10 (closed; found 0, relevant 0): text of RQ1.i10',
    ])
  })
  it('what each snowball round brought', () => {
    expect(dossier({ snowballRounds: [snowballRound(1, 25), snowballRound(2, 4, { iteration: 2 })] }).snowball).toEqual([
      'iteration 1, round 1: 100 references, 25 new documents, yield 0.25',
      'iteration 2, round 2: 100 references, 4 new documents, yield 0.04',
    ])
  })
  it('what is left of the budget', () => {
    expect(
      dossier({
        options: { limits: { maxIterations: 5, maxReads: 7, maxSearches: 9 } },
        iteration: 2,
        spent: { searches: 2, reads: 3, tokens: 0, costUsd: 0, unpriced: 0 },
      }).budget,
    ).toEqual(['iterations 3, reads 4, searches 7'])
  })
})
