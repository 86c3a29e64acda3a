import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { verifyLookup } from './verified-lookup.ts'

describe('verifyLookup', () => {
  const title = 'Night shift and mood in ferry crews'
  const osei = [{ family: 'Osei', given: 'K' }]
  it.each([
    { name: 'the work', wanted: { title, authors: osei }, found: { title, authors: osei }, expected: true },
    { name: 'another title', wanted: { title, authors: osei }, found: { title: 'Reef growth', authors: osei }, expected: 'another title' },
    {
      name: 'another part',
      wanted: { title: `${title}. Part 1`, authors: osei },
      found: { title: `${title}. Part 2`, authors: osei },
      expected: 'numbers differ: 1 / 2',
    },
    { name: 'near title, shared author', wanted: { title, authors: osei }, found: { title: `${title}s`, authors: osei }, expected: true },
    {
      name: 'near title, other authors',
      wanted: { title, authors: osei },
      found: { title: `${title}s`, authors: ['Dahl, B'] },
      expected: 'no shared author',
    },
    {
      name: 'near title, authors unknown',
      wanted: { title, authors: [] },
      found: { title: `${title}s`, authors: ['Dahl, B'] },
      expected: true,
    },
    { name: 'near title, authors not told', wanted: { title, authors: osei }, found: { title: `${title}s` }, expected: true },
    { name: 'equal title, other authors', wanted: { title, authors: osei }, found: { title, authors: ['Осей, К'] }, expected: true },
    { name: 'no title', wanted: { title: '', authors: osei }, found: { title, authors: osei }, expected: 'another title' },
  ])('$name', ({ wanted, found, expected }) => {
    expect(verifyLookup(wanted, givenRecord(found))).toEqual(expected === true ? { verified: true } : { verified: false, reason: expected })
  })
})
