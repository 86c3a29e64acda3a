import { expect, test } from 'vitest'
import { authorsFromNames, authorsFromValues, parseAuthorList } from './author-list.ts'
import pbr017 from './fixtures/pbr-017.json' with { type: 'json' }
import { authorLine } from './fixtures/records-of.ts'

test.each<[text: string, authors: string[]]>([
  ['Smith, John', ['Smith|John']],
  ['Smith, J.', ['Smith|J.']],
  ['Plato', ['Plato|']],
  ['Seidel, Stefan and Recker, Jan and vom Brocke, Jan', ['Seidel|Stefan', 'Recker|Jan', 'vom Brocke|Jan']],
  ['Smith, J., Doe, K.', ['Smith|J.', 'Doe|K.']],
  ['Smith, John A., Doe, Jane B.', ['Smith|John A.', 'Doe|Jane B.']],
  ['van Dam, John A., de Wit, Jane', ['van Dam|John A.', 'de Wit|Jane']],
  ["Alberto d'Onofrio, Elaheh Pourabbas", ["d'Onofrio|Alberto", 'Pourabbas|Elaheh']],
  ['rh gfiting , m schneider', ['gfiting|rh', 'schneider|m']],
  ['Joseph Rottman, Erran Carmel, Mary Lacity', ['Rottman|Joseph', 'Carmel|Erran', 'Lacity|Mary']],
  ['Smith, Doe, Jones', ['Smith|', 'Doe|', 'Jones|']],
  ['Smith, Doe, Jones, Roe', ['Smith|', 'Doe|', 'Jones|', 'Roe|']],
  ['Lim SM, Shiau CWC, Lau Y.', ['Lim|SM', 'Shiau|CWC', 'Lau|Y.']],
  ['Smith A, Walter B', ['Smith|A', 'Walter|B']],
  ['Aha, D. W., Kibler, D. & Albert, M. K.', ['Aha|D. W.', 'Kibler|D.', 'Albert|M. K.']],
  ['Utgoff, P. E., & Brodley, C. E.', ['Utgoff|P. E.', 'Brodley|C. E.']],
  ['Aha, D.W., D. Kibler & Albert M.K.', ['Aha|D.W.', 'Kibler|D.', 'Albert|M.K.']],
  ['A. Bee, C. Dee, E. Eff Jr., and Paul E. Utgoff.', ['Bee|A.', 'Dee|C.', 'Eff|E.|Jr.', 'Utgoff|Paul E.']],
  ['S. Fanous, R. P. Hammer, Jr. and E. M. Nikulina', ['Fanous|S.', 'Hammer|R. P.|Jr.', 'Nikulina|E. M.']],
  ['A. Bee, R. Hammer, Jr., E. Eff', ['Bee|A.', 'Hammer|R.|Jr.', 'Eff|E.']],
  ['Smith, John, Jr.', ['Smith|John|Jr.']],
  ['John Smith, Jane Doe and Bob Roe', ['Smith|John', 'Doe|Jane', 'Roe|Bob']],
  ['G. Pfeifer, G. Tauberger and Doe, J.', ['Pfeifer|G.', 'Tauberger|G.', 'Doe|J.']],
  ['Le Goff, Jean Pierre and Doe, Jane', ['Le Goff|Jean Pierre', 'Doe|Jane']],
  ['Le Goff, Jean', ['Le Goff|Jean']],
  ['van den Berg, Jan Piet', ['van den Berg|Jan Piet']],
  ['Parsons, C.; Costolo, B.', ['Parsons|C.', 'Costolo|B.']],
  ['Ann Lee | Bo Chen', ['Lee|Ann', 'Chen|Bo']],
  ['Ann Lee\nBo Chen', ['Lee|Ann', 'Chen|Bo']],
  ['Ann Lee und Bo Chen et Cy Dee', ['Lee|Ann', 'Chen|Bo', 'Dee|Cy']],
  ["['Ann Lee', 'Bo Chen']", ['Lee|Ann', 'Chen|Bo']],
  ['["Ann Lee", "Bo Chen"]', ['Lee|Ann', 'Chen|Bo']],
  ['Smith, J. and Doe, K. and WHO Regional Office', ['Smith|J.', 'Doe|K.', '{WHO Regional Office}']],
  ['', []],
])('the list %j', (text, authors) => {
  expect(parseAuthorList(text)).toEqual({ authors: expect.anything(), truncated: false })
  expect(authorLine([...parseAuthorList(text).authors])).toEqual(authors)
})

test.each<[text: string, authors: string[]]>([
  ['Wong, T. et al.', ['Wong|T.']],
  ['Wong T, Lee K, et al', ['Wong|T', 'Lee|K']],
  ['Parsons, C.; Costolo, B.; et al.,', ['Parsons|C.', 'Costolo|B.']],
  ['Smith, J. and others', ['Smith|J.']],
  ['Ann Lee, and others', ['Lee|Ann']],
  ['Ann Lee; Bo Chen; ...', ['Lee|Ann', 'Chen|Bo']],
  ['Ann Lee; Bo Chen…', ['Lee|Ann', 'Chen|Bo']],
  ['Ann Lee; 12 more others', ['Lee|Ann']],
])('the list %j is marked as cut', (text, authors) => {
  const list = parseAuthorList(text)
  expect([authorLine([...list.authors]), list.truncated]).toEqual([authors, true])
})

test('"et al." at the end of one name cuts the list', () => {
  expect(authorsFromNames(['Lee, A', 'Roe, B et al.'])).toEqual({
    authors: [
      { family: 'Lee', given: 'A' },
      { family: 'Roe', given: 'B' },
    ],
    truncated: true,
  })
})

test('a name that only contains "others" is a name', () => {
  expect(authorsFromNames(['Mothers Union', 'Carothers, W.']).truncated).toBe(false)
})

test.each<[name: string, values: unknown[], authors: string[], truncated: boolean]>([
  ['texts', ['Jonathan Barker', 'Smith, John'], ['Barker|Jonathan', 'Smith|John'], false],
  ['one text with several', ['Ann Lee; Bo Chen'], ['Lee|Ann', 'Chen|Bo'], false],
  ['single letters', [...'Ann Lee'], ['Lee|Ann'], false],
  ['three short names stay', ['A', 'B', 'C'], ['A|', 'B|', 'C|'], false],
  [
    'CSL',
    [{ family: 'Berg', 'non-dropping-particle': 'van den', given: 'Ö.', suffix: 'Jr.' }, { literal: 'Team Nine' }],
    ['van den Berg|Ö.|Jr.', '{Team Nine}'],
    false,
  ],
  ['Crossref group', [{ family: 'Roe', given: 'R.' }, { name: 'Aurora Collaboration' }], ['Roe|R.', '{Aurora Collaboration}'], false],
  ['OpenAlex', [{ author: { display_name: 'Ann Lee' } }], ['Lee|Ann'], false],
  ['Semantic Scholar', [{ authorId: '1', name: 'Ann Lee' }], ['Lee|Ann'], false],
  ['PubMed API', [{ lastname: 'Lee', firstname: 'Ann' }], ['Lee|Ann'], false],
  ['Zotero', [{ lastName: 'Lee', firstName: 'Ann' }], ['Lee|Ann'], false],
  ['snake case', [{ last_name: 'Lee', first_name: 'Ann' }], ['Lee|Ann'], false],
  ['our own', [{ family: 'Lee', given: 'Ann' }, { collective: 'WHO' }], ['Lee|Ann', '{WHO}'], false],
  ['nobody', [null, 7, {}, { family: '' }, ':', '  '], [], false],
  ['cut by a name', [{ name: 'Ann Lee' }, { name: 'et al.' }], ['Lee|Ann'], true],
  ['Publish or Perish', ['N Janom', 'NHA Bakar', '...'], ['Janom|N', 'Bakar|NHA'], true],
])('values: %s', (_, values, authors, truncated) => {
  const list = authorsFromValues(values)
  expect([authorLine([...list.authors]), list.truncated]).toEqual([authors, truncated])
})

test.each<[value: object]>([
  [{ family: 'Lee', ORCID: 'http://orcid.org/0000-0002-1825-009x' }],
  [{ family: 'Lee', orcid: '0000-0002-1825-009X' }],
  [{ author: { display_name: 'Lee', orcid: 'https://orcid.org/0000-0002-1825-009X' } }],
  [{ name: 'Lee', orcid: 'https://orcid.org/0000-0002-1825-009X' }],
])('an ORCID is kept bare: %j', (value) => {
  expect(authorsFromValues([value]).authors).toEqual([{ family: 'Lee', orcid: '0000-0002-1825-009X' }])
})

test('a group keeps its ORCID too', () => {
  expect(authorsFromValues([{ literal: 'Team', orcid: '0000-0002-1825-0097' }]).authors).toEqual([
    { collective: 'Team', orcid: '0000-0002-1825-0097' },
  ])
})

test('PBR-017: a collaboration first, ":" and "et al." are no people, the list is cut', () => {
  const rows = pbr017.input.rows.map((row) => authorsFromValues(row.authors))
  expect(rows.map((list) => authorLine([...list.authors]))).toEqual([
    ['{Aurora Collaboration}', 'Adeyemi|P. A. R.', 'Aghani|N.'],
    ['Adeyemi|P. A. R.', 'Aghani|N.', '{Aurora Collaboration}'],
    ['Adeyemi|P. A. R.', '{Aurora Collaboration}'],
  ])
  expect(rows.map((list) => list.truncated)).toEqual([true, false, false])
})

test('3,000 authors are 3,000 people', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `Family${index}, Given`)
  expect(parseAuthorList(names.join('; ')).authors).toHaveLength(3000)
  expect(parseAuthorList(names.join(' and ')).authors).toHaveLength(3000)
  expect(authorsFromValues(names).authors[2999]).toEqual({ family: 'Family2999', given: 'Given' })
})
