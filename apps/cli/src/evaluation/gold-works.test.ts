import type { Record } from '@winnow/contracts/entities/record.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { type GoldLabels, labelConflicts } from './gold-labels.ts'
import { goldWorks } from './gold-works.ts'

const state = buildState({
  documents: [document('D1', { records: ['library:a', 'arxiv:a'] }), document('D2', { records: ['library:b'] })],
})
const label = (line: number, documents: readonly string[], records: readonly string[], text = '1') => ({
  line,
  documents,
  records,
  label: text,
})
const missing = (line: number, named: { id?: string; doi?: string; title?: string }, text = '1') => ({
  line,
  label: text,
  id: '',
  doi: '',
  title: '',
  ...named,
})
const gold = (labels: GoldLabels['labels'], lines: GoldLabels['missing'] = []): GoldLabels => ({ path: 'gold.csv', labels, missing: lines })
const works = (of: GoldLabels, library: readonly Record[] = []) =>
  goldWorks(of, { state }, library).map(({ work, records }) => `${work}: ${records.join(' ')}`)
const record = (recordId: string, title: string, doi?: string): Record => ({
  source: 'library',
  recordId,
  ids: doi === undefined ? {} : { doi },
  title,
  authors: [],
  type: 'article',
})

describe('works that are labelled relevant', () => {
  test('with all records of their documents, each once', () => {
    expect(works(gold([label(2, ['D1'], ['library:a']), label(3, ['D1'], ['arxiv:a']), label(4, ['D2'], ['library:b'], '0')]))).toEqual([
      'D1: arxiv:a library:a',
    ])
  })
  test('a line can name two documents', () => {
    expect(works(gold([label(2, ['D1', 'D2'], ['library:a', 'library:b'])]))).toEqual([
      'D1: arxiv:a library:a library:b',
      'D2: library:a library:b',
    ])
  })
  test('a record that became no document', () => {
    expect(works(gold([label(2, [], ['x:cut'])]))).toEqual(['x:cut: x:cut'])
  })
  test('lines that name nothing in the run, each work once', () => {
    const lines = [
      missing(2, { id: 'q' }),
      missing(3, { doi: '10.1/Q' }),
      missing(4, { doi: '10.1/q' }),
      missing(5, { title: 'T' }),
      missing(6, {}),
      missing(7, {}),
      missing(8, { id: 'z' }, 'no'),
    ]
    expect(works(gold([], lines))).toEqual([
      'not in the run: q: ',
      'not in the run: 10.1/q: ',
      'not in the run: t: ',
      'not in the run: line 6: ',
      'not in the run: line 7: ',
    ])
  })
  test('what the library has of these could have been found', () => {
    const library = [record('q', 'Of Q'), record('r', 'Of R', '10.5555/r'), record('s', 'Of S')]
    const lines = [missing(2, { id: 'q' }), missing(3, { doi: '10.5555/R' }), missing(4, { title: 'of s' }), missing(5, { id: 'D1' })]
    expect(works(gold([], lines), library)).toEqual([
      'library:q: library:q',
      'library:r: library:r',
      'library:s: library:s',
      'not in the run: D1: ',
    ])
  })
  test('two labels of one document: relevant when one says so, and told', () => {
    const differing = gold([label(2, ['D1'], [], '0'), label(3, ['D1'], [], '1'), label(4, ['D1'], [], '0'), label(5, ['D2'], [])])
    expect(works(differing)).toEqual(['D1: arxiv:a library:a', 'D2: library:b'])
    expect(labelConflicts(differing)).toEqual(['lines 2 and 3 label D1 differently'])
    expect(labelConflicts(gold([label(2, ['D1'], []), label(3, ['D1'], [])]))).toEqual([])
  })
  test.each([
    ['in the run', gold([label(2, ['D1'], [], 'perhaps')])],
    ['not in the run', gold([], [missing(2, { id: 'q' }, 'perhaps')])],
  ])('a label that says neither is refused: %s', (_, of) => {
    expect(() => works(of)).toThrow('--gold gold.csv, line 2: the label "perhaps" is neither yes nor no')
  })
})
