import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { linkedTexts } from './linked-texts.ts'
import { profilesOf } from './profile.ts'

type Given = Parameters<typeof givenRecord>[0]
const links = (...given: Given[]) =>
  linkedTexts(profilesOf(given.map((record) => givenRecord(record)))).map(({ text, work, kind }) => `${text}>${work} ${kind}`)
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
      given: [{ title: 'Erratum: Kelp' }, { title: 'Kelp' }, { title: 'KELP' }],
      expected: ['0>1 erratum', '0>2 erratum'],
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
})
