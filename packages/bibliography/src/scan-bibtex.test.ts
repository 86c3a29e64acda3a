import { expect, test } from 'vitest'
import { type BibtexValue, scanBibtex } from './scan-bibtex.ts'

const plain = (value: BibtexValue) => value.map((part) => ('text' in part ? part.text : `#${part.name}`)).join('+')
const scan = (text: string) =>
  scanBibtex(text).map((entry) => ({
    line: entry.line,
    type: entry.type,
    key: entry.key,
    fields: Object.fromEntries([...entry.fields].map(([name, value]) => [name, plain(value)])),
    ...(entry.problem === undefined ? {} : { problem: entry.problem }),
  }))

test.each<[name: string, text: string, entry: object]>([
  [
    'braces and quotes',
    '@Article{k, Title = {A {B} c}, year="2020", note = "say {"}hi"}',
    { type: 'article', key: 'k', fields: { title: 'A {B} c', year: '2020', note: 'say {"}hi' } },
  ],
  ['round brackets', '@book(k, title={A (b)}, year=2020)', { type: 'book', fields: { title: 'A (b)', year: '#2020' } }],
  ['a stray brace in round brackets', '@book(k, title="A}", year=2020)', { fields: { title: 'A}', year: '#2020' } }],
  [
    'strings and numbers joined',
    '@article{k, journal = foo # " and " # {more}, month=mar}',
    { fields: { journal: '#foo+ and +more', month: '#mar' } },
  ],
  ['a key with a blank', '@article{Conference paper2022, title={A}}', { key: 'Conference paper2022', fields: { title: 'A' } }],
  ['no key', '@article{title={A}, year={1}}', { key: '', fields: { title: 'A', year: '1' } }],
  ['an empty key', '@article{, title={A}}', { key: '', fields: { title: 'A' } }],
  ['a key alone', '@article{k}', { key: 'k', fields: {} }],
  ['a missing comma', '@article{k, title={A} year={1}}', { fields: { title: 'A', year: '1' } }],
  ['commas too many', '@article{k,, title={A},, year={1},}', { fields: { title: 'A', year: '1' } }],
  [
    'odd names of fields',
    '@article{k, Unique-ID={a}, x.y={b}, DOI : z={c}}',
    { fields: { 'unique-id': 'a', 'x.y': 'b' }, problem: 'text that is no field: "DOI : z={c}"' },
  ],
  [
    'a long text that is no field',
    `@article{k, ${'x'.repeat(40)}, title={A}}`,
    { fields: { title: 'A' }, problem: `text that is no field: "${'x'.repeat(30)}"` },
  ],
  ['the first of two equal fields', '@article{k, title={A}, TITLE={B}}', { fields: { title: 'A' } }],
  ['an escaped brace', '@article{k, title={A \\{ b}, year={1}}', { fields: { title: 'A \\{ b', year: '1' } }],
  ['an escaped quote', '@article{k, title="A \\"o b"}', { fields: { title: 'A \\"o b' } }],
  ['a field without a value', '@article{k, title=, year={1}}', { fields: { year: '1' }, problem: 'the field "title" has no value' }],
  ['a value without its closing quote', '@article{k, title="A}', { fields: { title: 'A' } }],
  ['blanks after the at sign', '@ article {k, title={A}}', { type: 'article', fields: { title: 'A' } }],
  ['@string', '@STRING{foo = "J"}', { type: 'string', key: '', fields: { foo: 'J' } }],
])('%s', (_, text, entry) => {
  const [found] = scan(text)
  expect(found).toMatchObject(entry)
  expect(found?.fields).toEqual('fields' in entry ? entry.fields : {})
  expect(found?.problem).toBe('problem' in entry ? entry.problem : undefined)
})

test('text between entries, @comment and @preamble are passed over; lines are counted', () => {
  const text =
    'junk with me@example.org\n@comment{ @article{x, title={X}} }\n@preamble{"p"}\n@article{a, title={A}}\nmore\n\n@article{b,\n title={B}}@article{c, title={C}}'
  expect(scan(text).map((entry) => [entry.key, entry.line])).toEqual([
    ['a', 4],
    ['b', 7],
    ['c', 8],
  ])
})

const UNCLOSED = 'a brace that is never closed: the entry is not read'

test.each<[name: string, broken: string, fields: object, problem: string]>([
  ['a brace open inside a field', '@article{k, title={A {B}, year={1}}', {}, UNCLOSED],
  ['two braces open', '@article{k, title={A {B, year={1}}', {}, UNCLOSED],
  ['a field that swallows the next', '@article{k, title={A, year={1}}', {}, UNCLOSED],
  ['the last brace missing', '@article{k, title={A}, year={1}', { title: 'A', year: '1' }, 'the closing brace of the entry is missing'],
  [
    'a brace too many',
    '@article{k,\nkeywords={a} b},\n title={A},\n year={1}\n}',
    { keywords: 'a', title: 'A', year: '1' },
    'a closing brace too many: check the fields of this entry',
  ],
])('%s costs one entry at most', (_, broken, fields, problem) => {
  expect(scan(`@article{a, title={A}}\n${broken}\n@article{b, title={B}}\n`)).toEqual([
    { line: 1, type: 'article', key: 'a', fields: { title: 'A' } },
    { line: 2, type: 'article', key: 'k', fields, problem },
    { line: 3 + broken.split('\n').length - 1, type: 'article', key: 'b', fields: { title: 'B' } },
  ])
})

test('an at sign inside a value begins no entry', () => {
  expect(scan('@article{k, title={A},\n abstract={mail me@x{y}\n@ home {z} }}')).toHaveLength(1)
})

test('a broken entry ends at the next one on the same line too', () => {
  expect(scan('@article{k, title={A {B}, year={1}} @article{b, title={B}}').map((entry) => [entry.key, entry.problem])).toEqual([
    ['k', UNCLOSED],
    ['b', undefined],
  ])
})

test('10,000 entries on one line', () => {
  expect(scanBibtex('@article{k, title={T}}'.repeat(10_000))).toHaveLength(10_000)
})
