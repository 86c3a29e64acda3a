import { evidence } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { claimClusters, claimKey, supportingDocuments } from './clusters.ts'

describe('claimKey', () => {
  it.each([
    { name: 'case, punctuation, white space', a: 'Memory helps agents.', b: '  memory  HELPS agents' },
    { name: 'accents and dashes', a: 'The naïve long‐term store', b: 'the naive long-term store' },
    { name: 'two minus signs', a: 'an effect of −0.3', b: 'an effect of -0.3' },
    { name: 'one sign, two spellings', a: 'p ≤ 0.05', b: 'p <= 0.05' },
    { name: 'the other sign, two spellings', a: 'p ≥ 0.05', b: 'p >= 0.05' },
    { name: 'a sign and its words: at most', a: 'p ≤ 0.05', b: 'p at most 0.05' },
    { name: 'a sign and its words: at least', a: 'p ≥ 0.05', b: 'p at least 0.05' },
    { name: 'a sign and its word: below', a: 'p<0.05', b: 'p below 0.05' },
    { name: 'a sign and its word: above', a: 'p>0.05', b: 'p above 0.05' },
    { name: 'a sign and its words: not equal', a: 'a≠b', b: 'a not equal b' },
    { name: 'a sign and its word: minus', a: 'of -3', b: 'of minus 3' },
    { name: 'a decomposed letter', a: 'a caf\u00e9', b: 'a cafe\u0301' },
    { name: 'a decomposed sign', a: 'a \u2260 b', b: 'a =\u0338 b' },
    { name: 'a hyphen in a word or range is no minus', a: 'GPT-4 needs 5-10 steps', b: 'GPT 4 needs 5 10 steps' },
  ])('equal: $name', ({ a, b }) => {
    expect(claimKey(a)).toBe(claimKey(b))
  })

  it.each([
    { name: 'other words', a: 'memory helps agents', b: 'memory helps people' },
    { name: 'below and above', a: 'p < 0.05', b: 'p > 0.05' },
    { name: 'at most and at least', a: 'p ≤ 0.05', b: 'p ≥ 0.05' },
    { name: 'below and at most', a: 'p < 0.05', b: 'p <= 0.05' },
    { name: 'above and at least', a: 'p > 0.05', b: 'p >= 0.05' },
    { name: 'unequal and equal', a: 'a ≠ b', b: 'a = b' },
    { name: 'a minus', a: 'an effect of −0.3', b: 'an effect of 0.3' },
    { name: 'a minus in brackets', a: 'an effect (-0.3)', b: 'an effect (0.3)' },
    { name: 'a minus before a bare fraction', a: 'an effect of -.3', b: 'an effect of .3' },
    { name: 'texts of signs alone', a: '???', b: '!!!' },
  ])('different: $name', ({ a, b }) => {
    expect(claimKey(a)).not.toBe(claimKey(b))
  })

  it('is a short hash, also of a text of signs alone', () => {
    expect(claimKey('Memory helps agents.')).toMatch(/^[0-9a-f]{16}$/)
    expect(claimKey(' ??? ')).toBe(claimKey('???'))
  })
})

describe('claimClusters', () => {
  it('groups by subquestion and claim, in the order of subquestion and first item', () => {
    const clusters = claimClusters([
      evidence('D10.e1', { claimKey: 'b' }),
      evidence('D9.e2', { claimKey: 'b', support: 'refutes' }),
      evidence('D9.e10', { claimKey: 'a', strength: 0.7 }),
      evidence('D9.e9', { claimKey: 'a', strength: 0.2 }),
      evidence('D1.e1', { claimKey: 'a', subquestionId: 'RQ10' }),
      evidence('D2.e1', { claimKey: 'a', subquestionId: 'RQ2' }),
    ])
    expect(clusters.map(({ key, subquestionId, evidenceIds, documents }) => ({ key, subquestionId, evidenceIds, documents }))).toEqual([
      { key: 'b', subquestionId: 'RQ1', evidenceIds: ['D9.e2', 'D10.e1'], documents: ['D9', 'D10'] },
      { key: 'a', subquestionId: 'RQ1', evidenceIds: ['D9.e9', 'D9.e10'], documents: ['D9'] },
      { key: 'a', subquestionId: 'RQ2', evidenceIds: ['D2.e1'], documents: ['D2'] },
      { key: 'a', subquestionId: 'RQ10', evidenceIds: ['D1.e1'], documents: ['D1'] },
    ])
    expect(clusters.map(({ supporting, strongest }) => [supporting, strongest])).toEqual([
      [1, 0.6],
      [1, 0.7],
      [1, 0.6],
      [1, 0.6],
    ])
  })

  const claim = (evidenceId: string, parts: Parameters<typeof evidence>[1]) => evidence(evidenceId, { claimKey: 'a', ...parts })
  it.each([
    {
      name: 'two documents, one of exactly 0.5',
      items: [claim('D1.e1', { strength: 0.5 }), claim('D2.e1', { strength: 0.1 })],
      weak: false,
    },
    { name: 'two documents, none of 0.5', items: [claim('D1.e1', { strength: 0.49 }), claim('D2.e1', { strength: 0.49 })], weak: true },
    { name: 'one strong document', items: [claim('D1.e1', { strength: 0.9 })], weak: true },
    { name: 'two items of one document', items: [claim('D1.e1', { strength: 0.9 }), claim('D1.e2', { strength: 0.9 })], weak: true },
    { name: 'three documents', items: [claim('D1.e1', {}), claim('D2.e1', {}), claim('D3.e1', {})], weak: false },
    { name: 'the second refutes', items: [claim('D1.e1', {}), claim('D2.e1', { support: 'refutes' })], weak: true },
    { name: 'the second is mixed', items: [claim('D1.e1', {}), claim('D2.e1', { support: 'mixed' })], weak: true },
    { name: 'the second is background', items: [claim('D1.e1', {}), claim('D2.e1', { support: 'background' })], weak: true },
    {
      name: 'the strong item refutes, two weak ones support',
      items: [claim('D1.e1', { strength: 0.2 }), claim('D2.e1', { strength: 0.2 }), claim('D3.e1', { strength: 0.8, support: 'refutes' })],
      weak: false,
    },
  ])('$name: weak $weak', ({ items, weak }) => {
    expect(claimClusters(items).map((cluster) => cluster.weak)).toEqual([weak])
  })

  it('is empty without evidence', () => {
    expect(claimClusters([])).toEqual([])
  })
})

describe('supportingDocuments', () => {
  it('names each document with a supporting item once', () => {
    const items = [evidence('D1.e1'), evidence('D1.e2'), evidence('D2.e1', { support: 'refutes' }), evidence('D3.e1')]
    expect([...supportingDocuments(items)]).toEqual(['D1', 'D3'])
  })
})
