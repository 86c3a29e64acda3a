import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainPair } from './explain-pair.ts'
import { arbitraryRecords } from './fixtures/arbitrary-records.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { profileOf } from './profile.ts'
import { decidePair } from './tiers.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const common = { title, authors: ['Osei, K'], year: 2020, venue: 'J Test Med', volume: '7', pages: '11-20' }
const explain = (a: Given, b: Given) => explainPair(givenRecord({ title, ...a }), givenRecord({ title, ...b }))

describe('explainPair: one work', () => {
  it.each([
    { name: 'DOI', a: { ids: { doi: '10.5555/a' } }, b: { ids: { doi: '10.5555/A' } }, tier: 'doi', says: /one DOI/ },
    { name: 'PubMed id', a: { ids: { pmid: '1' } }, b: { ids: { pmid: '1' } }, tier: 'identifier', says: /one identifier/ },
    { name: 'title and author', a: common, b: common, tier: 'title-author', says: /same title and a shared author/ },
    {
      name: 'place',
      a: common,
      b: { ...common, title: 'Ferry crews: shift, night, mood' },
      tier: 'place',
      says: /same pages of one volume/,
    },
    { name: 'near title', a: common, b: { ...common, title: `${title}s` }, tier: 'fuzzy', says: /nearly the same title/ },
  ])('$name', ({ a, b, tier, says }) => {
    const explained = explain(a, b)
    expect(explained).toMatchObject({ merges: true, tier, veto: null, missing: [] })
    expect(explained.sentences[0]).toBe(`The records describe one work: ${explained.signals.join(', ')}.`)
    expect(explained.sentences[1]).toMatch(says)
  })
})

describe('explainPair: a veto', () => {
  it.each([
    {
      name: 'DOIs',
      a: { ids: { doi: '10.5555/a' } },
      b: { ids: { doi: '10.5555/b' } },
      says: /^both are published and have different DOIs/,
    },
    { name: 'PubMed ids', a: { ids: { pmid: '1' } }, b: { ids: { pmid: '2' } }, says: /^they have different PubMed ids$/ },
    {
      name: 'container',
      a: { title: 'Introduction', pages: '1-4', ids: { doi: '10.5555/a' } },
      b: { pages: '5-9', ids: { doi: '10.5555/a' } },
      says: /^they have the same DOI, but titles/,
    },
    { name: 'notice', a: { title: `Erratum: ${title}` }, b: {}, says: /^one is a notice/ },
    { name: 'reply', a: { title: `${title}: reply` }, b: {}, says: /different kinds of text \(reply and work\)/ },
    {
      name: 'numbers',
      a: { title: `${title}. Part I` },
      b: { title: `${title}. Part II` },
      says: /numbers in the titles differ \(1 and 2\)/,
    },
    { name: 'contrast', a: { title: `${title} in vivo` }, b: { title: `${title} in vitro` }, says: /\(“vivo” and “vitro”\)$/ },
    {
      name: 'negation',
      a: { title: `${title} that are old` },
      b: { title: `${title} that are not old` },
      says: /^“not” stands in one title only$/,
    },
    { name: 'marker', a: {}, b: { title: `${title}: study design and aims` }, says: /^“design” stands in one title only, which/ },
    {
      name: 'other words',
      a: { title: `${title} and nurses` },
      b: { title: `${title} and tutors` },
      says: /other words in one place \(“nurses” and “tutors”\)$/,
    },
    { name: 'conference', a: { venue: 'Conference on Reefs' }, b: { venue: 'Journal of Reefs' }, says: /^one is a conference paper/ },
    {
      name: 'venue',
      a: { venue: 'Reef Letters', pages: '1' },
      b: { venue: 'Lamps', pages: '2' },
      says: /^they appeared in different venues/,
    },
    {
      name: 'volume',
      a: { ...common, pages: '-' },
      b: { ...common, pages: '-', volume: '8' },
      says: /^they stand in one venue, but in another volume$/,
    },
    {
      name: 'page',
      a: common,
      b: { ...common, pages: '21-30' },
      says: /^they stand in one venue, but in one volume on another start page$/,
    },
    { name: 'issue', a: { ...common, pages: '-', issue: '1' }, b: { ...common, pages: '-', issue: '2' }, says: /but in another issue$/ },
    {
      name: 'volume and page',
      a: common,
      b: { ...common, venue: '—', volume: '8', pages: '1' },
      says: /^volume and start page both differ$/,
    },
  ])('$name', ({ a, b, says }) => {
    const explained = explain(a, b)
    expect(explained).toMatchObject({ merges: false, tier: null, missing: [] })
    expect(explained.veto).toMatch(says)
    expect(explained.sentences[0]).toBe(`The records stay apart: ${explained.veto}.`)
  })

  it('says what agrees all the same', () => {
    expect(explain(common, { ...common, pages: '21-30' }).sentences[1]).toBe(
      'What agrees: same title, shared author, same year, same venue, same volume.',
    )
    expect(explain({ title: 'Kelp', ids: { arxiv: '2301.00001' } }, { ids: { arxiv: '2301.00002' } }).sentences).toEqual([
      'The records stay apart: they have different arXiv ids.',
      'Nothing that counts agrees.',
    ])
    expect(
      explain({ ...common, ids: { doi: '10.5555/a' }, issue: '1' }, { ...common, ids: { doi: '10.5555/b' }, issue: '2', year: 2021 })
        .signals,
    ).toEqual(['same title', 'shared author', 'year ±1', 'same venue, volume and pages'])
  })
})

describe('explainPair: what is missing', () => {
  it.each([
    { name: 'a title', a: {}, b: { title: 'Kelp and iodine' }, says: /^titles that agree \(they are \d\d % alike; needed are 93 %/ },
    { name: 'anything beside an equal title', a: {}, b: {}, says: /^a shared author$/ },
    { name: 'anything beside a near title', a: {}, b: { title: `${title}s` }, says: /^a shared author$/ },
    {
      name: 'the author of a part',
      a: { year: 2020 },
      b: { year: 2020, title: 'Night shift and mood' },
      says: /^a shared author and the same year$/,
    },
    {
      name: 'the author of a contained title',
      a: { year: 2020 },
      b: { year: 2020, title: `A long and careful survey in the north: ${title}` },
      says: /^a shared author and the same year$/,
    },
    {
      name: 'the year',
      a: { ...common, volume: '', pages: '-' },
      b: { ...common, volume: '', pages: '-', year: 2015 },
      says: /^years at most one apart$/,
    },
    {
      name: 'more than a heading',
      a: { title: 'Editorial' },
      b: { title: 'Editorial' },
      says: /^the same venue, volume and pages, as many texts/,
    },
  ])('$name', ({ a, b, says }) => {
    const explained = explain(a, b)
    expect(explained).toMatchObject({ merges: false, tier: null, veto: null })
    expect(explained.missing[0]).toMatch(says)
    expect(explained.missing).toContain(explained.missing.length === 1 ? explained.missing[0] : 'a common identifier')
    expect(explained.sentences).toEqual([
      'The records stay apart: too little says that they are one work.',
      explained.signals.length === 0 ? 'Nothing that counts agrees.' : `What agrees: ${explained.signals.join(', ')}.`,
      `What is missing: ${explained.missing.join('; or ')}.`,
    ])
  })

  it('the similarity is rounded down: 92.96 % is not 93 %', () => {
    const stem = 'night shift and the mood of all crews on the ferries of the northern'.slice(0, 66) // 2 · 66 / (71 + 71) = 0.9296
    expect(explain({ title: `${stem}aaaaa` }, { title: `${stem}bbbbb` }).missing[0]).toMatch(/they are 92 % alike; needed are 93 %/)
  })
})

describe('explainPair', () => {
  it('agrees with the decision, and in both directions', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        for (const a of records.slice(0, 4)) {
          for (const b of records.slice(0, 4)) {
            const explained = explainPair(a, b)
            const decision = decidePair(profileOf(a), profileOf(b))
            expect(explained.merges).toBe(decision.same)
            expect(explained.merges).toBe(explainPair(b, a).merges)
            expect(explained.tier).toBe(decision.same ? decision.tier : null)
            expect([explained.merges, explained.veto !== null, explained.missing.length > 0].filter(Boolean)).toHaveLength(1)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})
