import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, it } from 'vitest'
import { screeningRecordOf } from './screening-record-of.ts'

const bare: Record = { recordId: 'r1', source: 'library', ids: { doi: '10.1/x' }, title: 'A title', authors: [], type: 'article' }

it('takes the texts, the kind and the year of a record', () => {
  const record = { ...bare, abstract: 'Words.', keywords: ['rats'], rawType: 'Journal Article', year: 2001 }
  expect(screeningRecordOf(record)).toEqual({
    id: 'r1',
    title: 'A title',
    abstract: 'Words.',
    keywords: ['rats'],
    type: 'Journal Article',
    year: 2001,
  })
})
it('what a record has not is empty, and the kind is our own word for it', () => {
  expect(screeningRecordOf(bare)).toEqual({ id: 'r1', title: 'A title', abstract: '', keywords: [], type: 'article', year: null })
})
