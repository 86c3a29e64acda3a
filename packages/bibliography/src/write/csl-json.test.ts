import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { cslItem, writeCslJson } from './csl-json.ts'

const EMPTY: Record = { recordId: 'r', source: 'library', ids: {}, title: '', authors: [], type: 'other' }

test('every variable', () => {
  const record: Record = {
    ...EMPTY,
    ids: { doi: '10.5555/x', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC123', isbn: '9780306406157', openalex: 'W7', s2: 'ab' },
    title: 'T',
    authors: [{ family: 'King', given: 'M', suffix: 'Jr.' }, { collective: 'WHO' }, { family: 'Lee' }],
    year: 2020,
    venue: 'J',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'P',
    type: 'review',
    language: 'en',
    abstract: 'A.',
    keywords: ['k', 'l'],
    url: 'https://x.org',
  }
  expect(cslItem({ key: 'D1', record, note: 'n' })).toEqual({
    id: 'D1',
    type: 'article-journal',
    genre: 'review',
    title: 'T',
    author: [{ family: 'King', given: 'M', suffix: 'Jr.' }, { literal: 'WHO' }, { family: 'Lee' }],
    issued: { 'date-parts': [[2020]] },
    'container-title': 'J',
    volume: '1',
    issue: '2',
    page: '3-4',
    publisher: 'P',
    DOI: '10.5555/x',
    PMID: '5',
    PMCID: 'PMC123',
    ISBN: '9780306406157',
    URL: 'https://x.org',
    language: 'en',
    keyword: 'k; l',
    abstract: 'A.',
    note: 'n',
    custom: { arxiv: '2301.00001', openalex: 'W7', s2: 'ab' },
  })
})

test('nothing is written for what is not there', () => {
  expect(cslItem({ record: EMPTY })).toEqual({ id: 'r', type: 'document' })
  expect(writeCslJson([{ record: EMPTY }])).toBe('[\n  {\n    "id": "r",\n    "type": "document"\n  }\n]\n')
})

test.each<[type: RecordType, csl: string, genre: string | undefined]>([
  ['article', 'article-journal', undefined],
  ['conference-paper', 'paper-conference', undefined],
  ['preprint', 'article', 'preprint'],
  ['review', 'article-journal', 'review'],
  ['book', 'book', undefined],
  ['book-chapter', 'chapter', undefined],
  ['thesis', 'thesis', undefined],
  ['report', 'report', undefined],
  ['dataset', 'dataset', undefined],
  ['web', 'webpage', undefined],
  ['editorial', 'article-journal', 'editorial'],
  ['letter', 'article-journal', 'letter'],
  ['protocol', 'article-journal', 'protocol'],
  ['notice', 'article-journal', 'notice'],
  ['abstract', 'article-journal', 'abstract'],
  ['other', 'document', undefined],
])('%s is %s', (type, csl, genre) => {
  expect(cslItem({ record: { ...EMPTY, type } })).toEqual({ id: 'r', type: csl, ...(genre === undefined ? {} : { genre }) })
})
