import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { profileOf } from './profile.ts'
import { decidePair, TIERS } from './tiers.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const near = 'Night shift and moods in ferry crews'
const short = 'Night shift and mood'
const long = 'Night shift mood ferry: a survey of crews in the north'
const decide = (a: Given, b: Given) => {
  const [x, y] = [profileOf(givenRecord({ title, ...a })), profileOf(givenRecord({ title, ...b }))]
  const there = decidePair(x, y)
  const back = decidePair(y, x)
  expect(back.same).toBe(there.same)
  if (there.same && back.same) expect([back.tier, back.strength, back.partial]).toEqual([there.tier, there.strength, there.partial])
  return there
}
const tier = (a: Given, b: Given) => {
  const decision = decide(a, b)
  return decision.same ? decision.tier : null
}

describe('tiers 1 and 2: identifiers', () => {
  it.each([
    { name: 'DOI', ids: { doi: '10.5555/a' }, expected: 'doi' },
    { name: 'arXiv id', ids: { arxiv: '2301.00001' }, expected: 'identifier' },
    { name: 'PubMed id', ids: { pmid: '1' }, expected: 'identifier' },
    { name: 'PMC id', ids: { pmcid: 'PMC1' }, expected: 'identifier' },
    { name: 'OpenAlex id', ids: { openalex: 'W1' }, expected: 'identifier' },
    { name: 'Semantic Scholar id', ids: { s2: 'CorpusId:1' }, expected: 'identifier' },
  ])('the same $name, whatever the titles', ({ ids, expected }) => {
    expect(tier({ ids, title: 'Reef growth under strong lamps' }, { ids, title: 'Kelp and iodine' })).toBe(expected)
  })

  it('an ISBN names a book, not a chapter of it', () => {
    const ids = { isbn: '9781538632666' }
    expect(tier({ ids, type: 'book', title: 'Reefs' }, { ids, type: 'book', title: 'Reefs, a handbook' })).toBe('identifier')
    expect(tier({ ids, type: 'book', title: 'Reefs' }, { ids, type: 'book-chapter', title: 'Lamps' })).toBeNull()
    expect(tier({ ids, type: 'book-chapter', title: 'Reefs' }, { ids, type: 'book', title: 'Lamps' })).toBeNull()
  })

  const ids = { doi: '10.5555/book' }
  it.each([
    { name: 'other title and first author', a: { authors: ['Hale, T'] }, b: { authors: ['Novak, I'] }, container: '10.5555/book' },
    { name: 'other title and pages', a: { pages: '1-4' }, b: { pages: '5-38' }, container: '10.5555/book' },
    { name: 'other title alone', a: {}, b: {}, container: undefined },
    { name: 'other title, same first author', a: { authors: ['Hale, T'] }, b: { authors: ['Hale, T'] }, container: undefined },
  ])('one DOI, $name', ({ a, b, container }) => {
    const decision = decide({ ids, title: 'Introduction', ...a }, { ids, title: 'Spike trains as event sequences', ...b })
    expect(decision.same).toBe(container === undefined)
    if (!decision.same) expect(decision.container).toBe(container)
  })

  it('the DOI of equal titles is no container, though the authors differ', () => {
    expect(tier({ ids, authors: ['Hale, T'] }, { ids, authors: ['Novak, I'] })).toBe('doi')
  })

  it('another shared identifier of clearly different works is no container', () => {
    const decision = decide(
      { ids: { pmid: '1' }, title: 'Introduction', pages: '1' },
      { ids: { pmid: '1' }, title: 'Spike trains as event sequences', pages: '5' },
    )
    expect(decision).toMatchObject({ same: false, veto: 'same PubMed id, but titles and authors or pages differ' })
    expect(decision).not.toHaveProperty('container')
  })

  it('a notice never merges with its work, even with one DOI', () => {
    expect(decide({ ids, title: `Erratum to: ${title}` }, { ids })).toMatchObject({ same: false, veto: 'notice and work' })
  })

  it('one PubMed id and two DOIs: the titles tell', () => {
    const [a, b] = [{ ids: { pmid: '1', doi: '10.5555/a' } }, { ids: { pmid: '1', doi: '10.5555/b' } }]
    expect(tier(a, b)).toBe('identifier')
    expect(tier(a, { ...b, title: 'Night shift in tidal locks' })).toBeNull()
  })

  it('a DOI weighs more than different PubMed ids', () => {
    expect(tier({ ids: { ...ids, pmid: '1' } }, { ids: { ...ids, pmid: '2' }, title: 'Night shift in tidal locks' })).toBe('doi')
  })
})

describe('tier 3: title and author', () => {
  it.each([
    { name: 'first authors', a: ['Osei, K'], b: ['Osei, K'], expected: 'title-author' },
    { name: 'any place', a: ['Osei, K', 'Dahl, B'], b: ['Dahl, B'], expected: 'title-author' },
    { name: 'no shared author, no year', a: ['Osei, K'], b: ['Dahl, B'], expected: null },
    { name: 'no authors, no year', a: [], b: [], expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(tier({ authors: a }, { authors: b })).toBe(expected)
  })

  const authors = ['Osei, K']
  const report = { authors, venue: 'J Test Med' }
  it.each([
    { name: 'an unknown venue: nothing else is known', a: { authors, year: 2010 }, b: { authors, year: 2015 }, expected: 'title-author' },
    { name: 'one unknown venue', a: { ...report, year: 2010 }, b: { authors, year: 2015 }, expected: 'title-author' },
    { name: 'one venue: successive reports', a: { ...report, year: 2010 }, b: { ...report, year: 2012 }, expected: null },
    { name: 'one venue, year ±1', a: { ...report, year: 2010 }, b: { ...report, year: 2011 }, expected: 'title-author' },
    {
      name: 'one venue, a preprint',
      a: { ...report, year: 2010 },
      b: { ...report, year: 2015, type: 'preprint' as const },
      expected: 'title-author',
    },
    {
      name: 'one venue and article number: versions of one review',
      a: { ...report, year: 2010, pages: 'CD001234' },
      b: { ...report, year: 2015, pages: 'CD001234' },
      expected: 'title-author',
    },
    {
      name: 'other volumes of an unknown venue',
      a: { authors, year: 2010, volume: '3' },
      b: { authors, year: 2015, volume: '8' },
      expected: null,
    },
    {
      name: 'one volume of an unknown venue',
      a: { authors, year: 2010, volume: '3' },
      b: { authors, year: 2015, volume: '3' },
      expected: 'title-author',
    },
    { name: 'one unknown volume', a: { authors, year: 2010, volume: '3' }, b: { authors, year: 2015 }, expected: 'title-author' },
    {
      name: 'two editions of a book',
      a: { authors, year: 2010, type: 'book' as const },
      b: { authors, year: 2012, type: 'book' as const },
      expected: null,
    },
    {
      name: 'one book, year ±1',
      a: { authors, year: 2010, type: 'book' as const },
      b: { authors, year: 2011, type: 'book' as const },
      expected: 'title-author',
    },
  ])('years apart: $name', ({ a, b, expected }) => {
    expect(tier(a, b)).toBe(expected)
  })

  it('names what it saw', () => {
    const decision = decide({ authors: ['Osei, K'], year: 2020, type: 'preprint' }, { authors: ['Osei, K'], year: 2021 })
    expect(decision.signals).toEqual(['same title', 'shared author', 'year ±1', 'preprint and published'])
    expect(
      decide(
        { authors: ['Osei, K'], year: 2020, venue: 'V', volume: '1', pages: '1' },
        { authors: ['Osei, K'], year: 2020, venue: 'V', volume: '1', pages: '1' },
      ).signals,
    ).toEqual(['same title', 'shared author', 'same year', 'same venue, volume and pages'])
  })
})

describe('tier 4: similar titles', () => {
  it.each([
    { name: 'equal title, same year, no authors', a: { year: 2020 }, b: { year: 2020 }, expected: 'fuzzy' },
    { name: 'equal title, year ±1', a: { year: 2020 }, b: { year: 2021 }, expected: 'fuzzy' },
    { name: 'equal title, two years apart', a: { year: 2020 }, b: { year: 2022 }, expected: null },
    {
      name: 'equal title, disjoint authors, same year',
      a: { year: 2020, authors: ['Osei, K'] },
      b: { year: 2020, authors: ['Осей, К'] },
      expected: 'fuzzy',
    },
    {
      name: 'equal title, disjoint authors, other venue',
      a: { year: 2020, authors: ['Osei, K'], venue: 'Reef Letters' },
      b: { year: 2020, authors: ['Dahl, B'], venue: 'J Test Med' },
      expected: 'fuzzy',
    },
    {
      name: 'equal title, one without authors, other venue',
      a: { year: 2020, venue: 'Reef Letters' },
      b: { year: 2020, authors: ['Dahl, B'], venue: 'J Test Med' },
      expected: 'fuzzy',
    },
    { name: 'near title, shared author', a: { authors: ['Osei, K'] }, b: { authors: ['Osei, K'], title: near }, expected: 'fuzzy' },
    { name: 'near title, same year', a: { year: 2020 }, b: { year: 2020, title: near }, expected: 'fuzzy' },
    {
      name: 'near title, same year, one list of authors missing',
      a: { year: 2020 },
      b: { year: 2020, authors: ['Osei, K'], title: near },
      expected: 'fuzzy',
    },
    { name: 'near title of bare records, year ±1', a: { year: 2020 }, b: { year: 2019, title: near }, expected: null },
    {
      name: 'near title, year ±1',
      a: { year: 2020, ids: { pmid: '1' } },
      b: { year: 2019, title: near, ids: { s2: 'CorpusId:1' } },
      expected: 'fuzzy',
    },
    { name: 'near title, year ±1, one bare', a: { year: 2020, ids: { pmid: '1' } }, b: { year: 2019, title: near }, expected: null },
    {
      name: 'near title, shared author, year ±1',
      a: { year: 2020, authors: ['Osei, K'] },
      b: { year: 2019, authors: ['Osei, K'], title: near },
      expected: 'fuzzy',
    },
    {
      name: 'near title, shared author, two years apart',
      a: { year: 2020, authors: ['Osei, K'] },
      b: { year: 2018, authors: ['Osei, K'], title: near },
      expected: null,
    },
    {
      name: 'near title of a preprint, shared author, two years apart',
      a: { year: 2020, authors: ['Osei, K'] },
      b: { year: 2018, authors: ['Osei, K'], title: near, type: 'preprint' as const },
      expected: 'fuzzy',
    },
    { name: 'near title, two years apart', a: { year: 2020 }, b: { year: 2018, title: near }, expected: null },
    { name: 'near title, nothing else', a: {}, b: { title: near }, expected: null },
    {
      name: 'near title, disjoint authors',
      a: { year: 2020, authors: ['Osei, K'] },
      b: { year: 2020, authors: ['Dahl, B'], title: near },
      expected: null,
    },
    {
      name: 'short title, shared author',
      a: { authors: ['Osei, K'], title: long },
      b: { authors: ['Osei, K'], title: 'Night shift mood ferry' },
      expected: 'fuzzy',
    },
    {
      name: 'short title, shared author and year',
      a: { authors: ['Osei, K'], year: 2020 },
      b: { authors: ['Osei, K'], year: 2020, title: short },
      expected: 'fuzzy',
    },
    {
      name: 'short title, shared author, year ±1',
      a: { authors: ['Osei, K'], year: 2020 },
      b: { authors: ['Osei, K'], year: 2021, title: short },
      expected: null,
    },
    {
      name: 'short title of a preprint, year ±1',
      a: { authors: ['Osei, K'], year: 2020 },
      b: { authors: ['Osei, K'], year: 2021, title: short, type: 'preprint' as const },
      expected: 'fuzzy',
    },
    {
      name: 'short title of a preprint, two years',
      a: { authors: ['Osei, K'], year: 2020 },
      b: { authors: ['Osei, K'], year: 2022, title: short, type: 'preprint' as const },
      expected: null,
    },
    { name: 'short title, same year, no shared author', a: { year: 2020 }, b: { year: 2020, title: short }, expected: null },
    {
      name: 'other title',
      a: { authors: ['Osei, K'], year: 2020 },
      b: { authors: ['Osei, K'], year: 2020, title: 'Reef growth under lamps' },
      expected: null,
    },
  ])('$name', ({ a, b, expected }) => {
    expect(tier(a, b)).toBe(expected)
  })

  it('says which titles are only parts, and orders by strength', () => {
    const authors = ['Osei, K']
    const [exact, similar, prefix] = [
      decide({ authors }, { authors }),
      decide({ authors }, { authors, title: near }),
      decide({ authors }, { authors, title: short }),
    ]
    expect([exact, similar, prefix].map((decision) => decision.same && decision.partial)).toEqual([false, false, true])
    expect(similar.same && prefix.same && similar.strength > prefix.strength).toBe(true)
    expect(similar.signals[0]).toBe('similar title (0.986)')
    // 2 · 20 letters of 20 + 35, and nine tenths of that.
    expect(prefix.same && prefix.strength).toBeCloseTo((0.9 * 40) / 55, 10)
    expect(exact.same && exact.strength).toBe(1)
    expect(prefix.signals[0]).toBe('title without subtitle')
    expect(
      decide({ authors, title: 'On night shift mood ferry crews' }, { authors, title: 'Night shift mood ferry crews' }).signals[0],
    ).toBe('similar title (0.949)')
    expect(
      decide(
        { authors, title: 'A long and careful survey on night shift mood ferry crews' },
        { authors, title: 'night shift mood ferry crews' },
      ).signals[0],
    ).toBe('title inside the other')
  })

  it('vetoes say why', () => {
    const authors = ['Osei, K']
    expect(decide({ authors, title: `${title}. Part I` }, { authors, title: `${title}. Part II` })).toMatchObject({
      same: false,
      veto: 'numbers differ: 1 / 2',
    })
    expect(decide({ authors, ids: { doi: '10.5555/a' } }, { authors, ids: { doi: '10.5555/b' } })).toMatchObject({
      same: false,
      veto: 'different DOIs',
      signals: [],
    })
  })
})

describe('other words on the same pages', () => {
  const [nurses, tutors] = ['nurses', 'tutors'].map((who) => `Risk of hip fracture after loss of sleep among ${who}`)
  const pages = { pages: '11-13', volume: '7', authors: ['Osei, K'] }
  it.each([
    { name: 'one place', common: { ...pages, venue: 'J Test Med' }, expected: 'fuzzy' },
    { name: 'two pages, as facing abstracts have them', common: { ...pages, pages: '11-12', venue: 'J Test Med' }, expected: null },
    { name: 'the venue unknown', common: pages, expected: null },
    { name: 'the first page alone', common: { ...pages, pages: '11', venue: 'J Test Med' }, expected: null },
  ])('$name', ({ common, expected }) => {
    expect(tier({ ...common, title: nurses ?? '' }, { ...common, title: tutors ?? '' })).toBe(expected)
  })
})

describe('the tier of the place in print', () => {
  const common = { venue: 'J Test Med', volume: '7', issue: '2', pages: '11-20', year: 2020, authors: ['Osei, K'] }
  it('reworded titles on the same pages', () => {
    expect(
      decide(
        { ...common, title: 'Night shift, mood and ferry crews: a survey' },
        { ...common, title: 'Ferry crews: their mood after the night shift' },
      ),
    ).toEqual({
      same: true,
      tier: 'place',
      signals: ['title in other words', 'shared author', 'same venue, volume and pages'],
      strength: 10 / 11,
      partial: false,
    })
  })

  it('a heading with and without its subtitle', () => {
    expect(tier({ ...common, title: 'Reefs abroad' }, { ...common, title: 'Reefs abroad: what the lamps of pilots reveal at night' })).toBe(
      'place',
    )
  })

  it.each([
    {
      name: 'numbers that differ',
      a: 'Ferry crews in 12 harbours: mood at night',
      b: 'Mood of crews at night in 14 harbours',
      veto: 'numbers differ: 12 / 14',
    },
    { name: 'a contrast', a: 'Ferry men: mood at night', b: 'Mood of ferry women by night', veto: 'contrast: men/women' },
  ])('but for $name', ({ a, b, veto }) => {
    const decision = decide({ ...common, title: a }, { ...common, title: b })
    expect(decision).toMatchObject({ same: false, signals: ['title in other words', 'shared author', 'same venue, volume and pages'] })
    if (!decision.same) expect(decision.veto).toBe(veto)
  })

  it('numbers that one title lacks do not part what fills the same pages', () => {
    expect(
      tier({ ...common, title: 'Ferry crews in 12 harbours: mood at night' }, { ...common, title: 'Mood of ferry crews at night' }),
    ).toBe('place')
  })

  it('a part of the title may be of the neighbouring year', () => {
    expect(tier({ ...common, title: 'Night shift and mood' }, { ...common, year: 2021 })).toBe('fuzzy')
    expect(tier({ ...common, pages: '-', title: 'Night shift and mood' }, { ...common, pages: '-', year: 2021 })).toBeNull()
  })

  it('stands before the fuzzy tier and behind titles with authors', () => {
    expect(TIERS).toEqual(['doi', 'identifier', 'title-author', 'place', 'fuzzy'])
  })
})

describe('headings', () => {
  const place = { venue: 'J Test Med', volume: '9', pages: '1-2' }
  it.each([
    { name: 'no place', a: { authors: ['Moss, A'], year: 2020 }, b: { authors: ['Moss, A'], year: 2020 }, expected: null },
    { name: 'one place', a: place, b: place, expected: 'fuzzy' },
    {
      name: 'one place and author',
      a: { ...place, authors: ['Moss, A'] },
      b: { ...place, authors: ['Moss, A'] },
      expected: 'title-author',
    },
    { name: 'one place, other heading', a: { ...place, title: 'Editorial comment' }, b: { ...place }, expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(tier({ title: 'Editorial', ...a }, { title: 'Editorial', ...b })).toBe(expected)
  })

  it('is a weaker tie than a title', () => {
    expect(decide({ ...place, title: 'Editorial' }, { ...place, title: 'Editorial' })).toMatchObject({ strength: 0.5, partial: false })
  })
})
