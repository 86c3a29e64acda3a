import { readFileSync } from 'node:fs'
import { cleanLine } from '@winnow/bibliography/clean-text.ts'
import { authorKey } from '@winnow/domain/linkage/author-key.ts'
import { describe, expect, test } from 'vitest'
import sparse from '../../fixtures/pbr-007.json' with { type: 'json' }
import titles from '../../fixtures/pbr-008.json' with { type: 'json' }
import { listMember, member } from '../answers/json-members.ts'
import { crossrefRecord, referenceDoi, workDoi } from './crossref-record.ts'

const work = { DOI: '10.5555/X', type: 'journal-article', title: ['A title'] }
const bare = {
  recordId: '10.5555/x',
  source: 'crossref',
  ids: { doi: '10.5555/x' },
  title: 'A title',
  authors: [],
  url: 'https://doi.org/10.5555/x',
}
const recorded = (file: string): readonly unknown[] => {
  const message = member(JSON.parse(readFileSync(new URL(`../../fixtures/crossref/${file}`, import.meta.url), 'utf8')), 'message')
  return Array.isArray(member(message, 'items')) ? listMember(message, 'items') : [message]
}
const record = (parts: object) => crossrefRecord({ ...work, ...parts })

describe('crossrefRecord', () => {
  test('of little', () => {
    expect(crossrefRecord(work)).toEqual({ ...bare, type: 'article', rawType: 'journal-article' })
    expect(crossrefRecord({ DOI: '10.5555/X', title: ['A title'] })).toEqual({ ...bare, type: 'other' })
  })
  test('of everything', () => {
    const all = {
      ...work,
      author: [{ given: 'Ada', family: 'Okafor', suffix: 'Jr', ORCID: 'http://orcid.org/0000-0001-2345-678x', sequence: 'first' }],
      issued: { 'date-parts': [[2019, 3]] },
      'container-title': ['J Test Bot', 'JTB'],
      volume: '3',
      issue: '1-2',
      page: '12–19',
      publisher: 'Press',
      ISBN: ['978-3-16-148410-0'],
      language: 'en',
      abstract: '<jats:p>We asked.</jats:p>',
      subject: ['Ecology', 7, null],
      'is-referenced-by-count': 5,
      URL: 'https://doi.org/10.5555/X',
      reference: [{ DOI: '10.5555/R1' }, { unstructured: 'x' }, { DOI: '' }],
      'updated-by': [{ type: 'retraction', DOI: '10.5555/n' }],
    }
    expect(crossrefRecord(all)).toEqual({
      ...bare,
      url: 'https://doi.org/10.5555/X',
      ids: { doi: '10.5555/x', isbn: '9783161484100' },
      authors: [{ family: 'Okafor', given: 'Ada', suffix: 'Jr', orcid: '0000-0001-2345-678X' }],
      year: 2019,
      venue: 'J Test Bot',
      volume: '3',
      issue: '1-2',
      pages: '12-19',
      publisher: 'Press',
      type: 'article',
      rawType: 'journal-article',
      language: 'en',
      abstract: 'We asked.',
      keywords: ['Ecology', '7'],
      citedByCount: 5,
      references: ['doi:10.5555/r1'],
      notices: [{ kind: 'retraction', direction: 'by', doi: '10.5555/n', from: 'crossref updated-by' }],
      retracted: true,
    })
  })

  test.each(['component', 'journal', 'journal-volume', 'journal-issue', 'grant', 'peer-review'])('a %s is no work', (type) => {
    expect(record({ type })).toBeNull()
  })
  test.each([
    ['without a DOI', { ...work, DOI: undefined }],
    ['without a title', { ...work, title: [] }],
    ['with an empty title', { ...work, title: [''] }],
    ['null', null],
    ['a text', 'x'],
  ])('%s is none', (_, value) => {
    expect(crossrefRecord(value)).toBeNull()
  })

  test.each([
    ['the first filled title', { title: ['', 'B'] }, 'B'],
    ['a title that is no list', { title: 'B' }, 'B'],
    ['the subtitle is left out', { title: ['B'], subtitle: ['C'] }, 'B'],
    ['the original title, where there is no other', { title: [], 'original-title': ['O'], subtitle: ['S'] }, 'O'],
    ['the subtitle, where there is no title at all', { title: [], subtitle: ['S'] }, 'S'],
    ['pretty-printed', { title: ['p110α (\n   <i>PIK3CA</i>\n  )'] }, 'p110α (PIK3CA)'],
  ])('%s', (_, parts, title) => {
    expect(record(parts)?.title).toBe(title)
  })

  const date = (...parts: readonly unknown[]) => ({ 'date-parts': [parts] })
  test.each([
    [
      'print',
      {
        'published-print': date(2001),
        'published-online': date(2002),
        published: date(2003),
        issued: date(2004),
        posted: date(2005),
        created: date(2006),
      },
      2001,
    ],
    [
      'online',
      { 'published-online': date(2002), published: date(2003), issued: date(2004), posted: date(2005), created: date(2006) },
      2002,
    ],
    ['published', { published: date(2003), issued: date(2004), posted: date(2005), created: date(2006) }, 2003],
    ['issued', { issued: date(2004), posted: date(2005), created: date(2006) }, 2004],
    ['posted', { posted: date(2005), created: date(2006) }, 2005],
    ['created', { created: date(2006) }, 2006],
    ['deposited is no date of the work', { deposited: date(2007), indexed: date(2007) }, undefined],
    [
      'the first that can be a year',
      { 'published-print': date(null), 'published-online': date(0), published: date(), issued: date(99999), posted: date('1984') },
      1984,
    ],
    ['old', { issued: date(1400) }, 1400],
    ['too old', { issued: date(1399) }, undefined],
    ['a year of this century', { issued: date(2099) }, 2099],
    ['of none', { issued: date(2100) }, undefined],
    ['five digits are none', { published: date(12019), issued: date(2001) }, 2001],
    ['nor those', { published: date(20195), issued: date(2001) }, 2001],
    ['month before year', { issued: date(9, 2009) }, undefined],
    ['no list', { issued: { 'date-parts': null } }, undefined],
  ])('year: %s', (_, parts, year) => {
    expect(record(parts)?.year).toBe(year)
  })

  test.each([
    ['a group', [{ name: 'The PLOS ONE Staff' }], [{ collective: 'The PLOS ONE Staff' }]],
    ['a group with an ORCID', [{ name: 'Group', ORCID: '0000-0001-2345-6789' }], [{ collective: 'Group', orcid: '0000-0001-2345-6789' }]],
    ['a person with one name', [{ name: 'Sudesiqin' }], [{ collective: 'Sudesiqin' }]],
    ['a family name alone', [{ family: 'N.' }], [{ family: 'N.' }]],
    ['a family name beside a name', [{ family: 'Roe', given: 'R.', name: 'R. Roe' }], [{ family: 'Roe', given: 'R.' }]],
    ['a place-holder', [{ family: '&NA;' }, { family: '&amp;NA;' }, { name: '&NA;' }, { family: ' &na ' }], []],
    ['what only looks like one', [{ family: 'M&NA;' }, { family: '&NAtional' }], [{ family: 'M&NA' }, { family: '&NAtional' }]],
    ['a family called Na', [{ family: 'Na', given: 'Hyun' }], [{ family: 'Na', given: 'Hyun' }]],
    ['nobody', [null, 'x', {}, { affiliation: [] }, 7], []],
    ['markup', [{ family: 'M&uuml;ller', given: '<i>J.</i>' }], [{ family: 'Müller', given: 'J.' }]],
    ['no list', null, []],
  ])('authors: %s', (_, author, authors) => {
    expect(record({ author })?.authors).toEqual(authors)
  })

  test.each([
    ['container', { 'container-title': ['', 'C &amp; D'], institution: [{ name: 'I' }], 'group-title': 'G' }, 'C & D'],
    ['institution', { 'container-title': [], institution: [{ name: 'I' }], 'group-title': 'G' }, 'I'],
    ['group', { institution: [], 'group-title': 'G' }, 'G'],
    ['none', {}, undefined],
  ])('venue: %s', (_, parts, venue) => {
    expect(record(parts)?.venue).toBe(venue)
  })

  test.each([
    ['an article number', { 'article-number': 'e12' }, { pages: 'e12' }],
    ['pages first', { page: '1-2', 'article-number': 'e12' }, { pages: '1-2' }],
    ['the issue of journal-issue', { 'journal-issue': { issue: '4' } }, { issue: '4' }],
    ['its own issue first', { issue: '3', 'journal-issue': { issue: '4' } }, { issue: '3' }],
  ])('%s', (_, parts, expected) => {
    expect(record(parts)).toMatchObject(expected)
  })
  test('"null" is no number', () => {
    const { volume, issue, pages } = record({ volume: 'null', issue: ' NULL', page: 'null' }) ?? {}
    expect([volume, issue, pages]).toEqual([undefined, undefined, undefined])
  })

  test.each([
    ['preprint', { type: 'posted-content', subtype: 'preprint' }, 'preprint', 'posted-content; preprint'],
    ['posted without more', { type: 'posted-content' }, 'preprint', 'posted-content'],
    ['a blog post', { type: 'posted-content', subtype: 'other' }, 'other', 'posted-content; other'],
    ['a chapter', { type: 'book-chapter' }, 'book-chapter', 'book-chapter'],
    ['a dissertation', { type: 'dissertation' }, 'thesis', 'dissertation'],
    ['a paper', { type: 'proceedings-article' }, 'conference-paper', 'proceedings-article'],
  ])('type: %s', (_, parts, type, rawType) => {
    expect(record(parts)).toMatchObject({ type, rawType })
  })

  test.each([
    ['by DOI', [{ 'id-type': 'doi', id: '10.48550/arXiv.2304.05376' }], '2304.05376'],
    ['by arXiv id', [{ 'id-type': 'arxiv', id: '2304.05376v2' }], '2304.05376'],
    ['by the address of its DOI', [{ 'id-type': 'uri', id: 'https://doi.org/10.48550/arXiv.2304.05376' }], '2304.05376'],
    ['with a prefix', [{ 'id-type': 'uri', id: 'arXiv:2304.05376' }], '2304.05376'],
    [
      'after one at bioRxiv',
      [
        { 'id-type': 'doi', id: '10.1101/014852' },
        { 'id-type': 'arxiv', id: 'hep-th/9901001' },
      ],
      'hep-th/9901001',
    ],
    ['at bioRxiv alone', [{ 'id-type': 'doi', id: '10.1101/014852' }], undefined],
    ['none', [], undefined],
  ])('preprint at arXiv: %s', (_, preprints, arxiv) => {
    expect(record({ relation: { 'has-preprint': preprints } })?.ids.arxiv).toBe(arxiv)
  })
  test('the article of a preprint is another work', () => {
    const relation = { 'is-preprint-of': [{ 'id-type': 'doi', id: '10.48550/arXiv.2304.05376' }] }
    expect(record({ relation })?.ids).toEqual({ doi: '10.5555/x' })
  })

  describe('open access', () => {
    const link = [
      { URL: 'https://p.org/h', 'content-type': 'text/html' },
      { URL: 'https://p.org/x', 'content-type': 'text/xml' },
      { URL: 'https://p.org/y', 'content-type': 'application/xml' },
      { URL: 'https://p.org/t', 'content-type': 'text/plain' },
      { URL: 'https://p.org/a/pdf', 'content-type': 'unspecified' },
      { URL: 'https://p.org/a', 'content-type': 'unspecified' },
      { URL: 'https://p.org/b.PDF?x=1' },
      { URL: 'https://p.org/pdf/c', 'content-type': 'unspecified' },
      { URL: 'https://p.org/pdfs', 'content-type': 'unspecified' },
      { URL: 'https://p.org/p', 'content-type': 'application/pdf' },
      { URL: 'https://p.org/p', 'content-type': 'application/pdf', 'intended-application': 'syndication' },
      { URL: 'https://api.p.org/key', 'content-type': 'text/xml' },
      { URL: 'HTTP://p.org/q', 'content-type': 'application/pdf' },
      { URL: 'see http://p.org/r', 'content-type': 'application/pdf' },
      { URL: 'ftp://p.org/p', 'content-type': 'application/pdf' },
      { 'content-type': 'application/pdf' },
    ]
    test.each([
      'http://creativecommons.org/licenses/by/4.0/',
      'https://CreativeCommons.org/licenses/by/4.0',
      'https://creativecommons.org/publicdomain/zero/1.0/legalcode',
    ])('under %s', (URL) => {
      expect(record({ link, license: [{ URL: 'https://www.elsevier.com/tdm/userlicense/1.0/' }, { URL }] })?.openAccess).toEqual([
        { url: 'https://p.org/a/pdf', kind: 'pdf' },
        { url: 'https://p.org/b.PDF?x=1', kind: 'pdf' },
        { url: 'https://p.org/pdf/c', kind: 'pdf' },
        { url: 'https://p.org/p', kind: 'pdf' },
        { url: 'HTTP://p.org/q', kind: 'pdf' },
        { url: 'https://p.org/x', kind: 'xml' },
        { url: 'https://p.org/y', kind: 'xml' },
        { url: 'https://p.org/h', kind: 'html' },
      ])
    })
    test.each([
      ['another licence', [{ URL: 'http://www.springer.com/tdm' }]],
      ['none', []],
    ])('not under %s', (_, license) => {
      expect(record({ link, license })?.openAccess).toBeUndefined()
    })
  })
})

test('DOIs in lower case', () => {
  expect(workDoi({ DOI: '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2' })).toBe(
    '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2',
  )
  expect(referenceDoi({ DOI: ' https://doi.org/10.5555/A ' })).toBe('10.5555/a')
  expect(referenceDoi({ DOI: 'n/a' })).toBeUndefined()
  expect(workDoi({})).toBeUndefined()
})

test.each([
  ['retraction', true],
  ['withdrawal', true],
  ['correction', undefined],
])('retracted by a %s: %s', (type, retracted) => {
  expect(record({ 'updated-by': [{ type, DOI: '10.5555/n' }] })?.retracted).toBe(retracted)
})

describe('PBR-007: sparse records', () => {
  const records = sparse.input.body.message.items.map(crossrefRecord)
  test('the four usable ones are there', () => {
    expect(records.map((found) => found?.recordId)).toEqual([
      undefined,
      '10.5555/drugs.106',
      '10.5555/who.77',
      '10.5555/aut.1',
      '10.5555/edi.9',
    ])
  })
  test.each([
    [1, { title: 'Lerdamab', authors: [], year: 2002, venue: 'Drugs in R & D' }],
    [2, { authors: [{ collective: 'Coastal Health Agency' }], year: 2019, type: 'report' }],
    [3, { authors: [], year: 2017 }],
    [4, { title: 'Response', authors: [{ given: 'M.', family: 'HOLLIS' }], year: 1984 }],
  ])('record %i', (place, expected) => {
    expect(records[place]).toMatchObject(expected)
  })
  test('a group’s key is its whole name', () => {
    const [author] = records[2]?.authors ?? []
    expect(author === undefined ? null : authorKey(author)).toEqual(authorKey({ collective: 'Coastal Health Agency' }))
  })
})

describe('PBR-008: markup in titles', () => {
  const expected: Readonly<globalThis.Record<string, unknown>> = titles.expect.rows
  test.each(titles.input.rows)('$row', ({ row, in: title }) => {
    const cleaned = record({ title: [title] })?.title ?? ''
    const wanted = expected[row]
    if (typeof wanted === 'string') expect(cleaned).toBe(wanted)
    else expect(cleaned).toBe(`${member(wanted, 'starts_with')}*`)
    expect(cleanLine(cleaned)).toBe(cleaned)
  })
})

describe('recorded works', () => {
  test('a correction, a corrected work, and a work that PLOS has update itself', () => {
    expect(recorded('items-update-to-and-updated-by.json').map((item) => crossrefRecord(item)?.notices)).toEqual([
      [{ kind: 'correction', direction: 'by', doi: '10.1371/journal.pbio.0060304', from: 'crossref updated-by' }],
      undefined,
      [{ kind: 'correction', direction: 'of', doi: '10.1371/journal.pone.0158831', from: 'crossref update-to' }],
    ])
  })
  test('none of them is retracted', () => {
    expect(recorded('items-update-to-and-updated-by.json').map((item) => crossrefRecord(item)?.retracted)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('titles with HTML, entities, MathML, and a review that is no work', () => {
    expect(recorded('items-html-mathml-entity-titles.json').map((item) => crossrefRecord(item)?.title)).toEqual([
      'Encapsulation of the [Ru(bpy)3]2+ luminophore in a unique hydrogen-bonded host framework',
      'A comparison of observation-level random effect and Beta-Binomial models for modelling overdispersion in Binomial data in ecology & evolution',
      'Fixed point theorems for d-complete topological spaces I',
      'Endpoints in T0-Quasimetric Spaces: Part II',
      undefined,
      'Some Additional Remarks on the Masarid Wasps (Hymenoptera)',
      'Understanding magnetic phase coexistence in Ru2Mn1−xFexSn Heusler alloys: A neutron scattering, thermodynamic, and phenomenological analysis',
      "Missive van sijn Hoogheydt den Heere Prince van Orange &c aen haer Hoogh Mog: de Heeren Staten Generael der Vereenighde Nederlanden, geschreven in 't leger by d'Abdye van St. Denijs den vijfthienden Augusti 1678",
    ])
  })
  test('an issue, a standard, a family name alone, a suffix', () => {
    expect(recorded('items-no-title-no-author-null-date.json').map((item) => crossrefRecord(item))).toMatchObject([
      null,
      { title: 'Dentistry \uFFFD Endodontic instruments', year: 2023, type: 'report', authors: [] },
      { title: 'LETTER FROM BOSTON.', year: 1889, authors: [{ family: 'N.' }] },
      { year: 1977, pages: '385-386', authors: [{ family: 'Fox', given: 'James W.', suffix: 'IV' }, {}, {}] },
    ])
  })
  test('groups and a person with one name', () => {
    expect(
      recorded('items-collective-authors.json').flatMap((item) => crossrefRecord(item)?.authors.filter(({ collective }) => collective)),
    ).toEqual([{ collective: 'Sudesiqin' }, { collective: 'Concrete Technology Associates' }, { collective: 'The PLOS ONE Staff' }])
  })
  test('an abstract in sections', () => {
    const abstract = crossrefRecord(recorded('title-search-jats-sec.json')[0])?.abstract ?? ''
    expect(abstract.split('\n').map((line) => line.slice(0, 30))).toEqual([
      'Objective: To automate scienti',
      'Materials and Methods: We deve',
      'Results: In the evaluation of ',
      'Conclusion: CliVER demonstrate',
    ])
  })
  test('the significance of a paper', () => {
    const found = crossrefRecord(recorded('work-jats-significance-updated-by.json')[0])
    expect(found?.abstract).toMatch(/^Significance: The inadequate mechanical properties [^\n]* are clinically applicable\.$/)
    expect(found?.notices).toEqual([{ kind: 'correction', direction: 'by', doi: '10.1073/pnas.1507001112', from: 'crossref updated-by' }])
  })
  test('a preprint', () => {
    expect(crossrefRecord(recorded('work-preprint-biorxiv-2024.json')[0])).toMatchObject({
      recordId: '10.1101/2024.04.01.587366',
      title: 'High-throughput screening of human genetic variants by pooled prime editing',
      year: 2024,
      venue: 'bioRxiv',
      type: 'preprint',
    })
  })
  test('a title that was indented', () => {
    expect(crossrefRecord(recorded('work-html-title-pnas.1205508109.json')[0])?.title).toBe(
      'Oncogenic mutations mimic and enhance dynamic events in the natural activation of phosphoinositide 3-kinase p110α (PIK3CA)',
    )
  })
})
