import { buildState, document, evidence } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { part, withState } from '../testing/report-parts.ts'

describe('evidence quality', () => {
  const many = (count: number) => {
    const documents = Array.from({ length: count }, (_, index) => document(`D${index + 1}`))
    return withState(
      buildState({
        documents,
        evidence: documents.map(({ documentId }, index) =>
          evidence(`${documentId}.e1`, { quoteCheck: index === 0 ? 'refused' : 'unchecked' }),
        ),
      }),
    )
  }
  test.each([
    [25, 25, ''],
    [26, 25, '1 more stand in evidence.jsonl.'],
  ])('of %d weak claims %d are listed', (count, listed, rest) => {
    const text = part(many(count), 'Evidence quality')
    expect(text.match(/^\| claim/gm)).toHaveLength(listed)
    expect(text.endsWith(rest === '' ? '|' : `|\n\n${rest}`)).toBe(true)
    expect(text).toContain(`Quotes: 0 verified, 1 refused, ${count - 1} unchecked, 0 short.`)
  })

  test('a claim that is not concentrated or weak', () => {
    const documents = ['D1', 'D2', 'D3', 'D4'].map((id) => document(id))
    const state = buildState({ documents, evidence: documents.map(({ documentId }) => evidence(`${documentId}.e1`, { claimKey: 'same' })) })
    expect(part(withState(state), 'Evidence quality')).toContain('4 evidence items from 4 documents make 1 distinct claim.')
    expect(part(withState(state), 'Evidence quality')).toContain('0 claims are weakly supported')
    expect(part(withState(state), 'Source diversity')).toContain('The evidence is not concentrated on few documents or authors.\n')
  })

  test('a year that nobody knows', () => {
    const state = buildState({ documents: [document('D1', { features: { year: null, preprint: true } })], evidence: [evidence('D1.e1')] })
    expect(part(withState(state), 'Source diversity')).toContain(
      '- preprints 100 %, grey literature 0 % of the documents\n- median year unknown; 0 % from the last three years',
    )
    expect(part(withState(state), 'Source diversity')).toContain('- top document: D1 with 100 % of the evidence')
  })
})

test.each([
  [10, '| – r10 | 1 |\n| Relevant |'],
  [11, '| – r10 | 1 |\n| – 1 other reasons | 1 |\n| Relevant |'],
  [12, '| – r10 | 1 |\n| – 2 other reasons | 2 |\n| Relevant |'],
])('PRISMA: of %d reasons ten are named, the others summed', (count, expected) => {
  const documents = Array.from({ length: count }, (_, index) =>
    document(`D${index + 1}`, { scores: { RQ1: 0 }, exclusionReason: `r${String(index + 1).padStart(2, '0')}` }),
  )
  expect(part(withState(buildState({ documents })), 'PRISMA flow')).toContain(expected)
})
