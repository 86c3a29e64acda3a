import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { linkRecords } from './link-records.ts'

type Given = Parameters<typeof givenRecord>[0]

/** A made-up article, as a careful database has it. */
const article = {
  title: 'Effects of β-carotene on the tumour growth of cold-water corals: a randomised trial in Østfold harbours',
  authors: ['Müller-Østby, Karen L.', "O'Keeffe, Brian", 'van der Meer, Jan', 'Núñez, José María'],
  year: 2011,
  venue: 'International Journal of Reef Medicine',
  volume: '24',
  issue: '3',
  pages: '461-470',
} satisfies Given
const isOneWork = (a: Given, b: Given) => {
  const records = [givenRecord({ recordId: 'a', ...a }), givenRecord({ recordId: 'b', ...b })]
  return linkRecords(records).clusters.length === 1
}

describe('what exports of databases do to one article', () => {
  it.each<{ name: string; change: Given }>([
    { name: 'the journal abbreviated', change: { venue: 'Int J Reef Med' } },
    { name: 'the journal with stops', change: { venue: 'Int. J. Reef Med.' } },
    {
      name: 'the journal with its owner',
      change: { venue: 'International journal of reef medicine : the official journal of the Reef Society' },
    },
    {
      name: 'the journal with its parallel title',
      change: { venue: 'Internationale Zeitschrift = International Journal of Reef Medicine' },
    },
    { name: 'the journal with its place', change: { venue: 'International Journal of Reef Medicine (Oslo, Norway : 1983)' } },
    { name: 'the journal under its name in another language', change: { venue: 'Guoji Jiaoshi Yixue Zazhi' } },
    { name: 'pages abbreviated', change: { pages: '461-70' } },
    { name: 'pages with a label', change: { pages: 'pp. 461–470' } },
    { name: 'the first page alone', change: { pages: '461' } },
    { name: 'the last page alone', change: { pages: '470' } },
    { name: 'one page too many', change: { pages: '461-471' } },
    { name: 'the discussion behind the pages', change: { pages: '461-70; discussion 471-2' } },
    { name: 'no pages', change: { pages: '-' } },
    { name: 'the pages of the version before print', change: { pages: '1-10', volume: '' } },
    { name: 'the article number', change: { pages: 'e1042' } },
    { name: 'a misprinted first page', change: { pages: '464-470' } },
    { name: 'a supplement in the volume', change: { volume: '24 Suppl 1' } },
    { name: 'a label and zeros in the volume', change: { volume: 'vol. 024' } },
    { name: 'no volume', change: { volume: '' } },
    { name: 'no place at all', change: { venue: '—', volume: '', issue: '', pages: '-' } },
    { name: 'the year of the version before print', change: { year: 2010 } },
    { name: 'initials', change: { authors: ['Müller-Østby, K. L.', "O'Keeffe, B.", 'van der Meer, J.', 'Núñez, J. M.'] } },
    { name: 'initials without stops behind the name', change: { authors: ['Muller-Ostby KL', 'OKeeffe B', 'van der Meer J', 'Nunez JM'] } },
    { name: 'given names first', change: { authors: ['Karen L. Müller-Østby', "Brian O'Keeffe", 'Jan van der Meer', 'José María Núñez'] } },
    { name: 'umlauts written out', change: { authors: ['Mueller-Oestby, Karen'] } },
    { name: 'the first author alone', change: { authors: ['Müller-Østby, K.'] } },
    { name: 'another first author', change: { authors: ["O'Keeffe, Brian", 'Müller-Østby, Karen L.'] } },
    { name: 'the group instead of the people', change: { authors: [{ collective: 'The Cold Coral Study Group' }] } },
    { name: 'a transliterated author', change: { authors: ['Мюллер, К.'] } },
    { name: 'no author', change: { authors: [] } },
    { name: 'capitals', change: { title: article.title.toUpperCase() } },
    {
      name: 'American spelling',
      change: { title: 'Effects of beta-carotene on the tumor growth of cold-water corals: a randomized trial in Ostfold harbors' },
    },
    {
      name: 'other hyphens',
      change: { title: 'Effects of β‐carotene on the tumour growth of coldwater corals – a randomised trial in Østfold harbours' },
    },
    {
      name: 'letters lost to question marks',
      change: { title: 'Effects of ?-carotene on the tumour growth of cold-water corals: a randomised trial in ?stfold harbours' },
    },
    {
      name: 'a letter lost',
      change: { title: 'Effects of -carotene on the tumour growth of cold-water corals: a randomised trial in stfold harbours' },
    },
    { name: 'the final stop and a note', change: { title: `${article.title}. [Review] [43 refs]` } },
    { name: 'a note of an erratum', change: { title: `${article.title} [Erratum appears in Int J Reef Med. 2012;25(1):7]` } },
    { name: 'a note of a commentary', change: { title: `${article.title} [see comment]` } },
    { name: 'the brackets of a translated title', change: { title: `[${article.title}]. [Norwegian]` } },
    { name: 'the translated and the original title', change: { title: `[${article.title}] Virkninger av karoten på veksten av koraller` } },
    {
      name: 'the original title behind a mark',
      change: { title: `${article.title} <ORIGINAL> VIRKNINGER AV KAROTEN PA VEKSTEN AV KORALLER` },
    },
    { name: 'the subtitle dropped', change: { title: 'Effects of β-carotene on the tumour growth of cold-water corals' } },
    { name: 'a title cut in a word', change: { title: article.title.slice(0, 96) } },
    { name: 'quotes', change: { title: `"${article.title}"` } },
    { name: 'a misprint', change: { title: article.title.replace('corals', 'coarls') } },
    {
      name: 'another translation of the title',
      change: { title: 'Beta-carotene and tumour growth in corals of cold water. A trial in harbours of Østfold' },
    },
  ])('$name', ({ change }) => {
    expect(isOneWork(article, { ...article, ...change })).toBe(true)
    expect(isOneWork({ ...article, ...change }, article)).toBe(true)
  })
})

describe('what looks like one article and is not', () => {
  it.each<{ name: string; change: Given; of?: Given }>([
    { name: 'another part', of: { title: `${article.title}. Part 1` }, change: { title: `${article.title}. Part 2` } },
    {
      name: 'another dose',
      of: { title: 'Daily lamps of 10 W for cold-water corals' },
      change: { title: 'Daily lamps of 20 W for cold-water corals' },
    },
    { name: 'the report of the next year', change: { year: 2012, volume: '25', pages: '12-20' } },
    { name: 'the report of the next year, its pages unknown', change: { year: 2012, volume: '25', pages: '-' } },
    { name: 'the report of the next year on the same pages', of: { pages: '1-10' }, change: { year: 2012, volume: '25', pages: '1-10' } },
    { name: 'the report two years later, its place unknown', change: { year: 2013, volume: '', issue: '', pages: '-' } },
    { name: 'the abstract in a supplement of another journal', change: { venue: 'Reef Letters', volume: '7', pages: 'S12' } },
    { name: 'the abstract a year before', change: { venue: 'Reef Letters', volume: '', pages: '-', year: 2010 } },
    { name: 'the abstract in the same volume', change: { pages: '112' } },
    {
      name: 'the conference paper',
      change: { type: 'conference-paper', venue: 'Proceedings of the 5th Symposium on Reefs', volume: '', issue: '' },
    },
    { name: 'the thesis', change: { type: 'thesis', venue: 'University of Oslo', volume: '', issue: '', pages: '-' } },
    { name: 'its data', change: { type: 'dataset', venue: '—', volume: '', issue: '', pages: '-' } },
    { name: 'its protocol', change: { title: `${article.title}: study protocol`, year: 2010, volume: '', issue: '', pages: '-' } },
    { name: 'the reply', change: { title: `${article.title}: reply`, pages: '471-472' } },
    { name: 'a comment on it', change: { title: `Comment on: ${article.title}`, authors: ['Dahl, B'], pages: '471-472' } },
    { name: 'its erratum', change: { title: `Erratum: ${article.title}`, volume: '25', pages: '7' } },
    { name: 'its retraction', change: { title: `Retraction: ${article.title}`, type: 'notice' } },
    { name: 'the update', change: { title: `${article.title}: an update`, volume: '', issue: '', pages: '-' } },
    { name: 'the other sex', of: { title: `${article.title}: women` }, change: { title: `${article.title}: men` } },
    { name: 'the abstract beside it, of one word more', change: { title: article.title.replace('corals', 'tropical corals'), pages: '-' } },
    {
      name: 'an abstract of the same group on the same page',
      of: { pages: '112' },
      change: { title: article.title.replace('tumour', 'larval'), pages: '112' },
    },
  ])('$name', ({ of = {}, change }) => {
    expect(isOneWork({ ...article, ...of }, { ...article, ...of, ...change })).toBe(false)
    expect(isOneWork({ ...article, ...of, ...change }, { ...article, ...of })).toBe(false)
  })
})
