import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { bytesOf, fitRecord, longAbstract, longTitle, partsOf, recordBytes } from './parts.ts'

/** A record of exactly that many bytes. */
const sized = (bytes: number, recordId = 'r1') => {
  const bare = libraryRecord(recordId, { publisher: '' })
  return { ...bare, publisher: 'x'.repeat(bytes - bytesOf(bare)) }
}
const authors = (count: number) => Array.from({ length: count }, (_, n) => ({ family: `Family${n}`, given: 'Given Name' }))

it('an event has room for its records and 16 KB around them', () => {
  expect(recordBytes).toBe(240 * 1024)
  expect(recordBytes).toBeLessThan(maxEventBytes)
  expect([longAbstract, longTitle]).toEqual([8000, 4000])
})

it('bytes are those of UTF-8 JSON and a comma', () => {
  const record = libraryRecord('城', { title: '🔥' })
  expect(bytesOf(record)).toBe(Buffer.byteLength(JSON.stringify(record)) + 1)
})

describe('partsOf', () => {
  const half = recordBytes / 2
  it.each([
    { name: 'nothing is one empty part', sizes: [], out: [0] },
    { name: 'what fits exactly is one', sizes: [half, half], out: [2] },
    { name: 'one byte more is two', sizes: [half, half + 1], out: [1, 1] },
    { name: 'a part begins anew', sizes: [half + 1, half, half, half], out: [1, 2, 1] },
    { name: 'one as large as a part', sizes: [recordBytes, 1000], out: [1, 1] },
  ])('$name', ({ sizes, out }) => {
    const records = sizes.map((size, n) => sized(size, `r${n}`))
    const parts = partsOf(records)
    expect(parts.map(({ length }) => length)).toEqual(out)
    expect(parts.flat()).toEqual(records)
  })
  it('a record that fits no part is a broken invariant', () => {
    expect(() => partsOf([sized(recordBytes + 1)])).toThrow(`record r1 has ${recordBytes + 1} bytes: shorten it before`)
  })
})

describe('fitRecord', () => {
  const untouched = [
    { name: 'an ordinary record', record: libraryRecord('r1', { abstract: 'x', references: ['id:a'] }) },
    { name: 'a title of 4,000 characters', record: libraryRecord('r1', { title: 'x'.repeat(4000) }) },
    { name: '3,000 authors', record: libraryRecord('r1', { authors: authors(3000) }) },
    {
      name: '2,000 references',
      record: libraryRecord('r1', { references: Array.from({ length: 2000 }, (_, n) => `doi:10.5555/reference.${n}`) }),
    },
    { name: 'one as large as an event allows', record: sized(recordBytes) },
  ]
  it.each(untouched)('$name stays as it is', ({ record }) => {
    expect(fitRecord(record)).toEqual(record)
  })
  it('a longer title is cut, between characters', () => {
    expect(fitRecord(libraryRecord('r1', { title: 'x'.repeat(2_000_000) })).title).toBe('x'.repeat(4000))
    expect(fitRecord(libraryRecord('r1', { title: `${'x'.repeat(3999)}🔥` })).title).toBe('x'.repeat(3999))
  })
  const large = 'x'.repeat(recordBytes)
  const whole = libraryRecord('r1', {
    ids: { doi: '10.5555/a' },
    abstract: 'a',
    notices: [{ kind: 'retraction', direction: 'by', from: 'title' }],
    references: ['r'],
    keywords: ['k'],
    openAccess: [{ url: 'u', kind: 'pdf' }],
    url: 'u',
    publisher: 'p',
    venue: 'v',
    rawType: 't',
  })
  it.each([
    { field: 'references', value: [large], gone: ['references'] },
    { field: 'keywords', value: [large], gone: ['references', 'keywords'] },
    { field: 'openAccess', value: [{ url: large, kind: 'pdf' }], gone: ['references', 'keywords', 'openAccess'] },
    { field: 'url', value: large, gone: ['references', 'keywords', 'openAccess', 'url'] },
    { field: 'publisher', value: large, gone: ['references', 'keywords', 'openAccess', 'url', 'publisher'] },
    { field: 'venue', value: large, gone: ['references', 'keywords', 'openAccess', 'url', 'publisher', 'venue'] },
    { field: 'rawType', value: large, gone: ['references', 'keywords', 'openAccess', 'url', 'publisher', 'venue', 'rawType'] },
  ])('too large by its $field: $gone go, and nothing else', ({ field, value, gone }) => {
    const expected = Object.fromEntries(Object.entries(whole).filter(([key]) => !gone.includes(key)))
    expect(fitRecord({ ...whole, [field]: value })).toEqual(expected)
  })
  it('authors are halved until the record fits, and the cut is marked', () => {
    const record = libraryRecord('r1', { authors: authors(9001) })
    const fitting = fitRecord(record)
    expect(fitting).toEqual({ ...record, authors: record.authors.slice(0, 4500), authorsTruncated: true })
    expect(bytesOf({ ...record, authors: record.authors.slice(0, 4500) })).toBeLessThan(recordBytes)
  })
  it('also the one author whose name alone is too large goes', () => {
    expect(fitRecord(libraryRecord('r1', { authors: [{ family: large }] }))).toMatchObject({ authors: [], authorsTruncated: true })
  })
  it('references go before any author does', () => {
    const record = libraryRecord('r1', {
      authors: authors(3000),
      references: Array.from({ length: 9000 }, (_, n) => `doi:10.5555/reference.${n}`),
    })
    const fitting = fitRecord(record)
    expect(fitting.references).toBeUndefined()
    expect(fitting.authors).toHaveLength(3000)
    expect(fitting.authorsTruncated).toBeUndefined()
  })
})
