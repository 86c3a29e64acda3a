import { expect, test } from 'vitest'
import { authorLine, onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readBibtex } from './bibtex.ts'

const entry = (fields: string, type = 'article') => onlyRecord(readBibtex(`@${type}{k, ${fields}}`))

test('every field', () => {
  const text = `@article{Lee:2020,
  author = {Lee, Ann and van den Berg, {\\"O}d{\\"o}n and {WHO and Others Group} and Smith, Jr., John},
  title = {A {DNA} study},
  subtitle = {Sub},
  journal = {J \\& K}, year = 2020, volume = {1}, number = {2}, pages = {3--4}, publisher = {{P}},
  doi = {10.1007/9\\_3}, eprint = {2301.00001v2}, archiveprefix = {arXiv}, pmid = {5}, pmcid = {PMC123}, isbn = {978-0-306-40615-7}, openalex = {W7}, s2 = {ab},
  url = {https://x.org/a\\_b/O%20que?x=1&y=2~z}, language = {en}, keywords = {k, l}, abstract = {In 50% of cases p < 0.05.}, note = {cited By 12}
}`
  expect(onlyRecord(readBibtex(text))).toEqual({
    recordId: 'Lee:2020',
    source: 'library',
    ids: { doi: '10.1007/9_3', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC123', isbn: '9780306406157', openalex: 'W7', s2: 'ab' },
    title: 'A DNA study: Sub',
    authors: [
      { family: 'Lee', given: 'Ann' },
      { family: 'van den Berg', given: 'Ödön' },
      { collective: 'WHO and Others Group' },
      { family: 'Smith', given: 'John', suffix: 'Jr.' },
    ],
    year: 2020,
    venue: 'J & K',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'P',
    type: 'article',
    rawType: 'article',
    language: 'en',
    abstract: 'In 50% of cases p < 0.05.',
    keywords: ['k', 'l'],
    citedByCount: 12,
    url: 'https://x.org/a_b/O%20que?x=1&y=2~z',
    origin: { file: 'f', line: 1 },
  })
})

test.each<[name: string, fields: string, expected: object]>([
  ['journaltitle', 'title={T}, journaltitle={J}, booktitle={B}', { venue: 'J' }],
  ['booktitle', 'title={T}, booktitle={B}, series={S}', { venue: 'B' }],
  ['series', 'title={T}, series={S}', { venue: 'S' }],
  ['howpublished', 'title={T}, howpublished={H}', { venue: 'H' }],
  ['date', 'title={T}, date={2012-05}', { year: 2012 }],
  ['issue', 'title={T}, issue={4}', { issue: '4' }],
  ['eid', 'title={T}, eid={e12}', { pages: 'e12' }],
  ['article number', 'title={T}, art_number={e12}', { pages: 'e12' }],
  ['school', 'title={T}, school={S}', { publisher: 'S' }],
  ['institution', 'title={T}, institution={S}', { publisher: 'S' }],
  ['organization', 'title={T}, organization={S}', { publisher: 'S' }],
  ['document type', 'title={T}, document_type={Conference Paper}', { type: 'conference-paper', rawType: 'article; Conference Paper' }],
  ['type', 'title={T}, type={Review}', { type: 'review' }],
  ['langid', 'title={T}, langid={german}', { language: 'german' }],
  ['author keywords', 'title={T}, author_keywords={a; b}', { keywords: ['a', 'b'] }],
  ['times cited', 'title={T}, times-cited={4}', { citedByCount: 4 }],
  ['link', 'title={T}, link={https://x.org}', { url: 'https://x.org' }],
  ['PMID in a note', 'title={T}, note={PMID: 33355555}', { ids: { pmid: '33355555' } }],
  ['pmc', 'title={T}, pmc={PMC123}', { ids: { pmcid: 'PMC123' } }],
  ['eprint of arXiv without a word', 'title={T}, eprint={2301.00001}', { ids: { arxiv: '2301.00001' } }],
  ['eprinttype', 'title={T}, eprint={hep-th/9901001}, eprinttype={arxiv}', { ids: { arxiv: 'hep-th/9901001' } }],
  ['eprint of another archive', 'title={T}, eprint={2301.00001}, eprinttype={hdl}', { ids: {} }],
  ['eprint as an address', 'title={T}, eprint={https://x.org/10.1/pdf}', { ids: {} }],
  ['arXiv in the journal', 'title={T}, journal={arXiv preprint arXiv:2301.00001}', { ids: { arxiv: '2301.00001' }, type: 'preprint' }],
  ['arXiv in a note', 'title={T}, note={arXiv:2301.00001}', { ids: { arxiv: '2301.00001' } }],
  ['HTML in an abstract', 'title={T}, abstract={A <i>P</i> = 0.05 \\& x}', { abstract: 'A P = 0.05 & x' }],
  ['no key', 'title={T}', { recordId: 'k' }],
])('%s', (_, fields, expected) => {
  const record = entry(fields)
  expect(record).toMatchObject(expected)
  if ('ids' in expected) expect(record.ids).toEqual(expected.ids)
})

test('the title of a book without one is its booktitle', () => {
  expect(entry('booktitle={B}', 'proceedings').title).toBe('B')
  expect(entry('booktitle={B}, author={Lee, A}').title).toBe('')
})

test.each<[author: string, people: string[], cut?: boolean]>([
  ['Seidel, Stefan and Recker, Jan and vom Brocke, Jan', ['Seidel|Stefan', 'Recker|Jan', 'vom Brocke|Jan']],
  ['Tom Cruise', ['Cruise|Tom']],
  ['{Centre for Health and Safety, Ltd.}', ['{Centre for Health and Safety, Ltd.}']],
  ['{Smith, John and Doe, Jane}', ['Smith|John', 'Doe|Jane']],
  ['{WHO} and {UN}', ['{WHO}', '{UN}']],
  ['Lee, A. AND Roe, B.', ['Lee|A.', 'Roe|B.']],
  ['Lee, A.; Roe, B.', ['Lee|A.', 'Roe|B.']],
  ['Lee, A.\n   and Roe, B.', ['Lee|A.', 'Roe|B.']],
  ['Lee, A. and others', ['Lee|A.'], true],
  ['Goldberg, Ivo and 顾, 明远 and O’Hara, Pat', ['Goldberg|Ivo', '顾|明远', 'O’Hara|Pat']],
  ['{\\"O}zkan, {\\.I}lkan', ['Özkan|İlkan']],
  ['Smith, John, Jr.', ['Smith|John|Jr.']],
])('the authors %j', (author, people, cut) => {
  const record = entry(`title={T}, author={${author}}`)
  expect(authorLine(record.authors)).toEqual(people)
  expect(record.authorsTruncated).toBe(cut)
})

test('@string, also made of others and in any case, and joined values', () => {
  const result = readBibtex(
    '@string{j = "Journal of "}\n@String{JF = j # {Foo}}\n@article{k, title="T", journal = jf # ", A", month = mar, year = 2020}',
  )
  expect(onlyRecord(result)).toMatchObject({ venue: 'Journal of Foo, A', year: 2020, origin: { line: 3 } })
  expect(result.problems).toEqual([])
})

test('a name that is no @string is taken as text, and noted', () => {
  const result = readBibtex('@article{k, title="T", journal = nature}')
  expect(onlyRecord(result).venue).toBe('nature')
  expect(result.problems).toEqual([
    { line: 1, problem: '"nature" is no @string of this file: taken as text', excerpt: '@article{k, title="T", journal = nature}' },
  ])
})

test('strings that grow without limit are cut off', () => {
  const strings = Array.from({ length: 60 }, (_, level) => `@string{s${level + 1} = s${level} # s${level}}`)
  const result = readBibtex(`@string{s0 = "lol"}\n${strings.join('\n')}\n@article{k, title={T}, journal = s60}`)
  expect(onlyRecord(result).venue?.length).toBeLessThan(70_000)
})

test('crossref: the child takes what it has not, and the title of the parent as its booktitle', () => {
  const result = readBibtex(
    '@inproceedings{c, title={Child}, crossref={P}, year={2021}}\n@proceedings{p, title={Parent}, year={2020}, publisher={Pub}, volume={9}}',
  )
  expect(recordsOf(result)[0]).toMatchObject({
    title: 'Child',
    venue: 'Parent',
    year: 2021,
    publisher: 'Pub',
    volume: '9',
    type: 'conference-paper',
  })
  expect(recordsOf(result)).toHaveLength(2)
  expect(result.problems).toEqual([])
})

test('crossref to nothing is noted', () => {
  const result = readBibtex('@inproceedings{c, title={Child}, crossref={p}}')
  expect(onlyRecord(result).title).toBe('Child')
  expect(result.problems).toEqual([expect.objectContaining({ line: 1, problem: 'crossref to "p", which is not in the file' })])
})

test('a broken entry is a problem with its line; the rest is read', () => {
  const result = readBibtex('@article{a, title={A}}\n\n@article{b, title={B, year={1}}\n@article{c, title={C}}\n@article{}')
  expect(recordsOf(result).map((record) => record.recordId)).toEqual(['a', 'c'])
  expect(result.problems).toEqual([
    { line: 3, problem: 'a brace that is never closed: the entry is not read', excerpt: '@article{b, title={B, year={1}}' },
    { line: 5, problem: 'an entry without fields', excerpt: '@article{}' },
  ])
})

test.each([
  ['@misc{k,\n}', ['k']],
  ['@misc{k}', ['k']],
  ['written by x@lab (Some Where)', []],
])('a key alone: %j', (text, ids) => {
  expect(readBibtex(text).entries.map(({ id }) => id)).toEqual(ids)
})

test('3,000 authors and an abstract of 2 MB', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `Family${index}, G{\\"o}`).join(' and ')
  const record = entry(`title={T}, author={${names}}, abstract={${'word '.repeat(400_000)}}`)
  expect(record.authors).toHaveLength(3000)
  expect(record.authors[2999]).toEqual({ family: 'Family2999', given: 'Gö' })
  expect(record.abstract?.length).toBe(1_999_999)
}, 30_000)
