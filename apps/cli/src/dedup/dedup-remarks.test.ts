import { expect, test } from 'vitest'
import { dedupRemarks, linksByDocument, remarkNote } from './dedup-remarks.ts'
import type { LinkedDocument, MergedDocument } from './deduplicated.ts'
import { givenRecord } from './fixtures/given-library.ts'

const single: MergedDocument = { record: givenRecord('a'), mergedIds: ['a'], fieldsFrom: [], otherIds: [], others: {} }
const erratum: LinkedDocument = { text: 'e', work: 'a', kind: 'erratum' }
const reply: LinkedDocument = { text: 'a', work: 'w', kind: 'reply' }

test.each<[name: string, document: MergedDocument, links: readonly LinkedDocument[], expected: object]>([
  ['nothing to say of one record', single, [], {}],
  ['of several', { ...single, mergedIds: ['a', 'b'] }, [], { merged_ids: 'a; b' }],
  [
    'where fields come from',
    {
      ...single,
      fieldsFrom: [
        { id: 'a', fields: ['title', 'year'] },
        { id: 'b', fields: ['doi'] },
      ],
    },
    [],
    { field_sources: 'a (title, year); b (doi)' },
  ],
  ['further identifiers', { ...single, otherIds: ['doi:10.5555/a', 'pmid:1'] }, [], { other_ids: 'doi:10.5555/a; pmid:1' }],
  ['what it is about, and what is about it', single, [erratum, reply], { linked: 'has erratum e; reply of w' }],
])('%s', (_name, document, links, expected) => {
  expect(dedupRemarks(document, links)).toEqual(expected)
})

test('the note names its parts as the columns do', () => {
  expect(remarkNote({ record_id: '12', merged_ids: 'a; b', linked: 'has erratum e' })).toBe(
    'record_id: 12 | merged_ids: a; b | linked: has erratum e',
  )
  expect(remarkNote({})).toBeUndefined()
})

test('links by each of their documents', () => {
  const links = linksByDocument([erratum, reply])
  expect(Object.fromEntries(links)).toEqual({ e: [erratum], a: [erratum, reply], w: [reply] })
  expect(linksByDocument([{ text: 'a', work: 'a', kind: 'reply' }]).get('a')).toHaveLength(1)
})
