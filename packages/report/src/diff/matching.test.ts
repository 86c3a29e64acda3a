import type { Record } from '@winnow/contracts/entities/record.ts'
import { document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { sameDocuments } from './same-documents.ts'
import { sameSubquestions } from './same-subquestions.ts'
import { sharedKeys } from './shared-events.ts'
import { runIn, runWith, type Told } from './testing/compared.ts'

type Given = { readonly [documentId: string]: { readonly [recordKey: string]: Partial<Record> } }
const run = (documents: Given, libraries: readonly string[] = ['lib'], aliases: { readonly [from: string]: string } = {}) =>
  runIn(
    { documents: Object.entries(documents).map(([id, records]) => document(id, { records: Object.keys(records) })), libraries, aliases },
    Object.assign({}, ...Object.values(documents)),
  )
const words = (works: ReturnType<typeof sameDocuments>) => works.map(({ a, b }) => `${a.join('+')} = ${b.join('+')}`)
const title = 'Paging memory helps language agents'

describe('works', () => {
  test.each<[string, Given, Given, readonly string[]]>([
    ['by a record of a source', { D1: { 'arxiv:1': {} } }, { D7: { 'arxiv:1': {} } }, ['D1 = D7']],
    ['by a number of a document never', { D1: { 'arxiv:1': {} } }, { D1: { 'arxiv:2': {} } }, ['D1 = ', ' = D1']],
    [
      'by an identifier, across sources',
      { D1: { 'openalex:w': { ids: { doi: '10.1/x' } } } },
      { D2: { 'crossref:y': { ids: { doi: '10.1/x' } } } },
      ['D1 = D2'],
    ],
    [
      'not by equal ids of two schemes',
      { D1: { 'a:1': { ids: { pmid: '7' } } } },
      { D1: { 'b:1': { ids: { s2: '7' } } } },
      ['D1 = ', ' = D1'],
    ],
    ['by any of their records', { D1: { 'a:1': {}, 'a:2': {} } }, { D1: { 'a:2': {} } }, ['D1 = D1']],
    ['one that is two in the other run', { D1: { 'a:1': {}, 'a:2': {} } }, { D1: { 'a:2': {} }, D2: { 'a:1': {} } }, ['D1 = D1+D2']],
    [
      'failing that, by title and year',
      { D1: { 'a:1': { title, year: 2020 } } },
      { D3: { 'b:1': { title: title.toUpperCase(), year: 2020 } } },
      ['D1 = D3'],
    ],
    [
      'not by title with another year',
      { D1: { 'a:1': { title, year: 2020 } } },
      { D3: { 'b:1': { title, year: 2021 } } },
      ['D1 = ', ' = D3'],
    ],
    [
      'not by a title that is a heading',
      { D1: { 'a:1': { title: 'Editorial board' } } },
      { D3: { 'b:1': { title: 'Editorial board' } } },
      ['D1 = ', ' = D3'],
    ],
    [
      'by title only what is left',
      { D1: { 'a:1': { title } }, D2: { 'a:2': { title } } },
      { D1: { 'a:2': { title } } },
      ['D1 = ', 'D2 = D1'],
    ],
    [
      'in the order of A, then of B',
      { D10: { 'a:1': {} }, D2: { 'a:2': {} } },
      { D12: { 'a:9': {} }, D3: { 'a:1': {} } },
      ['D2 = ', 'D10 = D3', ' = D12'],
    ],
  ])('%s', (_, a, b, expected) => {
    expect(words(sameDocuments(run(a), run(b)))).toEqual(expected)
  })

  test('an entry of a library names the same work only in the same library', () => {
    const entry = { D1: { 'library:smith': {} } }
    expect(words(sameDocuments(run(entry), run(entry)))).toEqual(['D1 = D1'])
    expect(words(sameDocuments(run(entry), run(entry, ['other'])))).toEqual(['D1 = ', ' = D1'])
  })

  test('documents that were merged away are none', () => {
    expect(words(sameDocuments(run({ D1: { 'a:1': {} }, D2: { 'a:2': {} } }, ['lib'], { D2: 'D1' }), run({})))).toEqual(['D1 = '])
  })
})

describe('subquestions', () => {
  const plan = (...texts: readonly string[]): Told => ({
    type: 'PlanProposed',
    data: {
      workId: 'plan',
      subquestions: texts.map((text, index) => ({ subquestionId: `RQ${index + 1}`, text, rationale: '', priority: 1 })),
      degraded: [],
    },
  })
  const asked: Told = { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } }
  const edit = (applied: readonly object[], commandId = 'c'): Told =>
    ({ type: 'PlanEditsApplied', data: { commandId, applied, rejected: [] } }) as unknown as Told
  const added = (id: string, text: string) => ({
    kind: 'subquestion-added',
    subquestion: { subquestionId: id, text, rationale: '', priority: 1 },
  })
  const pairs = (a: readonly Told[], b: readonly Told[]) => {
    const [left, right] = [runWith('a', [asked, ...a]), runWith('b', [asked, ...b])]
    return Object.fromEntries(sameSubquestions(left, right, sharedKeys(left, right)))
  }
  const rephrased = { kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 'Else?' }

  test.each<[string, readonly Told[], readonly Told[], object]>([
    [
      'of one plan by id, also when one was rephrased',
      [plan('What helps?', 'Why?')],
      [plan('What helps?', 'Why?'), edit([rephrased])],
      { RQ1: 'RQ1', RQ2: 'RQ2' },
    ],
    ['of two plans by their words', [plan('What helps agents?', 'Why not?')], [plan('Where from?', 'What agents helps!')], { RQ1: 'RQ2' }],
    [
      'one that was added in both after the plan: by words',
      [plan('A b?'), edit([added('RQ2', 'Costs?')], 'x')],
      [plan('A b?'), edit([added('RQ2', 'Safety?'), added('RQ3', 'Costs?')], 'y')],
      { RQ1: 'RQ1', RQ2: 'RQ3' },
    ],
    [
      'of an edit that both have',
      [plan('A b?'), edit([added('RQ2', 'Costs?')])],
      [plan('A b?'), edit([added('RQ2', 'Costs?')]), edit([{ ...rephrased, subquestionId: 'RQ2' }], 'z')],
      { RQ1: 'RQ1', RQ2: 'RQ2' },
    ],
    ['each is matched once', [plan('Costs?', 'Costs?')], [plan('Costs?')], { RQ1: 'RQ1' }],
  ])('%s', (_, a, b, expected) => {
    expect(pairs(a, b)).toEqual(expected)
  })

  test('of the user’s own plan, and of a split, by id', () => {
    const split = {
      kind: 'subquestion-split',
      subquestionId: 'RQ1',
      into: [added('RQ2', 'X y?').subquestion, added('RQ3', 'Z?').subquestion],
    }
    const base = [plan('A b?'), edit([split])]
    expect(pairs(base, [...base, edit([{ ...rephrased, subquestionId: 'RQ3' }], 'z')])).toEqual({ RQ1: 'RQ1', RQ2: 'RQ2', RQ3: 'RQ3' })
    const [a, b] = [
      runIn({ subquestions: [subquestion('RQ1', { text: 'Mine?' })] }),
      runIn({ subquestions: [subquestion('RQ1', { text: 'Other?' })] }),
    ]
    expect(sameSubquestions(a, b, new Set()).size).toBe(0)
  })
})
