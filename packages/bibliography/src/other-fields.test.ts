import type { Record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, test } from 'vitest'
import { editorNames, isOurColumn, otherBibtexField, otherRisTag, risTagOf } from './other-fields.ts'
import { readBibtex } from './read/bibtex.ts'
import { readCsv } from './read/csv.ts'
import { readEndnoteTagged } from './read/endnote-tagged.ts'
import { readJson } from './read/json.ts'
import { readNbib } from './read/nbib.ts'
import { readRis } from './read/ris.ts'
import { writeBibtex } from './write/bibtex.ts'
import { writeRis } from './write/ris.ts'

test.each([
  ['Title', true],
  ['Source title', true],
  ['ids', true],
  ['label_included', false],
  ['Editors', false],
])('the column %s', (name, isOurs) => {
  expect(isOurColumn(name)).toBe(isOurs)
})

test.each([
  ['title', null],
  ['keywords', null],
  ['keyword', null],
  ['editor', 'editor'],
  ['booktitleaddon', 'booktitleaddon'],
])('the BibTeX field %s', (tag, name) => {
  expect(otherBibtexField({ tag, value: 'x' })).toBe(name)
})

test.each([
  ['TI', 'x', null],
  ['N1', 'x', 'note'],
  ['ED', 'x', 'editor'],
  ['A2', 'x', 'editor'],
  ['CY', 'x', 'address'],
  ['ET', 'x', 'edition'],
  ['SN', '1932-6203', 'issn'],
  ['SN', '978-0-306-40615-7', null],
  ['C1', 'x', 'C1'],
])('the RIS tag %s %s', (tag, value, name) => {
  expect(otherRisTag({ tag, value })).toBe(name)
})

test.each([
  ['issn', 'SN'],
  ['editor', 'ED'],
  ['address', 'CY'],
  ['edition', 'ET'],
  ['note', 'N1'],
  ['C1', 'C1'],
  ['c1', null],
  ['C12', null],
  ['label_included', null],
])('%s in RIS', (name, tag) => {
  expect(risTagOf(name)).toBe(tag)
})

test('editors', () => {
  expect(editorNames('Roe, B. and Poe, C.; Anderson, D.')).toEqual(['Roe, B.', 'Poe, C.', 'Anderson, D.'])
})

describe('what is read and written again loses nothing', () => {
  const ris =
    'TY  - CHAP\nID  - a\nTI  - T\nED  - Roe, B.\nA2  - Poe, C.\nSN  - 1932-6203\nCY  - Bonn\nET  - 2\nN1  - one\ntwo: 2\nC1  - custom\nER  - \n'
  const others = { editor: 'Roe, B.; Poe, C.', issn: '1932-6203', address: 'Bonn', edition: '2', note: 'one\ntwo: 2', C1: 'custom' }

  test('RIS', () => {
    expect(readRis(ris, 'others').entries[0]?.columns).toEqual(others)
    const record: Record = { recordId: 'a', source: 'library', ids: {}, title: 'T', authors: [], type: 'book-chapter' }
    const written = writeRis([{ record, note: 'made', others: { ...others, label_included: '1' } }])
    expect(written.split('\n').slice(3, -2)).toEqual([
      'ED  - Roe, B.',
      'ED  - Poe, C.',
      'SN  - 1932-6203',
      'CY  - Bonn',
      'ET  - 2',
      'N1  - one',
      'N1  - two: 2',
      'C1  - custom',
      'N1  - label_included: 1',
      'N1  - made',
    ])
    expect(readRis(written, ['label_included', 'two']).entries[0]?.columns).toEqual({ label_included: '1', two: '2' })
  })

  test('RIS: what the record has itself stands once', () => {
    const record: Record = {
      recordId: 'a',
      source: 'library',
      ids: { pmid: '7', isbn: '9780306406157' },
      title: 'T',
      authors: [],
      type: 'book',
    }
    const others = { AN: 'x', DB: 'Scopus', issn: '1932-6203' }
    expect(writeRis([{ record, others }]).split('\n').slice(3, -2)).toEqual([
      'AN  - 7',
      'DB  - PubMed',
      'SN  - 9780306406157',
      'SN  - 1932-6203',
    ])
  })

  test('BibTeX', () => {
    const bibtex = '@book{a, title={T}, editor={Roe, B. and Poe, C.}, note={R\\&D}, file={:C\\:/a_b.pdf:PDF}, month=may, issn={1932-6203}}'
    const read = readBibtex(bibtex, 'others').entries[0]?.columns ?? {}
    expect(read).toEqual({ editor: 'Roe, B. and Poe, C.', note: 'R&D', file: ':C\\:/a_b.pdf:PDF', month: 'may', issn: '1932-6203' })
    const record: Record = { recordId: 'a', source: 'library', ids: {}, title: 'T', authors: [], type: 'book', volume: '3' }
    const others = { ...read, editor: 'Roe, B.; Poe, C.', 'Label 1': '1', label_1: '2', '2nd': 'x', volume: '9' }
    const written = writeBibtex([{ record, note: 'made', others }])
    expect(readBibtex(written, 'others').entries[0]?.columns).toEqual({
      note: 'R&D | made',
      editor: 'Roe, B. and Poe, C.',
      file: ':C\\:/a_b.pdf:PDF',
      month: 'may',
      issn: '1932-6203',
      label_1: '1',
      x2nd: 'x',
    })
    expect(written).toContain('volume = {3}')
    expect(writeBibtex([{ record, others: { note: 'n' } }])).toContain('note = {n}')
    expect(writeBibtex([{ record }])).not.toContain('note')
    expect(writeBibtex([{ record, others: { file: 'a{b\nc}' } }])).toContain('file = {ab c}')
  })

  test('tables and JSON', () => {
    expect(readCsv('id,title,year, Label \na,T,2020,1\n', 'others').entries[0]?.columns).toEqual({ Label: '1' })
    expect(readJson('{"id":"a","title":"T","label":1,"mesh":["x"],"ids":{}}', 'others').entries[0]?.columns).toEqual({ label: '1' })
  })

  test('formats that no one edits give none', () => {
    expect(readNbib('PMID- 1\nTI  - A\nGN  - note\n', 'others').entries[0]?.columns).toEqual({})
    expect(readEndnoteTagged('%0 Journal\n%T A\n%Z note\n', 'others').entries[0]?.columns).toEqual({})
  })
})
