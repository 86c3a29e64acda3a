import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankByQuestion } from './rank-by-question.ts'
import type { ScreeningRecord } from './screening-record.ts'

const record = (id: string, title: string, abstract = 'Rain fell on the hills.'): ScreeningRecord => ({
  id,
  title,
  abstract,
  keywords: [],
  type: '',
  year: null,
})

/** Ids, best first, of records with these titles (and abstracts), named by their letter. */
function ranked(titles: { readonly [id: string]: string | readonly [string, string] }, question: string, criteria = '') {
  const records = Object.entries(titles).map(([id, text]) => (typeof text === 'string' ? record(id, text) : record(id, ...text)))
  return rankByQuestion(records, { question, criteria }).order.map((position) => records[position]?.id)
}

describe('rankByQuestion', () => {
  const rows = [
    { name: 'the words of the question', titles: { a: 'Sleep', b: 'Gout' }, question: 'gout', out: ['b', 'a'] },
    { name: 'in another form', titles: { a: 'Sleep', b: 'Memories' }, question: 'memory', out: ['b', 'a'] },
    { name: 'ties go by id', titles: { b: 'Sleep', a: 'Sleep', c: 'Gout' }, question: 'gout', out: ['c', 'a', 'b'] },
    {
      name: 'every concept once before one concept often',
      titles: { a: ['Gout gout', 'Gout and gout and gout.'], b: 'Cherries, gout', c: 'Sleep', d: 'Wind', e: 'Gout', f: 'Gout' },
      question: 'cherries for gout',
      first: 'b',
    },
    { name: 'a pair that stands together', titles: { a: 'Cell of the stem', b: 'Stem cell' }, question: 'stem cells', out: ['b', 'a'] },
    { name: 'the words of the criteria', titles: { a: 'Sleep', b: 'Wind' }, question: 'gout', criteria: 'wind', out: ['b', 'a'] },
    {
      name: 'never those that they rule out',
      titles: { a: 'Sleep', b: 'Wind' },
      question: 'gout',
      criteria: 'Exclusion criteria: wind',
      out: ['a', 'b'],
    },
    {
      name: 'a design that is asked for',
      titles: { a: 'Gout: a descriptive survey', b: 'Gout: a randomised trial' },
      question: 'gout',
      criteria: 'RCTs',
      out: ['b', 'a'],
    },
    { name: 'a review after a study', titles: { a: 'Gout: a review', b: 'Gout: a survey' }, question: 'gout', out: ['b', 'a'] },
    {
      name: 'no abstract after one',
      titles: { a: ['Gout', ''], b: 'Gout', c: 'Sleep', d: 'Wind', e: 'Snow' },
      question: 'gout',
      first: 'b',
    },
    {
      name: 'a question of general words only',
      titles: { a: 'Sleep', b: 'Interventions' },
      question: 'the effects of interventions',
      out: ['b', 'a'],
    },
  ] as const
  it.each(rows)('$name', (row) => {
    const order = ranked(row.titles, row.question, 'criteria' in row ? row.criteria : '')
    if ('first' in row) expect(order[0]).toBe(row.first)
    else expect(order).toEqual(row.out)
  })

  it('finds what speaks like the best, without a word of the question', () => {
    const like = Array.from({ length: 6 }, (_, n) => record(`g${n}`, 'Gout and colchicine'))
    const others = Array.from({ length: 30 }, (_, n) => record(`s${n}`, 'Sleep and noise'))
    const records = [...others, record('x', 'Colchicine'), ...like]
    const { order } = rankByQuestion(records, { question: 'gout', criteria: '' })
    expect(order.slice(0, 7).map((position) => records[position]?.id)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'x'])
  })

  it('says why', () => {
    const records = [record('a', 'Gout: a review'), record('b', 'Cherries'), record('c', 'Sleep', '')]
    const { reasonsOf } = rankByQuestion(records, { question: 'Cherries for gout', criteria: '' })
    expect([0, 1, 2].map(reasonsOf)).toEqual([['gout', 'review'], ['Cherries'], ['no abstract']])
  })

  it('of nothing or of equal records has scores of 0', () => {
    expect(rankByQuestion([], { question: 'gout', criteria: '' })).toMatchObject({ scores: new Float64Array(0), order: [] })
    const { scores, order } = rankByQuestion([record('b', 'Gout'), record('a', 'Gout')], { question: '', criteria: '' })
    expect(scores).toEqual(Float64Array.of(0, 0))
    expect(order).toEqual([1, 0])
  })

  const text = fc
    .array(fc.constantFrom('gout', 'sleep', 'rats', 'randomised', 'review', 'stem', 'cells', 'of', 'children', 'women'))
    .map((words) => words.join(' '))
  const made = fc
    .array(
      fc.record({
        title: text,
        abstract: text,
        keywords: fc.array(text, { maxLength: 2 }),
        type: fc.constantFrom('', 'Review'),
        year: fc.constant(null),
      }),
      {
        maxLength: 25,
      },
    )
    .map((all) => all.map((fields, n): ScreeningRecord => ({ id: `r${n}`, ...fields })))
  const task = fc.record({
    question: text,
    criteria: fc.constantFrom('', 'women', 'Exclusion: rats', 'randomised trials\nExclusion: reviews'),
  })

  it('has every record once, scores in [0,1] that never grow along the order', () => {
    fc.assert(
      fc.property(made, task, (records, asked) => {
        const { order, scores } = rankByQuestion(records, asked)
        expect(order.toSorted((a, b) => a - b)).toEqual([...records.keys()])
        const along = order.map((position) => scores[position] ?? Number.NaN)
        expect(along.every((score, n) => score >= 0 && score <= 1 && (n === 0 || score <= (along[n - 1] ?? 0)))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('does not depend on the order of input', () => {
    fc.assert(
      fc.property(
        made.chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length }))),
        task,
        ([records, shuffled], asked) => {
          const [one, other] = [rankByQuestion(records, asked), rankByQuestion(shuffled, asked)]
          const ids = (list: readonly ScreeningRecord[], order: readonly number[]) => order.map((position) => list[position]?.id)
          expect(ids(shuffled, other.order)).toEqual(ids(records, one.order))
          expect(other.order.map((position) => other.scores[position])).toEqual(one.order.map((position) => one.scores[position]))
        },
      ),
      { numRuns: 50 },
    )
  })
})
