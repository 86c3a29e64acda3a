import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { profileOf } from './profile.ts'
import { identifierVeto, recordVeto, samePlace } from './vetoes.ts'

type Given = Parameters<typeof givenRecord>[0]
const profile = (given: Given) => profileOf(givenRecord({ title: 'Reef growth', ...given }))
const both = <T>(decide: (a: ReturnType<typeof profile>, b: ReturnType<typeof profile>) => T, a: Given, b: Given) => {
  const there = decide(profile(a), profile(b))
  expect(decide(profile(b), profile(a))).toEqual(there)
  return there
}

describe('identifierVeto', () => {
  const place = { volume: '7', issue: '2', pages: '11-20' }
  it.each([
    { name: 'different DOIs', a: { ids: { doi: '10.5555/a' } }, b: { ids: { doi: '10.5555/b' } }, expected: 'different DOIs' },
    { name: 'one DOI', a: { ids: { doi: '10.5555/a' } }, b: {}, expected: null },
    {
      name: 'different DOIs, one a preprint',
      a: { ids: { doi: '10.5555/a' }, type: 'preprint' as const },
      b: { ids: { doi: '10.5555/b' } },
      expected: null,
    },
    {
      name: 'different DOIs, same volume, issue and pages',
      a: { ids: { doi: '10.5555/a' }, ...place },
      b: { ids: { doi: '10.5555/b' }, ...place },
      expected: null,
    },
    {
      name: 'the same with one issue unknown',
      a: { ids: { doi: '10.5555/a' }, volume: '7', pages: '11-20' },
      b: { ids: { doi: '10.5555/b' }, ...place },
      expected: null,
    },
    {
      name: 'the same with another issue',
      a: { ids: { doi: '10.5555/a' }, ...place, issue: '3' },
      b: { ids: { doi: '10.5555/b' }, ...place },
      expected: 'different DOIs',
    },
    {
      name: 'the same with another volume',
      a: { ids: { doi: '10.5555/a' }, ...place, volume: '8' },
      b: { ids: { doi: '10.5555/b' }, ...place },
      expected: 'different DOIs',
    },
    {
      name: 'the same with another page',
      a: { ids: { doi: '10.5555/a' }, ...place, pages: '21-30' },
      b: { ids: { doi: '10.5555/b' }, ...place },
      expected: 'different DOIs',
    },
    {
      name: 'pages agree but no volume is known',
      a: { ids: { doi: '10.5555/a' }, pages: '1' },
      b: { ids: { doi: '10.5555/b' }, pages: '1' },
      expected: 'different DOIs',
    },
    { name: 'different PubMed ids', a: { ids: { pmid: '1' } }, b: { ids: { pmid: '2' } }, expected: 'different PubMed ids' },
    { name: 'different PubMed ids of one place', a: { ids: { pmid: '1' }, ...place }, b: { ids: { pmid: '2' }, ...place }, expected: null },
    {
      name: 'different arXiv ids',
      a: { ids: { arxiv: '2301.00001' } },
      b: { ids: { arxiv: '2301.00002' } },
      expected: 'different arXiv ids',
    },
    { name: 'different OpenAlex ids mean nothing', a: { ids: { openalex: 'W1' } }, b: { ids: { openalex: 'W2' } }, expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(both(identifierVeto, a, b)).toBe(expected)
  })
})

describe('recordVeto', () => {
  const venue = 'Journal of Test Medicine'
  it.each([
    { name: 'nothing', a: {}, b: {}, expected: null },
    { name: 'a notice and its work', a: { type: 'notice' as const }, b: {}, expected: 'notice and work' },
    { name: 'a reply and its work', a: { title: 'Reef growth: reply' }, b: {}, expected: 'kind of text: reply / work' },
    {
      name: 'one venue and volume, other start page',
      a: { venue, volume: '7', pages: '11' },
      b: { venue, volume: '7', pages: '21' },
      expected: 'another start page',
    },
    {
      name: 'one venue, other volume and page',
      a: { venue, volume: '7', pages: '11' },
      b: { venue, volume: '8', pages: '21' },
      expected: 'another volume',
    },
    { name: 'one venue, other volume, pages unknown', a: { venue, volume: '7' }, b: { venue, volume: '8' }, expected: 'another volume' },
    {
      name: 'one venue, other volume, same pages: a misprint',
      a: { venue, volume: '7', pages: '11' },
      b: { venue, volume: '8', pages: '11' },
      expected: null,
    },
    {
      name: 'the same in one year',
      a: { venue, volume: '7', pages: '11', year: 2019 },
      b: { venue, volume: '8', pages: '11', year: 2019 },
      expected: null,
    },
    {
      name: 'the same in another year: a yearly report',
      a: { venue, volume: '7', pages: '11', year: 2019 },
      b: { venue, volume: '8', pages: '11', year: 2020 },
      expected: 'another volume',
    },
    {
      name: 'the same of an article number',
      a: { venue, volume: '7', pages: 'e43268', year: 2019 },
      b: { venue, volume: '8', pages: 'e43268', year: 2020 },
      expected: null,
    },
    {
      name: 'one volume, same pages, another year',
      a: { venue, volume: '7', pages: '11', year: 2019 },
      b: { venue, volume: '7', pages: '11', year: 2020 },
      expected: null,
    },
    {
      name: 'other venue, same pages, no volume',
      a: { venue, pages: '11-20', year: 2019 },
      b: { venue: 'Reef Letters', pages: '11-20', year: 2019 },
      expected: null,
    },
    {
      name: 'other venue, same pages by chance: other volume',
      a: { venue, pages: '1-10', volume: '7' },
      b: { venue: 'Reef Letters', pages: '1-10', volume: '8' },
      expected: 'another venue',
    },
    {
      name: 'other venue, same pages by chance: other year',
      a: { venue, pages: '1-10', year: 2019 },
      b: { venue: 'Reef Letters', pages: '1-10', year: 2020 },
      expected: 'another venue',
    },
    {
      name: 'conference and journal, same pages by chance',
      a: { venue: 'Conference on Reefs', pages: '1-10', year: 2019 },
      b: { venue, pages: '1-10', year: 2019 },
      expected: 'conference and journal',
    },
    {
      name: 'one venue and volume, adjoining ranges',
      a: { venue, volume: '7', pages: '246-250' },
      b: { venue, volume: '7', pages: '250-254' },
      expected: 'another start page',
    },
    {
      name: 'one venue and volume, ranges with two pages in common: a misprint',
      a: { venue, volume: '7', pages: '246-251' },
      b: { venue, volume: '7', pages: '250-254' },
      expected: null,
    },
    {
      name: 'the same in another volume',
      a: { venue, volume: '7', pages: '246-251' },
      b: { venue, volume: '8', pages: '250-254' },
      expected: 'another volume',
    },
    {
      name: 'one venue, other page, volume unknown',
      a: { venue, pages: '11' },
      b: { venue, volume: '7', pages: '21' },
      expected: 'another start page',
    },
    {
      name: 'one venue, an article counted from page 1 before it has a volume',
      a: { venue, pages: '1-6' },
      b: { venue, volume: '7', pages: '2422-2427' },
      expected: null,
    },
    {
      name: 'one volume, from page 1',
      a: { venue, volume: '7', pages: '1-6' },
      b: { venue, volume: '7', pages: '2422-2427' },
      expected: 'another start page',
    },
    {
      name: 'one venue, other issue, pages unknown',
      a: { venue, volume: '7', issue: '1' },
      b: { venue, volume: '7', issue: '2' },
      expected: 'another issue',
    },
    {
      name: 'one venue, other issue, one page known',
      a: { venue, volume: '7', issue: '1', pages: '11' },
      b: { venue, volume: '7', issue: '2' },
      expected: null,
    },
    {
      name: 'one venue, other issue, same page',
      a: { venue, volume: '7', issue: '1', pages: '11' },
      b: { venue, volume: '7', issue: '2', pages: '11' },
      expected: null,
    },
    { name: 'volume with a supplement is the volume', a: { venue, volume: '24 Suppl 3' }, b: { venue, volume: '24' }, expected: null },
    { name: 'other venue and volume', a: { venue, volume: '7' }, b: { venue: 'Reef Letters', volume: '8' }, expected: 'another venue' },
    {
      name: 'other venue, both with pages',
      a: { venue, pages: 'JC6' },
      b: { venue: 'Reef Letters', pages: '8' },
      expected: 'another venue',
    },
    { name: 'other venue and year', a: { venue, year: 2019 }, b: { venue: 'Reef Letters', year: 2020 }, expected: 'another venue' },
    {
      name: 'other venue name, same volume and page',
      a: { venue, volume: '7', pages: '11-20' },
      b: { venue: 'Reef Letters', volume: '7', pages: '11-21' },
      expected: null,
    },
    { name: 'other venue, nothing else known', a: { venue, year: 2019 }, b: { venue: 'Reef Letters', year: 2019 }, expected: null },
    { name: 'other venue and volume, one a preprint', a: { venue: 'bioRxiv', volume: '1' }, b: { venue, volume: '7' }, expected: null },
    { name: 'conference and a venue of unknown kind', a: { venue: 'Conference on Reefs' }, b: { venue: 'Lamps' }, expected: null },
    { name: 'conference and journal', a: { venue: 'Conference on Reefs' }, b: { venue }, expected: 'conference and journal' },
    {
      name: 'conference paper of no named venue and journal article',
      a: { type: 'conference-paper' as const },
      b: { venue },
      expected: 'conference and journal',
    },
    {
      name: 'conference paper in a series that is filed as a journal: one volume and page',
      a: { type: 'conference-paper' as const, venue: 'Conference on Reefs', volume: '490', pages: '183-190' },
      b: { venue: 'Lecture Notes in Lamps', volume: '490', pages: '183-190' },
      expected: null,
    },
    {
      name: 'a web page shows what is printed elsewhere',
      a: { type: 'web' as const, venue: 'Reef News', year: 2019 },
      b: { venue, year: 2020 },
      expected: null,
    },
    {
      name: 'one venue unknown, other volume and page',
      a: { venue, volume: '7', pages: '1' },
      b: { volume: '8', pages: '2' },
      expected: 'another volume and start page',
    },
    {
      name: 'the same of a preprint',
      a: { venue, volume: '7', pages: '1' },
      b: { volume: '8', pages: '2', type: 'preprint' as const },
      expected: null,
    },
    { name: 'one venue unknown, other volume alone', a: { venue, volume: '7', pages: '1' }, b: { volume: '8' }, expected: null },
    { name: 'one venue unknown, other page alone', a: { venue, volume: '7', pages: '1' }, b: { volume: '7', pages: '2' }, expected: null },
    { name: 'a thesis and the article of its title', a: { type: 'thesis' as const }, b: {}, expected: 'kind of text: article / thesis' },
    { name: 'data and the article', a: { type: 'dataset' as const }, b: {}, expected: 'kind of text: article / dataset' },
    {
      name: 'a book and its review',
      a: { type: 'book' as const },
      b: { type: 'review' as const },
      expected: 'kind of text: book / review',
    },
    { name: 'a thesis and a text of unknown form', a: { type: 'thesis' as const }, b: { type: 'other' as const }, expected: null },
    { name: 'two theses', a: { type: 'thesis' as const }, b: { type: 'thesis' as const }, expected: null },
    { name: 'article and letter are one form', a: { type: 'letter' as const }, b: {}, expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(both(recordVeto, a, b)).toBe(expected)
  })
})

describe('samePlace', () => {
  const venue = 'Journal of Test Medicine'
  it.each([
    {
      name: 'venue, volume and first page',
      a: { venue, volume: '9', pages: '1' },
      b: { venue: 'J Test Med', volume: '9', pages: '1-2' },
      expected: true,
    },
    { name: 'other volume', a: { venue, volume: '9', pages: '1' }, b: { venue, volume: '8', pages: '1' }, expected: false },
    { name: 'other venue', a: { venue, volume: '9', pages: '1' }, b: { venue: 'Reef Letters', volume: '9', pages: '1' }, expected: false },
    { name: 'unknown venue', a: { volume: '9', pages: '1' }, b: { venue, volume: '9', pages: '1' }, expected: false },
    { name: 'other page', a: { venue, volume: '9', pages: '1' }, b: { venue, volume: '9', pages: '2' }, expected: false },
    { name: 'proceedings: year and range', a: { venue, year: 2016, pages: '5-9' }, b: { venue, year: 2016, pages: '5-9' }, expected: true },
    {
      name: 'proceedings: one volume known',
      a: { venue, volume: '3', year: 2016, pages: '5-9' },
      b: { venue, year: 2016, pages: '5-9' },
      expected: true,
    },
    { name: 'proceedings: other year', a: { venue, year: 2016, pages: '5-9' }, b: { venue, year: 2017, pages: '5-9' }, expected: false },
    { name: 'proceedings: no year', a: { venue, pages: '5-9' }, b: { venue, pages: '5-9' }, expected: false },
    {
      name: 'an article number: the volume does not matter',
      a: { venue, volume: '2', year: 2008, pages: 'e43268' },
      b: { venue, year: 2012, pages: 'e43268' },
      expected: true,
    },
    {
      name: 'an article number of another venue',
      a: { venue, pages: 'e43268' },
      b: { venue: 'Reef Letters', pages: 'e43268' },
      expected: false,
    },
    {
      name: 'proceedings: first page alone',
      a: { venue, year: 2016, pages: '5' },
      b: { venue, year: 2016, pages: '5-9' },
      expected: false,
    },
  ])('$name', ({ a, b, expected }) => {
    expect(both(samePlace, a, b)).toBe(expected)
  })
})
