import { lexicalRelevance } from '@winnow/domain/screening-lexical.ts'
import { describe, expect, it } from 'vitest'
import { paper } from '../testing/papers.ts'
import { rankingScores } from './ranking-screening.ts'

const known = [
  paper('D1', { title: 'Memory of agents', abstract: 'A randomised trial of memory in agents.' }),
  paper('D2', { title: 'Fish of the lake', abstract: 'Nets.' }),
  paper('D3', { title: 'Memory of agents', abstract: 'A case report of memory in agents.' }),
  paper('D4', { title: 'Tools', abstract: 'Hammers.' }),
]
const subquestions = new Map([
  ['RQ1', 'How does memory help agents?'],
  ['RQ2', 'Which fish?'],
])
const all = known.map(({ documentId }) => documentId)
const of = (criteria: string, asked: readonly string[] = all, order = known) =>
  rankingScores(
    order,
    new Map([
      ['RQ1', asked],
      ['RQ2', asked],
    ]),
    subquestions,
    criteria,
  )
const relevance = (scores: ReturnType<typeof of>, id: string, documentId: string) => scores.get(id)?.get(documentId)?.relevance ?? -1

describe('the ranking as a screener', () => {
  it('ranks what fits a subquestion above what does not', () => {
    const scores = of('')
    expect(relevance(scores, 'RQ1', 'D1')).toBeGreaterThan(0.5)
    expect(relevance(scores, 'RQ1', 'D2')).toBeLessThan(0.5)
    expect(relevance(scores, 'RQ2', 'D2')).toBeGreaterThan(relevance(scores, 'RQ2', 'D1'))
  })
  it('looks at the criteria', () => {
    const scores = of('Randomised trials. No case reports.')
    expect(relevance(scores, 'RQ1', 'D1')).toBeGreaterThan(relevance(scores, 'RQ1', 'D3'))
  })
  it('records score and median, over the documents asked about', () => {
    const own = of('', ['D1', 'D2', 'D3']).get('RQ1')
    const { median, relevance: rule } = lexicalRelevance([...(own?.values() ?? [])].map(({ score }) => score))
    for (const one of own?.values() ?? []) expect(one).toEqual({ score: one.score, median, relevance: rule(one.score) })
    expect([...(own?.keys() ?? [])]).toEqual(['D1', 'D2', 'D3'])
    expect(of('').get('RQ1')?.get('D1')?.score).toBe(own?.get('D1')?.score)
  })
  it('does not depend on the order of the documents', () => {
    expect(of('', all, known.toReversed())).toEqual(of(''))
  })
})
