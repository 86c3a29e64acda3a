import {
  buildState,
  type DocumentParts,
  document,
  evidence,
  operation,
  type StateParts,
  subquestion,
} from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedDocuments, documentFates, prismaFlow } from './prisma.ts'
import type { RunState } from './state.ts'

describe('records', () => {
  const given = (parts: StateParts) => {
    const { identified, setAside, duplicates, documents } = prismaFlow(buildState(parts))
    return { identified, setAside, duplicates, documents }
  }

  it('are counted by source, searches and snowballing apart, each record once', () => {
    expect(
      given({
        documents: [document('D1', { records: ['library:a', 'arxiv:a', 'arxiv:b'] }), document('D2', { records: ['library:c'] })],
        operations: [
          operation('S1', { keys: ['library:a', 'library:c'] }),
          operation('S2', { keys: ['arxiv:a', 'arxiv:a'] }),
          operation('S3', { keys: ['arxiv:a'], iteration: 2 }),
          operation('S4', { seed: 'D1', keys: ['library:c', 'arxiv:b', 'library:cut', 'x:y:z'] }),
          operation('S5', { seed: 'D2', keys: ['arxiv:b'] }),
        ],
      }),
    ).toEqual({
      identified: {
        total: 6,
        bySource: [
          { source: 'arxiv', searches: 1, snowballing: 1 },
          { source: 'library', searches: 2, snowballing: 1 },
          { source: 'x', searches: 0, snowballing: 1 },
        ],
      },
      setAside: 2,
      duplicates: 2,
      documents: 2,
    })
  })

  it('a search after a snowball round makes the record a searched one', () => {
    const operations = [
      operation('S1', { seed: 'D1', keys: ['library:a'] }),
      operation('S2', { keys: ['library:a'] }),
      operation('S3', { seed: 'D1', keys: ['library:a'] }),
    ]
    expect(given({ operations }).identified.bySource).toEqual([{ source: 'library', searches: 1, snowballing: 0 }])
  })

  it('records that no operation of the state names count as searched', () => {
    expect(given({ documents: [document('D1', { records: ['library:a'] })] })).toEqual({
      identified: { total: 1, bySource: [{ source: 'library', searches: 1, snowballing: 0 }] },
      setAside: 0,
      duplicates: 0,
      documents: 1,
    })
  })

  it('of a merged document are duplicates', () => {
    const documents = [document('D1', { records: ['library:a', 'library:b'] })]
    const flow = given({ documents, records: { 'library:a': 'D1', 'library:b': 'D2' }, aliases: { D2: 'D1' } })
    expect(flow).toMatchObject({ duplicates: 1, documents: 1 })
  })
})

describe('the fate of a document', () => {
  it.each<{ name: string; of?: DocumentParts; evidence?: boolean; fate: string }>([
    { name: 'no score', fate: 'not screened' },
    { name: 'all scores below', of: { scores: { RQ1: 0.49, RQ2: 0 } }, fate: 'excluded by screening' },
    { name: 'one score at the threshold', of: { scores: { RQ1: 0.1, RQ2: 0.5 } }, fate: 'not read' },
    { name: 'relevant to a closed subquestion', of: { scores: { RQ3: 0.5 } }, fate: 'not read' },
    { name: 'included by the user without a score', of: { override: 'include' }, fate: 'not read' },
    { name: 'included by the user with low scores', of: { override: 'include', scores: { RQ3: 0.1 } }, fate: 'not read' },
    { name: 'being read', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'allocated' } }, fate: 'reading' },
    { name: 'one reading failed, one runs', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'failed', RQ2: 'allocated' } }, fate: 'reading' },
    { name: 'failed', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'failed' } }, fate: 'reading failed' },
    { name: 'read without evidence', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'read', RQ2: 'failed' } }, fate: 'without evidence' },
    { name: 'read before, read again', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'read', RQ2: 'allocated' } }, fate: 'without evidence' },
    { name: 'read with evidence', of: { scores: { RQ1: 0.9 }, readFor: { RQ1: 'read' } }, evidence: true, fate: 'included' },
    { name: 'evidence came home after a split', evidence: true, fate: 'included' },
    {
      name: 'excluded by the user after reading',
      of: { override: 'exclude', readFor: { RQ1: 'read' } },
      evidence: true,
      fate: 'excluded by user',
    },
    { name: 'excluded by the user and retracted', of: { override: 'exclude', editorial: 'retracted' }, fate: 'excluded by user' },
    { name: 'excluded by the user, not relevant', of: { override: 'exclude', scores: { RQ1: 0.1 } }, fate: 'excluded by user' },
    { name: 'retracted after reading', of: { editorial: 'retracted', scores: { RQ1: 0.9 } }, evidence: true, fate: 'retracted' },
    { name: 'retracted, not relevant', of: { editorial: 'retracted', scores: { RQ1: 0.1 } }, fate: 'retracted' },
    { name: 'a notice', of: { editorial: 'notice', scores: { RQ1: 0.1 } }, fate: 'notice' },
    { name: 'a notice that the user included', of: { editorial: 'notice', override: 'include' }, fate: 'notice' },
    { name: 'a correction was made', of: { editorial: 'corrected', scores: { RQ1: 0.9 } }, fate: 'not read' },
  ])('$name: $fate', ({ of = {}, evidence: has = false, fate }) => {
    const state = buildState({
      subquestions: [subquestion('RQ1'), subquestion('RQ2'), subquestion('RQ3', { status: 'closed' })],
      documents: [document('D1', of)],
      evidence: has ? [evidence('D1.e1')] : [],
    })
    expect(documentFates(state)).toEqual(new Map([['D1', fate]]))
    const flow = prismaFlow(state)
    const {
      notScreened,
      excludedByScreening,
      notRead,
      reading,
      readingFailed,
      withoutEvidence,
      included,
      excludedByUser,
      retracted,
      notices,
    } = flow
    expect({
      'not screened': notScreened,
      'excluded by screening': excludedByScreening.total,
      'not read': notRead,
      reading,
      'reading failed': readingFailed,
      'without evidence': withoutEvidence,
      included,
      'excluded by user': excludedByUser,
      retracted,
      notice: notices,
    }).toEqual({
      'not screened': 0,
      'excluded by screening': 0,
      'not read': 0,
      reading: 0,
      'reading failed': 0,
      'without evidence': 0,
      included: 0,
      'excluded by user': 0,
      retracted: 0,
      notice: 0,
      [fate]: 1,
    })
  })
})

describe('exclusion reasons', () => {
  it('are grouped, the most frequent first, then by text', () => {
    const reasons = ['z', 'other field', null, 'z', 'a', 'a', 'z']
    const documents = reasons.map((exclusionReason, i) => document(`D${i + 1}`, { scores: { RQ1: 0.1 }, exclusionReason }))
    const relevant = document('D8', { scores: { RQ1: 0.9 }, exclusionReason: 'a' })
    expect(prismaFlow(buildState({ documents: [...documents, relevant] })).excludedByScreening).toEqual({
      total: 7,
      reasons: [
        { reason: 'z', count: 3 },
        { reason: 'a', count: 2 },
        { reason: 'no reason given', count: 1 },
        { reason: 'other field', count: 1 },
      ],
    })
  })
})

describe('exclusions by criterion', () => {
  const excluded = (reason: string, criterion?: string) => ({
    ...document('D1', { scores: { RQ1: 0.1 }, exclusionReason: reason }),
    ...(criterion === undefined ? {} : { exclusionCriterion: criterion }),
  })
  it.each<{ name: string; of: readonly ReturnType<typeof excluded>[]; reasons: readonly object[] }>([
    {
      name: 'one criterion is one reason, told by the smallest text',
      of: [excluded('wrong setting', 'E1'), excluded('animals', 'E1'), excluded('animals'), excluded('animals', 'E2')],
      reasons: [
        { reason: 'animals', criterion: 'E1', count: 2 },
        { reason: 'animals', count: 1 },
        { reason: 'animals', criterion: 'E2', count: 1 },
      ],
    },
    {
      name: 'case, white space and a full stop make no other reason',
      of: [excluded('wrong population'), excluded('Wrong  population.'), excluded(' wrong population '), excluded('wrong. population')],
      reasons: [
        { reason: 'Wrong population', count: 3 },
        { reason: 'wrong. population', count: 1 },
      ],
    },
  ])('$name', ({ of, reasons }) => {
    const documents = of.map((one, i) => ({ ...one, documentId: `D${i + 1}` }))
    expect(prismaFlow(buildState({ documents })).excludedByScreening.reasons).toEqual(reasons)
  })
})

describe('cited documents', () => {
  it('are live, each once, in the report’s order', () => {
    const report = { contentHash: '', checked: true, citations: ['D3', 'D2', 'D1', 'D3', 'D99'] }
    const state = buildState({ documents: [document('D1'), document('D3')], aliases: { D2: 'D1' }, report })
    expect(citedDocuments(state)).toEqual(['D3', 'D1'])
    expect(prismaFlow(state).cited).toBe(2)
  })

  it('are none without a report', () => {
    expect(citedDocuments(buildState({ documents: [document('D1')] }))).toEqual([])
  })
})

/** States as a run may leave them: records found by operations, some taken into documents, documents in every condition. */
const states: fc.Arbitrary<RunState> = fc
  .record({
    documents: fc.array(
      fc.record({
        records: fc.integer({ min: 1, max: 3 }),
        scores: fc.dictionary(fc.constantFrom('RQ1', 'RQ2'), fc.constantFrom(0, 0.49, 0.5, 1)),
        readFor: fc.dictionary(fc.constantFrom('RQ1', 'RQ2'), fc.constantFrom('allocated' as const, 'read' as const, 'failed' as const)),
        override: fc.constantFrom(null, null, 'include' as const, 'exclude' as const),
        editorial: fc.constantFrom('ok' as const, 'ok' as const, 'retracted' as const, 'notice' as const, 'corrected' as const),
        evidence: fc.boolean(),
        exclusionReason: fc.constantFrom(null, 'a', 'b'),
      }),
      { maxLength: 12 },
    ),
    setAside: fc.integer({ min: 0, max: 4 }),
    snowballed: fc.infiniteStream(fc.boolean()),
  })
  .map(({ documents, setAside, snowballed }) => {
    const keys = documents.map(({ records }, i) => Array.from({ length: records }, (_, k) => `${k === 0 ? 'library' : 'arxiv'}:${i}-${k}`))
    const found = [...keys.flat(), ...Array.from({ length: setAside }, (_, i) => `library:cut${i}`)]
    return buildState({
      subquestions: [subquestion('RQ1'), subquestion('RQ2', { status: 'closed' })],
      documents: documents.map(({ records: _, evidence: __, ...parts }, i) => document(`D${i + 1}`, { ...parts, records: keys[i] ?? [] })),
      evidence: documents.flatMap((d, i) => (d.evidence ? [evidence(`D${i + 1}.e1`, { recordKey: keys[i]?.[0] ?? '' })] : [])),
      operations: found.map((key, i) => operation(`S${i + 1}`, { keys: [key], ...(snowballed.next().value ? { seed: 'D1' } : {}) })),
    })
  })

it('the numbers of every state add up', () => {
  fc.assert(
    fc.property(states, (state) => {
      const flow = prismaFlow(state)
      expect(flow.identified.bySource.reduce((sum, source) => sum + source.searches + source.snowballing, 0)).toBe(flow.identified.total)
      expect(flow.setAside + flow.duplicates + flow.documents).toBe(flow.identified.total)
      expect(flow.excludedByUser + flow.retracted + flow.notices + flow.notScreened + flow.screened).toBe(flow.documents)
      expect(flow.excludedByScreening.total + flow.relevant).toBe(flow.screened)
      expect(flow.excludedByScreening.reasons.reduce((sum, reason) => sum + reason.count, 0)).toBe(flow.excludedByScreening.total)
      expect(flow.notRead + flow.reading + flow.readingFailed + flow.read).toBe(flow.relevant)
      expect(flow.withoutEvidence + flow.included).toBe(flow.read)
      expect(flow.documents).toBe(Object.keys(state.documents).length)
      expect(Math.min(...Object.values(flow).filter((value) => typeof value === 'number'))).toBeGreaterThanOrEqual(0)
    }),
  )
})
