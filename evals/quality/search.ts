import { searchDocuments } from '@winnow/text/search/search-documents.ts'
import { buildSearchIndex, type SearchIndex } from '@winnow/text/search/search-index.ts'
import { sampleMeanInterval } from './intervals.ts'
import { readJsonl } from './labelled-data.ts'
import type { Measurement } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'

interface Abstract {
  readonly id: string
  readonly title: string
  readonly sentences: readonly string[]
}
interface Claim {
  readonly claim: string
  readonly split: 'train' | 'dev'
  readonly cited_doc_ids: readonly (string | number)[]
}
interface QueryResult {
  readonly gain: number
  readonly recall: number
  readonly ms: number
}

const depth = 100

/** Search over the 5,183 abstracts of SciFact: the queries are claims, the answers the abstracts they cite (BEIR's test set is the dev split). */
export const search: QualityBench = {
  name: 'search',
  summary: 'search over SciFact: nDCG@10, recall@100, time of a query',
  measure: async ({ data, quick }) => {
    const corpus = readJsonl<Abstract>(data, 'retrieval-scifact', 'corpus.jsonl.gz')
    const claims = readJsonl<Claim>(data, 'retrieval-scifact', 'claims.jsonl.gz')
    const index = buildSearchIndex(corpus.map(({ id, title, sentences }) => ({ id, title, body: sentences.join('\n') })))
    const sets = [
      { set: 'SciFact dev (BEIR test)', use: 'held-out', split: 'dev', peer: true },
      { set: 'SciFact train', use: 'tuned', split: 'train', peer: false },
    ] as const
    return sets
      .filter(({ split }) => !quick || split === 'dev')
      .map(({ set, use, split, peer }) =>
        measured(
          { set, use, peer },
          index,
          claims.filter((claim) => claim.split === split),
        ),
      )
  },
}

function measured(
  { set, use, peer }: Pick<Measurement, 'set' | 'use'> & { readonly peer: boolean },
  index: SearchIndex,
  claims: readonly Claim[],
): Measurement {
  const known = new Set(index.ids)
  const started = performance.now()
  const results = claims.flatMap(({ claim, cited_doc_ids }) => {
    const wanted = new Set(cited_doc_ids.map(String).filter((id) => known.has(id)))
    return wanted.size === 0 ? [] : [ask(index, claim, wanted)]
  })
  const seconds = (performance.now() - started) / 1000
  const gains = results.map(({ gain }) => gain)
  const recalls = results.map(({ recall }) => recall)
  const slow = results.map(({ ms }) => ms).sort((a, b) => a - b)[Math.ceil(0.95 * results.length) - 1] ?? 0
  return {
    set,
    use,
    metrics: {
      'nDCG@10': { ...interval(gains), goal: 0.7, ...(peer ? { peer: { name: 'BM25 (Anserini)', value: 0.6789 } } : {}) },
      'recall@100': { ...interval(recalls), goal: 0.94, ...(peer ? { peer: { name: 'BM25 (Anserini)', value: 0.9253 } } : {}) },
      'ms p95': { value: slow, goal: 10, atMost: true },
    },
    method: `${results.length} queries; normal approximation over queries`,
    seconds,
  }
}

function ask(index: SearchIndex, claim: string, wanted: ReadonlySet<string>): QueryResult {
  const started = performance.now()
  const hits = searchDocuments(index, claim, depth)
  const ms = performance.now() - started
  const discount = (place: number) => 1 / Math.log2(place + 2)
  const gain = hits.slice(0, 10).reduce((sum, { id }, place) => sum + (wanted.has(id) ? discount(place) : 0), 0)
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, place) => discount(place)).reduce((sum, one) => sum + one, 0)
  return { gain: gain / ideal, recall: hits.filter(({ id }) => wanted.has(id)).length / wanted.size, ms }
}

function interval(values: readonly number[]) {
  return { value: values.reduce((sum, one) => sum + one, 0) / values.length, interval: sampleMeanInterval(values) }
}
