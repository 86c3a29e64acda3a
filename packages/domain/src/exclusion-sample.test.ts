import { buildState, type DocumentParts, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { excludedByScreening, exclusionSample, includedByScreening } from './exclusion-sample.ts'
import type { DocumentState } from './state.ts'

const excluded = (documentId: string, parts: DocumentParts = {}) => document(documentId, { scores: { RQ1: 0.49 }, ...parts })
const idsOf = (documents: readonly DocumentState[]) => documents.map(({ documentId }) => documentId)
const many = Array.from({ length: 40 }, (_, i) => excluded(`D${i + 1}`))

describe('who was excluded by screening', () => {
  it.each<{ name: string; of: DocumentState; out: 'excluded' | 'included' | 'neither' }>([
    { name: 'below the threshold', of: excluded('D1'), out: 'excluded' },
    { name: 'at the threshold for one subquestion', of: excluded('D1', { scores: { RQ1: 0.1, RQ2: 0.5 } }), out: 'included' },
    { name: 'not screened', of: document('D1'), out: 'neither' },
    { name: 'excluded by the user', of: excluded('D1', { override: 'exclude' }), out: 'neither' },
    { name: 'included by the user', of: excluded('D1', { override: 'include' }), out: 'neither' },
    { name: 'retracted', of: excluded('D1', { editorial: 'retracted' }), out: 'neither' },
    { name: 'a notice', of: excluded('D1', { editorial: 'notice' }), out: 'neither' },
    { name: 'corrected', of: excluded('D1', { editorial: 'corrected' }), out: 'excluded' },
    {
      name: 'found by the sample afterwards',
      of: { ...document('D1'), scores: { RQ1: { score: 0.9, by: { m: 0.1 }, rescreened: 0.9 } } },
      out: 'excluded',
    },
  ])('$name: $out', ({ of, out }) => {
    const state = buildState({ documents: [of] })
    expect(excludedByScreening(state)).toHaveLength(out === 'excluded' ? 1 : 0)
    expect(includedByScreening(state)).toHaveLength(out === 'included' ? 1 : 0)
  })
})

describe('the sample', () => {
  it('has the size asked for, or all there are', () => {
    const state = buildState({ documents: [...many, document('D41', { scores: { RQ1: 1 } })] })
    expect(exclusionSample(state, 7)).toHaveLength(7)
    expect(exclusionSample(state, 0)).toEqual([])
    expect(exclusionSample(state, 100)).toHaveLength(40)
  })
  it('is the same for the same question and records, whatever the run or the order', () => {
    const sample = idsOf(exclusionSample(buildState({ documents: many }), 10))
    expect(idsOf(exclusionSample(buildState({ documents: many.toReversed() }), 10))).toEqual(sample)
    expect(idsOf(exclusionSample(buildState({ documents: many, question: 'Another?' }), 10))).not.toEqual(sample)
  })
  it('goes by records, not by numbers', () => {
    const renumbered = many.map((one, i) => ({ ...one, documentId: `D${100 - i}` }))
    const recordsOf = (documents: readonly DocumentState[]) => exclusionSample(buildState({ documents }), 10).map(({ records }) => records)
    expect(recordsOf(renumbered)).toEqual(recordsOf(many))
  })
  it('is no run of neighbours', () => {
    const places = idsOf(exclusionSample(buildState({ documents: many }), 10)).map((id) => Number(id.slice(1)))
    expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(20)
  })
  it('of more exclusions keeps its order: what was in it moves back, and nothing else comes in', () => {
    const few = idsOf(exclusionSample(buildState({ documents: many.slice(0, 20) }), 10))
    const more = idsOf(exclusionSample(buildState({ documents: many }), 10))
    const fresh = new Set(idsOf(many.slice(20)))
    const kept = more.filter((id) => !fresh.has(id))
    expect(kept).toEqual(few.slice(0, kept.length))
  })
})
