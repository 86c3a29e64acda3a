import { prefixOf, relatedForms, shapeOf } from './related-forms.ts'
import { inverseFrequency, type SearchIndex, stemmedTerms } from './search-index.ts'

/** What is asked for, in the terms of one index. */
export interface SearchQuery {
  /** The query's distinct terms in order, with how rare each is; `number` is undefined where no document has it. */
  readonly terms: readonly QueryTerm[]
  /** Neighbours in the query, as pairs of term numbers that the index has. */
  readonly neighbours: readonly (readonly [number, number])[]
}

export interface QueryTerm {
  readonly number: number | undefined
  readonly rarity: number
  /** Forms of it that documents have, each with its likeness in [0,1). */
  readonly forms: readonly { readonly number: number; readonly likeness: number }[]
}

/** Words this alike are taken for forms of one (our figure, chosen on the training claims of SciFact). */
const leastLikeness = 0.5
const mostForms = 8

/** The terms of a query with their related forms in the index. */
export function readQuery(index: SearchIndex, query: string): SearchQuery {
  const asked = stemmedTerms(query)
  const terms = [...new Set(asked)].map((term): QueryTerm => {
    const number = index.numberOf.get(term)
    const shape = shapeOf(term)
    const samePrefix = index.byPrefix.get(prefixOf(term)) ?? []
    const forms = shape === null ? [] : relatedForms(shape, samePrefix, { least: leastLikeness, limit: mostForms })
    return {
      number,
      rarity: inverseFrequency(index, number),
      forms: forms.flatMap(({ form, likeness }) => {
        const place = index.numberOf.get(form)
        return place === undefined ? [] : [{ number: place, likeness }]
      }),
    }
  })
  const numbers = asked.map((term) => index.numberOf.get(term))
  const neighbours = numbers.slice(1).flatMap((second, place) => {
    const first = numbers[place]
    return first === undefined || second === undefined ? [] : [[first, second] as const]
  })
  return { terms, neighbours }
}
