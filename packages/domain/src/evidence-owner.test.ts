import { buildState, type DocumentParts, document, evidence } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { holderOf, ownerOf, usableEvidence } from './evidence-owner.ts'

describe('ownerOf', () => {
  const state = buildState({
    documents: [document('D1', { records: ['library:r1', 'library:r2'] }), document('D3', { records: ['library:r3'] })],
    aliases: { D2: 'D1' },
    records: { 'library:r1': 'D1', 'library:r2': 'D2', 'library:r3': 'D3' },
  })

  it.each([
    { name: 'the document it was read from', documentId: 'D1', recordKey: 'library:r1', owner: 'D1' },
    { name: 'the survivor of a merge', documentId: 'D2', recordKey: 'library:r2', owner: 'D1' },
    { name: 'after a split, the document that got the record', documentId: 'D1', recordKey: 'library:r3', owner: 'D3' },
    { name: 'an unknown record: the document, through the aliases', documentId: 'D2', recordKey: 'library:gone', owner: 'D1' },
    { name: 'nothing known', documentId: 'D99', recordKey: 'library:gone', owner: undefined },
  ])('$name', ({ documentId, recordKey, owner }) => {
    expect(ownerOf(state, { documentId, recordKey })?.documentId).toBe(owner)
  })

  it.each([
    { key: 'library:r2', holder: 'D1' },
    { key: 'library:gone', holder: undefined },
  ])('holderOf $key is $holder', ({ key, holder }) => {
    expect(holderOf(state, key)?.documentId).toBe(holder)
  })

  it('a record of a document that the state does not hold has no holder', () => {
    expect(holderOf(buildState({ records: { 'library:r1': 'D1' } }), 'library:r1')).toBeNull()
  })
})

describe('usableEvidence', () => {
  it('is in the order of ids and names the document that owns it now', () => {
    const d1 = document('D1', { records: ['library:r1', 'library:r2'] })
    const state = buildState({
      documents: [d1, document('D10')],
      aliases: { D2: 'D1' },
      evidence: [evidence('D10.e1'), evidence('D2.e10'), evidence('D2.e9'), evidence('D1.e1'), evidence('D99.e1')],
    })
    expect(usableEvidence(state).map((item) => [item.evidenceId, item.documentId])).toEqual([
      ['D1.e1', 'D1'],
      ['D2.e9', 'D1'],
      ['D2.e10', 'D1'],
      ['D10.e1', 'D10'],
    ])
    expect(usableEvidence(state)[1]?.document).toBe(d1)
  })

  it.each<{ name: string; parts: DocumentParts; usable: boolean }>([
    { name: 'retracted', parts: { editorial: 'retracted' }, usable: false },
    { name: 'a notice', parts: { editorial: 'notice' }, usable: false },
    { name: 'excluded', parts: { override: 'exclude' }, usable: false },
    { name: 'under an expression of concern', parts: { editorial: 'concern' }, usable: true },
  ])('of a document that is $name: $usable', ({ parts, usable }) => {
    expect(usableEvidence(buildState({ documents: [document('D1', parts)], evidence: [evidence('D1.e1')] }))).toHaveLength(usable ? 1 : 0)
  })
})
