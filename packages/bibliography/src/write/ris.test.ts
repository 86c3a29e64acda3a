import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import pbr035 from '../fixtures/pbr-035.json' with { type: 'json' }
import { writeRis } from './ris.ts'

const [row] = pbr035.input.rows
const CASE: Record = {
  recordId: '1',
  source: 'library',
  ids: { doi: row?.doi ?? '' },
  title: row?.title ?? '',
  authors: (row?.authors ?? []).map((author) =>
    'name' in author && author.name !== undefined
      ? { collective: author.name }
      : { family: author.family ?? '', given: author.given ?? '', ...(author.suffix === undefined ? {} : { suffix: author.suffix }) },
  ),
  year: 2012,
  venue: row?.venue ?? '',
  volume: row?.volume ?? '',
  issue: row?.issue ?? '',
  pages: row?.pages ?? '',
  abstract: row?.abstract ?? '',
  keywords: row?.keywords ?? [],
  type: 'article',
}
const EMPTY: Record = { recordId: '2', source: 'library', ids: {}, title: '', authors: [], type: 'preprint' }

test('PBR-035: two records, one line a field, nothing empty, nothing from inside the abstract', () => {
  const text = writeRis([{ record: CASE }, { record: EMPTY }])
  expect(text.split('\n')).toEqual([
    'TY  - JOUR',
    'ID  - 1',
    'AU  - Núñez-Ordás, Pilar J.',
    'AU  - Smith, John, Jr.',
    'AU  - WHO Regional Office',
    'TI  - Heat & health',
    'T2  - J Test',
    'PY  - 2012',
    'VL  - 27',
    'IS  - 7',
    'SP  - 1276',
    'EP  - 1292',
    'DO  - 10.5555/0886',
    'KW  - heat',
    'KW  - hospital; ward',
    'AB  - Aim: x. AU - Not An Author ER - TY - BOOK Results: y.',
    'ER  - ',
    'TY  - UNPB',
    'ID  - 2',
    'M3  - Preprint',
    'ER  - ',
    '',
  ])
})

test('the other fields', () => {
  const record: Record = {
    ...EMPTY,
    type: 'article',
    ids: { arxiv: '2301.00001', pmid: '5', pmcid: 'PMC123', isbn: '9780306406157' },
    publisher: 'P',
    url: 'https://x.org',
    language: 'en',
  }
  expect(writeRis([{ key: 'D1', record, note: 'read\nin full' }]).split('\n')).toEqual([
    'TY  - JOUR',
    'ID  - D1',
    'PB  - P',
    'AN  - 5',
    'DB  - PubMed',
    'C2  - PMC123',
    'SN  - 9780306406157',
    'UR  - https://x.org',
    'UR  - https://arxiv.org/abs/2301.00001',
    'LA  - en',
    'N1  - read in full',
    'ER  - ',
    '',
  ])
})

test('identifiers without a tag are addresses', () => {
  const ids = { arxiv: '2301.00001', openalex: 'W7', s2: 'ab12' }
  const urls = (record: Record) => writeRis([{ record }]).match(/(?<=^UR {2}- ).*$/gm)
  const addresses = ['https://arxiv.org/abs/2301.00001', 'https://openalex.org/W7', 'https://www.semanticscholar.org/paper/ab12']
  expect(urls({ ...EMPTY, ids })).toEqual(addresses)
  expect(urls({ ...EMPTY, ids, url: 'https://openalex.org/W7' })).toEqual([addresses[1], addresses[0], addresses[2]])
})

test('an arXiv address stands once', () => {
  const text = writeRis([{ record: { ...EMPTY, ids: { arxiv: '2301.00001' }, url: 'https://arxiv.org/abs/2301.00001' } }])
  expect(text.match(/UR {2}-/g)).toHaveLength(1)
})

test.each<[pages: string, lines: string[]]>([
  ['12-19', ['SP  - 12', 'EP  - 19']],
  ['12 – 19', ['SP  - 12', 'EP  - 19']],
  ['12--19', ['SP  - 12', 'EP  - 19']],
  ['S465-S466', ['SP  - S465', 'EP  - S466']],
  ['e12', ['SP  - e12']],
  ['1-3, 7', ['SP  - 1-3, 7']],
])('the pages %j', (pages, lines) => {
  expect(
    writeRis([{ record: { ...EMPTY, pages } }])
      .split('\n')
      .filter((line) => /^[SE]P/.test(line)),
  ).toEqual(lines)
})

test.each<[type: RecordType, ty: string, word: string | undefined]>([
  ['article', 'JOUR', undefined],
  ['conference-paper', 'CPAPER', undefined],
  ['preprint', 'UNPB', 'Preprint'],
  ['review', 'JOUR', 'Review'],
  ['book', 'BOOK', undefined],
  ['book-chapter', 'CHAP', undefined],
  ['thesis', 'THES', undefined],
  ['report', 'RPRT', undefined],
  ['dataset', 'DATA', undefined],
  ['web', 'ELEC', undefined],
  ['editorial', 'JOUR', 'Editorial'],
  ['letter', 'JOUR', 'Letter'],
  ['protocol', 'JOUR', 'Protocol'],
  ['notice', 'JOUR', 'Notice'],
  ['abstract', 'ABST', undefined],
  ['other', 'GEN', undefined],
])('%s is %s', (type, ty, word) => {
  const lines = writeRis([{ record: { ...EMPTY, type } }]).split('\n')
  expect(lines[0]).toBe(`TY  - ${ty}`)
  expect(lines.find((line) => line.startsWith('M3'))).toBe(word === undefined ? undefined : `M3  - ${word}`)
})
