import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { lookupJson, lookupText } from './lookup-reply.ts'

const id = { scheme: 'pmid', value: '5' } as const
const record: Record = {
  recordId: '5',
  source: 'pubmed',
  ids: { pmid: '5' },
  title: 'T',
  authors: [],
  type: 'article',
  abstract: 'We\u001b found.',
}

test('found', () => {
  const lookup = { source: 'pubmed', title: 'PubMed', outcome: 'found', record } as const
  const url = 'https://pubmed.ncbi.nlm.nih.gov/5/'
  expect(lookupJson(id, lookup)).toEqual({ source: 'pubmed', id: 'pmid:5', outcome: 'found', record: { ...record, url } })
  expect(lookupText(id, lookup)).toBe(`T\npmid:5 · ${url}\n\nWe found.\n\nFrom PubMed.`)
  const { abstract: _, ...short } = record
  expect(lookupText(id, { ...lookup, record: short })).toBe(`T\npmid:5 · ${url}\n\nFrom PubMed.`)
})

test('not found', () => {
  const lookup = { source: 'pubmed', title: 'PubMed', outcome: 'not-found', record: null, error: 'PubMed does not have pmid:5' } as const
  expect(lookupJson(id, lookup)).toEqual({
    source: 'pubmed',
    id: 'pmid:5',
    outcome: 'not-found',
    record: null,
    error: 'PubMed does not have pmid:5',
  })
  expect(lookupText(id, lookup)).toBe('pmid:5: not found. PubMed does not have pmid:5')
})
