import { describe, expect, it } from 'vitest'
import { BLOCK_CAP } from './blocking-keys.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { LinkageIndex } from './linkage-index.ts'

type Given = Parameters<typeof givenRecord>[0]
const indexOf = (given: readonly Given[]) => {
  const index = new LinkageIndex()
  index.add(given.map((record) => givenRecord(record)))
  return index
}
const links = (...given: Given[]) =>
  indexOf(given)
    .linkedTexts.all()
    .map(({ text, work, kind }) => `${text}>${work} ${kind}`)
const of = (kind: 'retraction' | 'erratum' | 'reply', target: object) => ({
  notices: [{ kind, direction: 'of' as const, from: 'test', ...target }],
})

describe('linkedTexts', () => {
  it.each([
    {
      name: 'by the DOI it names',
      given: [
        { title: 'Note', ...of('retraction', { doi: 'https://doi.org/10.5555/N1' }) },
        { title: 'Reefs', ids: { doi: '10.5555/n1' } },
      ],
      expected: ['0>1 retraction'],
    },
    {
      name: 'by the PubMed id it names',
      given: [
        { title: 'Note', ...of('erratum', { pmid: 'PMID: 7' }) },
        { title: 'Reefs', ids: { pmid: '7' } },
      ],
      expected: ['0>1 erratum'],
    },
    {
      name: 'a named DOI goes before a title',
      given: [
        { title: 'Erratum: Kelp', ...of('erratum', { doi: '10.5555/n1' }) },
        { title: 'Reefs', ids: { doi: '10.5555/n1' } },
        { title: 'Kelp' },
      ],
      expected: ['0>1 erratum'],
    },
    {
      name: 'by title where the named DOI is unknown',
      given: [{ title: 'Erratum: Kelp', ...of('erratum', { doi: '10.5555/n1' }) }, { title: 'Kelp' }],
      expected: ['0>1 erratum'],
    },
    {
      name: 'correction by title',
      given: [{ title: 'Correction to: Kelp and iodine' }, { title: 'Kelp and iodine.' }],
      expected: ['0>1 correction'],
    },
    { name: 'erratum by title', given: [{ title: 'Erratum to: Kelp' }, { title: 'Kelp' }], expected: ['0>1 erratum'] },
    { name: 'retraction by title', given: [{ title: 'Retraction: Kelp' }, { title: 'Kelp' }], expected: ['0>1 retraction'] },
    {
      name: 'concern by title',
      given: [{ title: 'Expression of concern: Kelp' }, { title: 'Kelp' }],
      expected: ['0>1 expression-of-concern'],
    },
    { name: 'reply by title', given: [{ title: 'Reply to: Kelp' }, { title: 'Kelp' }], expected: ['0>1 reply'] },
    {
      name: 'comment, supplement and protocol by title',
      given: [{ title: 'Comment on: Kelp' }, { title: 'Kelp: supplement' }, { title: 'Kelp: study protocol' }, { title: 'Kelp' }],
      expected: ['0>3 comment', '1>3 supplement', '2>3 protocol'],
    },
    {
      name: 'by the main title',
      given: [{ title: 'Erratum: Kelp and iodine' }, { title: 'Kelp and iodine: a study' }],
      expected: ['0>1 erratum'],
    },
    {
      name: "a notice with the work's own title, by PubMed type",
      given: [{ title: 'Kelp', rawType: 'Retraction of Publication' }, { title: 'Kelp' }],
      expected: ['0>1 retraction'],
    },
    {
      name: 'an expression of concern by PubMed type',
      given: [{ title: 'Kelp', rawType: 'Expression of Concern' }, { title: 'Kelp' }],
      expected: ['0>1 expression-of-concern'],
    },
    {
      name: 'an erratum by PubMed type',
      given: [{ title: 'Kelp', rawType: 'Published Erratum' }, { title: 'Kelp' }],
      expected: ['0>1 erratum'],
    },
    {
      name: 'a typed notice of unknown kind',
      given: [{ title: 'Kelp', type: 'notice' as const }, { title: 'Kelp' }],
      expected: ['0>1 correction'],
    },
    {
      name: 'all records of the work',
      given: [{ title: 'Erratum: Kelp' }, { title: 'Kelp' }, { title: 'KELP', year: 2020 }],
      expected: ['0>1 erratum', '0>2 erratum'],
    },
    {
      name: 'one for all that are described alike',
      given: [{ title: 'Erratum: Kelp' }, { title: 'Kelp' }, { title: 'KELP' }],
      expected: ['0>1 erratum'],
    },
    { name: 'two notices are not about each other', given: [{ title: 'Erratum: Kelp' }, { title: 'Erratum: Kelp' }], expected: [] },
    { name: 'a work is about nothing', given: [{ title: 'Kelp' }, { title: 'Kelp' }], expected: [] },
    { name: 'a heading is no work', given: [{ title: 'Erratum: Editorial' }, { title: 'Editorial' }], expected: [] },
    { name: 'no title at all', given: [{ title: '', type: 'notice' as const }, { title: '' }], expected: [] },
    {
      name: 'being subject to a notice is no link of its own',
      given: [
        { title: 'Kelp', notices: [{ kind: 'retraction' as const, direction: 'by' as const, doi: '10.5555/n1', from: 'test' }] },
        { title: 'Note', ids: { doi: '10.5555/n1' } },
      ],
      expected: [],
    },
  ])('$name', ({ given, expected }) => {
    expect(links(...given)).toEqual(expected)
  })

  it.each([
    { name: 'a notice ten years later', title: 'Erratum: Kelp', text: 2020, work: 2010, linked: true },
    { name: 'a notice eleven years later', title: 'Erratum: Kelp', text: 2021, work: 2010, linked: false },
    { name: 'a notice a year before (print date)', title: 'Erratum: Kelp', text: 2009, work: 2010, linked: true },
    { name: 'a notice two years before', title: 'Erratum: Kelp', text: 2008, work: 2010, linked: false },
    { name: 'a protocol ten years before', title: 'Kelp: protocol', text: 2010, work: 2020, linked: true },
    { name: 'a protocol two years after', title: 'Kelp: protocol', text: 2022, work: 2020, linked: false },
  ])('$name', ({ title, text, work, linked }) => {
    expect(links({ title, year: text }, { title: 'Kelp', year: work })).toHaveLength(linked ? 1 : 0)
  })

  it.each([
    { name: 'a title', text: { title: 'Erratum: Kelp' }, work: (i: number) => ({ title: 'Kelp', volume: String(i) }) },
    {
      name: 'a DOI',
      text: { title: 'Note', ...of('erratum', { doi: '10.5555/n1' }) },
      work: (i: number) => ({ title: `Kelp ${i}`, ids: { doi: '10.5555/n1' } }),
    },
  ])('$name that more than fifty descriptions have names no work', ({ text, work }) => {
    const crowd = (size: number) => links(text, ...Array.from({ length: size }, (_, i) => work(i)))
    expect(crowd(BLOCK_CAP)).toHaveLength(BLOCK_CAP)
    expect(crowd(BLOCK_CAP + 1)).toEqual([])
  })

  it('texts that name a record are found from it, linked to it or not', () => {
    const { linkedTexts } = indexOf([
      { title: 'Kelp and iodine: a study', ids: { doi: '10.5555/n1', pmid: '7' }, year: 2000 },
      { title: 'Erratum: Kelp and iodine: a study' },
      { title: 'Erratum: Kelp and iodine', year: 2020 },
      { title: 'Note', ...of('reply', { pmid: '7' }) },
      { title: 'Note', ...of('retraction', { doi: '10.5555/n1' }) },
      { title: 'Erratum: Reef' },
      { title: 'Kelp and iodine', rawType: 'Published Erratum' },
    ])
    expect(linkedTexts.textsNaming(0).toSorted()).toEqual([1, 2, 3, 4, 6])
    expect(linkedTexts.textsNaming(5)).toEqual([])
    expect(linkedTexts.textsNaming(6)).toEqual([2])
    expect([1, 2, 3].map((text) => linkedTexts.worksOf(text).length)).toEqual([1, 0, 1])
  })
})
