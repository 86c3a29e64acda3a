import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { libraryBlob, parseLibraryBlob } from './library-blob.ts'

const A: Record = {
  recordId: 'a',
  source: 'library',
  ids: { doi: '10.5555/x' },
  title: 'A\nb',
  authors: [{ family: 'Lee', given: 'Ann' }],
  year: 2020,
  type: 'article',
}
const B: Record = { recordId: 'b', source: 'library', ids: {}, title: 'B', authors: [], type: 'other' }

test('records come back in their order', () => {
  expect(parseLibraryBlob(libraryBlob([B, A]))).toEqual([B, A])
  expect(libraryBlob([B, A]).split('\n')).toHaveLength(3)
  expect(parseLibraryBlob(libraryBlob([]))).toEqual([])
})

test('the order of members makes no other blob', () => {
  const turned: Record = {
    type: 'article',
    year: 2020,
    authors: [{ given: 'Ann', family: 'Lee' }],
    title: 'A\nb',
    ids: { doi: '10.5555/x' },
    source: 'library',
    recordId: 'a',
  }
  expect(libraryBlob([turned])).toBe(libraryBlob([A]))
})

test('what is no record is refused', () => {
  expect(() => parseLibraryBlob('{"recordId":"a"}\n')).toThrow()
})
