import { expect, test } from 'vitest'
import { decodeText } from '../decode-file.ts'
import pbr035 from '../fixtures/pbr-035.json' with { type: 'json' }
import { authorLine, onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readRis } from './ris.ts'

const ris = (...lines: string[]) => readRis(['TY  - JOUR', 'TI  - T', ...lines, 'ER  - '].join('\n'))

test('PBR-035 import: BOM, CRLF, T1/A1/Y1/N2; the lines without a tag make no record and no error', () => {
  const [row] = pbr035.input.import_rows
  const result = readRis(decodeText(Buffer.from(row?.text ?? '')).text)
  expect(result.problems).toEqual([])
  const [first, second, ...more] = recordsOf(result)
  expect(more).toEqual([])
  expect(first).toMatchObject({ title: 'A title in T1', year: 2012, abstract: 'Text.', type: 'article', origin: { line: 1 } })
  expect(authorLine(first?.authors ?? [])).toEqual(['Wong|T.', 'van de Rest|R.'])
  expect(second).toMatchObject({ title: 'Second', authors: [], origin: { line: 11 } })
})

test('every field', () => {
  const text = [
    'TY  - CPAPER',
    'ID  - k1',
    'TI  - T',
    'AU  - Lee, Ann',
    'A1  - Roe, Bo',
    'AU  - Dee, C; Eff, D',
    'PY  - 2020',
    'T2  - Proc',
    'VL  - 1',
    'IS  - 2',
    'SP  - 3',
    'EP  - 4',
    'PB  - P',
    'DO  - 10.5555/X',
    'PMID  - 5',
    'SN  - 978-0-306-40615-7',
    'UR  - https://x.org/1',
    'UR  - https://arxiv.org/abs/2301.00001',
    'LA  - en',
    'KW  - a',
    'KW  - b',
    'c',
    'AB  - One',
    '  two.',
    'C2  - PMC123',
    'ER  - ',
  ].join('\n')
  expect(onlyRecord(readRis(text))).toEqual({
    recordId: 'k1',
    source: 'library',
    ids: { doi: '10.5555/x', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC123', isbn: '9780306406157' },
    title: 'T',
    authors: [
      { family: 'Lee', given: 'Ann' },
      { family: 'Roe', given: 'Bo' },
      { family: 'Dee', given: 'C' },
      { family: 'Eff', given: 'D' },
    ],
    year: 2020,
    venue: 'Proc',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'P',
    type: 'conference-paper',
    rawType: 'CPAPER',
    language: 'en',
    abstract: 'One two.',
    keywords: ['a', 'b', 'c'],
    url: 'https://x.org/1',
    origin: { file: 'f', line: 1 },
  })
})

test.each<[name: string, lines: string[], expected: object]>([
  ['CT for the title', ['TI  - ', 'CT  - C'], { title: 'T' }],
  ['JF before T2 and JO', ['JO  - c', 'T2  - b', 'JF  - a'], { venue: 'a' }],
  ['T2 before JO', ['JO  - c', 'T2  - b'], { venue: 'b' }],
  ['JO before JA', ['JA  - d', 'JO  - c'], { venue: 'c' }],
  ['JA before J2', ['J2  - e', 'JA  - d'], { venue: 'd' }],
  ['BT before T3', ['T3  - g', 'BT  - f'], { venue: 'f' }],
  ['T3 at last', ['T3  - g'], { venue: 'g' }],
  ['PY without a year gives way to Y1', ['PY  - ', 'Y1  - 4-8 Aug. 2020'], { year: 2020 }],
  ['DA at last', ['PY  - soon', 'DA  - 2019/01/02'], { year: 2019 }],
  ['VO for the volume', ['VL  - ', 'VO  - 50'], { volume: '50' }],
  ['a DOI in M3', ['M3  - doi:10.1011/hea1'], { ids: { doi: '10.1011/hea1' }, rawType: 'JOUR' }],
  ['DI', ['DI  - 10.1011/hea1'], { ids: { doi: '10.1011/hea1' } }],
  ['a type in M3', ['M3  - Review'], { type: 'review', rawType: 'JOUR; Review' }],
  ['another word in M3', ['M3  - Web of things'], { type: 'article', rawType: 'JOUR' }],
  ['an accession number as id', ['AN  - 0155'], { recordId: '0155', ids: {} }],
  ['ID before AN', ['AN  - 0155', 'ID  - k'], { recordId: 'k' }],
  ['MEDLINE numbers are PubMed ids', ['AN  - 155', 'DB  - Ovid MEDLINE'], { ids: { pmid: '155' } }],
  ['PubMed as provider', ['AN  - 155', 'DP  - PubMed'], { ids: { pmid: '155' } }],
  ['PMCID', ['PMCID  - PMC777'], { ids: { pmcid: 'PMC777' } }],
  ['AB before N2', ['N2  - n', 'AB  - a'], { abstract: 'a' }],
  ['no id', [], { recordId: 'f:1' }],
])('%s', (_, lines, expected) => {
  const record = onlyRecord(ris(...lines))
  expect({ ...record, ids: record.ids }).toMatchObject(expected)
  if ('ids' in expected) expect(record.ids).toEqual(expected.ids)
})

test('what stands before the first entry is passed over; a missing ER ends at the next TY', () => {
  const result = readRis('Provider: JSTOR http://www.jstor.org\nContent: text/plain\n\nTY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B')
  expect(recordsOf(result).map((record) => [record.title, record.origin?.line])).toEqual([
    ['A', 4],
    ['B', 6],
  ])
  expect(result.problems).toEqual([])
})

test('fields without TY are a record and a problem', () => {
  const result = readRis('TI  - A\nAU  - Lee, A\nER  - \nTY  - JOUR\nTI  - B\nER  -')
  expect(recordsOf(result).map((record) => record.title)).toEqual(['A', 'B'])
  expect(result.problems).toEqual([{ line: 1, problem: 'an entry without TY, the type that begins it', excerpt: 'TI  - A\nAU  - Lee, A' }])
})

test.each<[line: string, abstract: string]>([
  ['AIMS - To test', 'A AIMS - To test'],
  ['AIM  - To test', 'A'],
  ['KW - k', 'A'],
  ['Kw  - k', 'A Kw  - k'.replace('  ', ' ')],
  ['ABCDEF  - x', 'A ABCDEF - x'],
])('the line %j', (content, abstract) => {
  expect(onlyRecord(ris('AB  - A', content)).abstract).toBe(abstract)
})

test('only the address after the link line of Ovid falls out', () => {
  const abstract = (...lines: string[]) => onlyRecord(ris('N2  - A', ...lines)).abstract
  expect(abstract('Link to the Ovid Full Text or citation:', 'http://x.org')).toBe('A')
  expect(abstract('Link to the Ovid Full Text or citation:', 'More text')).toBe('A More text')
  expect(abstract('see', 'http://x.org')).toBe('A see http://x.org')
})
