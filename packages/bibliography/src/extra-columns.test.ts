import { describe, expect, test } from 'vitest'
import { type ColumnValues, columnValue, namedColumns, taggedColumns } from './extra-columns.ts'
import { readBibtex } from './read/bibtex.ts'
import { readCsv } from './read/csv.ts'
import { readEndnoteTagged } from './read/endnote-tagged.ts'
import { readEndnoteXml } from './read/endnote-xml.ts'
import { readJson } from './read/json.ts'
import { readNbib } from './read/nbib.ts'
import { readRis } from './read/ris.ts'

test.each(['constructor', '__proto__', 'toString', 'label'])('a column called %s is a column as any other', (name) => {
  for (const wanted of [[name], 'others'] as const) {
    expect(
      columnValue(
        namedColumns([[name, '1']], wanted, () => false),
        name,
      ),
    ).toBe('1')
    expect(
      columnValue(
        namedColumns([['other', '1']], wanted, () => false),
        name,
      ),
    ).toBeUndefined()
  }
})

describe('namedColumns', () => {
  test.each<[name: string, value: unknown, expected: string | undefined]>([
    ['a text, trimmed', ' yes ', 'yes'],
    ['a number', 1, '1'],
    ['the number 0', 0, '0'],
    ['a truth value', false, 'false'],
    ['a list', ['a', 'b'], '["a","b"]'],
    ['null is no value', null, undefined],
    ['blanks are no value', '  ', undefined],
  ])('%s', (_name, value, expected) => {
    expect(namedColumns([['label', value]], ['label'], () => false)).toEqual(expected === undefined ? {} : { label: expected })
  })

  test.each<[name: string, values: readonly (readonly [string, unknown])[], wanted: readonly string[], expected: ColumnValues]>([
    ['nothing wanted', [['label', '1']], [], {}],
    ['not there', [['label', '1']], ['other'], {}],
    ['case, blanks and punctuation do not matter', [['Label included', '1']], ['label_included'], { label_included: '1' }],
    [
      'a name as written wins',
      [
        ['Label', '1'],
        ['label', '2'],
      ],
      ['label'],
      { label: '2' },
    ],
    [
      'otherwise the first',
      [
        ['LABEL', '1'],
        ['Label', '2'],
      ],
      ['label'],
      { label: '1' },
    ],
    [
      'several',
      [
        ['b', '2'],
        ['a', '1'],
      ],
      ['a', 'b'],
      { a: '1', b: '2' },
    ],
    [
      'signs alone are a name only as written',
      [
        ['#', '7'],
        ['?', '8'],
      ],
      ['?', '!'],
      { '?': '8' },
    ],
  ])('%s', (_name, values, wanted, expected) => {
    expect(namedColumns(values, wanted, () => true)).toEqual(expected)
  })
})

describe('taggedColumns', () => {
  const remark = (value: string) => taggedColumns([{ tag: 'N1', value }], ['label_included'], () => null)
  test.each<[name: string, value: string, expected: string | undefined]>([
    ['a remark', 'label_included: 1', '1'],
    ['an equals sign, other spelling', 'Label included = 0', '0'],
    ['in a later line', 'Epub 2020\nlabel_included: 1', '1'],
    ['among remarks parted by bars', 'INCLUSION: x | label_included: 1 | y: 2', '1'],
    ['a value with a colon', 'label_included: 1: sure', '1: sure'],
    ['no value', 'label_included:', undefined],
    ['no sign', 'label_included', undefined],
    ['inside a sentence', 'the label_included: 1', undefined],
  ])('%s', (_name, value, expected) => {
    expect(remark(value)).toEqual(expected === undefined ? {} : { label_included: expected })
  })

  test('the longest name of a remark', () => {
    const name = (length: number) => 'n'.repeat(length)
    expect(taggedColumns([{ tag: 'N1', value: `${name(60)}: 1` }], [name(60)], () => null)).toEqual({ [name(60)]: '1' })
    expect(taggedColumns([{ tag: 'N1', value: `${name(61)}: 1` }], [name(61)], () => null)).toEqual({})
  })

  test('a tag wins over a remark', () => {
    expect(
      taggedColumns(
        [
          { tag: 'N1', value: 'C1: remark' },
          { tag: 'C1', value: 'tag' },
        ],
        ['C1'],
        () => null,
      ),
    ).toEqual({ C1: 'tag' })
  })

  test('nothing wanted', () => {
    expect(taggedColumns([{ tag: 'N1', value: 'a: 1' }], [], () => null)).toEqual({})
  })
})

describe('others', () => {
  test('all that is not ours: lists joined, objects and empty ones left out', () => {
    const values = [
      ['ours', 'x'],
      ['note', ' n '],
      ['tags', ['a', '', 'b', { c: 1 }]],
      ['zero', 0],
      ['none', null],
      ['object', { a: 1 }],
      ['', 'nameless'],
    ] as const
    expect(namedColumns(values, 'others', (name) => name === 'ours')).toEqual({ note: 'n', tags: 'a; b', zero: '0' })
  })

  test('of tags: equal names are joined, ours left out', () => {
    const fields = [
      { tag: 'N1', value: 'one' },
      { tag: 'TI', value: 'title' },
      { tag: 'N1', value: 'two' },
    ]
    expect(taggedColumns(fields, 'others', ({ tag }) => (tag === 'TI' ? null : `${tag}!`))).toEqual({ 'N1!': 'one; two' })
    // A remark in a note goes to the end of its line.
    expect(taggedColumns(fields, 'others', ({ tag }) => (tag === 'TI' ? null : 'note'))).toEqual({ note: 'one\ntwo' })
  })
})

describe('every format gives its columns beside the record', () => {
  const wanted = ['label_included']
  test.each<[format: string, entries: readonly { readonly columns?: ColumnValues | undefined }[]]>([
    ['JSON lines', readJson('{"title":"A","label_included":1}\n{"title":"B"}\n', wanted).entries],
    ['CSV', readCsv('title,year,Label included\nA,2020,1\nB,2020,\n', wanted).entries],
    ['BibTeX', readBibtex('@article{a, title={A}, label_included={1}}\n@article{b, title={B}}', wanted).entries],
    ['RIS', readRis('TY  - JOUR\nTI  - A\nN1  - label_included: 1\nER  - \nTY  - JOUR\nTI  - B\nER  - \n', wanted).entries],
    ['nbib', readNbib('PMID- 1\nTI  - A\nGN  - label_included: 1\n\nPMID- 2\nTI  - B\n', wanted).entries],
    ['EndNote lines', readEndnoteTagged('%0 Journal\n%T A\n%Z label_included: 1\n\n%0 Journal\n%T B\n', wanted).entries],
    [
      'EndNote XML',
      readEndnoteXml(
        [
          { line: 1, text: '<record><titles><title>A</title></titles><notes>label_included: 1</notes></record>' },
          { line: 2, text: '<record><titles><title>B</title></titles></record>' },
        ],
        wanted,
      ).entries,
    ],
  ])('%s', (_format, entries) => {
    expect(entries.map(({ columns }) => columns)).toEqual([{ label_included: '1' }, {}])
  })

  test('elements of EndNote XML, and fields of BibTeX in their notes', () => {
    const xml = readEndnoteXml([{ line: 1, text: '<record><titles><title>A</title></titles><custom1>yes</custom1></record>' }], ['custom1'])
    expect(xml.entries[0]?.columns).toEqual({ custom1: 'yes' })
    const note = '@article{a, title={A}, note={label\\_included: R\\&D}}'
    expect(readBibtex(note, wanted).entries[0]?.columns).toEqual({ label_included: 'R&D' })
  })

  test('protection from formulas is taken off', () => {
    expect(readCsv("title,year,x\nA,2020,'=1\n", ['x']).entries[0]?.columns).toEqual({ x: '=1' })
  })

  test('nothing is given that was not asked for', () => {
    expect(readCsv('title,year,x\nA,2020,1\n').entries[0]?.columns).toEqual({})
    expect(readJson('{"title":"A","x":1}').entries[0]?.columns).toEqual({})
    expect(readBibtex('@misc{a, title={A}, x={1}}').entries[0]?.columns).toBeUndefined()
  })
})
