import { describe, expect, it } from 'vitest'
import { paper } from '../testing/papers.ts'
import { lexicalScores } from './lexical-screening.ts'

const known = [
  paper('D1', { title: 'Memory of agents', abstract: 'Nothing else is said.' }),
  paper('D2', { title: 'Nothing else is said', abstract: 'Memory of agents.' }),
  paper('D3', { title: 'Agents', abstract: 'We say something about tools here.' }),
  paper('D4', { title: 'Fish', abstract: '' }),
  paper('D5', { title: 'Whether it does', abstract: 'How does it do that, and how is it so?' }),
]
const subquestions = new Map([
  ['RQ1', 'How does memory help agents?'],
  ['RQ2', 'Which fish?'],
])
const all = ['D1', 'D2', 'D3', 'D4', 'D5']
const scoresFor = (id: string, asked: readonly string[], documents = known) =>
  lexicalScores(documents, new Map([[id, asked]]), subquestions).get(id)

describe('lexicalScores', () => {
  const scores = scoresFor('RQ1', all)
  const of = (id: string) => scores?.get(id) ?? { relevance: Number.NaN, score: Number.NaN, median: Number.NaN }
  it('r = s / (s + m), with m the median of the positive scores asked about', () => {
    const positive = all
      .map((id) => of(id).score)
      .filter((score) => score > 0)
      .sort((a, b) => a - b)
    expect(positive).toHaveLength(3)
    for (const id of all) {
      expect(of(id).median).toBe(positive[1])
      expect(of(id).relevance).toBeCloseTo(of(id).score / (of(id).score + (positive[1] ?? 0)), 12)
    }
  })
  it('title words weigh twice those of the abstract', () => {
    expect(of('D1').score).toBeGreaterThan(of('D2').score)
    expect(of('D2').score).toBeGreaterThan(of('D3').score)
    const single = (title: string, abstract: string) =>
      scoresFor('RQ2', ['D1'], [paper('D1', { title, abstract }), paper('D2', { title: 'x' })])?.get('D1')?.score
    expect(single('Fish', 'Nothing said')).toBe(single('said', 'Fish fish'))
  })
  it('the words a question is asked with count nothing', () => {
    expect(of('D5')).toMatchObject({ score: 0, relevance: 0 })
  })
  it('a document without a word in common has none', () => {
    expect(of('D4')).toMatchObject({ score: 0, relevance: 0 })
  })
  it('the median is of what is asked, the statistics are of what is known', () => {
    const few = scoresFor('RQ1', ['D1', 'D3'])
    expect(few?.get('D1')?.score).toBe(of('D1').score)
    expect(few?.get('D1')?.median).toBeCloseTo((of('D1').score + of('D3').score) / 2, 12)
    expect(scoresFor('RQ1', ['D1', 'D3'], known.slice(0, 3))?.get('D1')?.score).not.toBe(of('D1').score)
  })
  it('a document that is not known scores nothing', () => {
    expect(scoresFor('RQ1', ['D9'])?.get('D9')).toEqual({ relevance: 0, score: 0, median: 0 })
  })
  it('every subquestion has its own median', () => {
    const two = lexicalScores(
      known,
      new Map([
        ['RQ1', all],
        ['RQ2', ['D4']],
      ]),
      subquestions,
    )
    expect(two.get('RQ1')?.get('D1')).toEqual(of('D1'))
    expect(two.get('RQ2')?.get('D4')?.relevance).toBe(0.5)
  })
})
