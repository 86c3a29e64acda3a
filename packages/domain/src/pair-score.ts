import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import { type PairScore, relevantFrom } from './state.ts'

/** Screeners that are rules and no models, as events name them. */
export const ruleScreeners = { lexical: 'lexical', ranking: 'ranking', inclusive: 'inclusive' } as const

/** The pair with one more score, of a pass by a screener. Scores of one screener merge by maximum, so their order is nothing. */
export function withScore(pair: PairScore | undefined, pass: ScreeningPass | undefined, screener: string, score: number): PairScore {
  const known = pair ?? { score: 0, by: {} }
  switch (pass) {
    case undefined:
      return decided({ ...known, by: { ...known.by, [screener]: Math.max(score, known.by[screener] ?? 0) } })
    case 'second':
      return decided({ ...known, second: largest(known.second, { score, by: screener }) })
    case 'adjudication':
      return decided({ ...known, adjudicated: Math.max(score, known.adjudicated ?? 0) })
    case 'sample':
      return decided({ ...known, rescreened: Math.max(score, known.rescreened ?? 0) })
  }
}

/** The scores of two documents that turned out to be one work: by maximum (spec §4), also where one of them was adjudicated. */
export function mergedPair(a: PairScore, b: PairScore): PairScore {
  const by: { [screener: string]: number } = { ...a.by }
  for (const [screener, score] of Object.entries(b.by)) by[screener] = Math.max(score, by[screener] ?? 0)
  const second = a.second === undefined ? b.second : b.second === undefined ? a.second : largest(a.second, b.second)
  const isAdjudicated = a.adjudicated !== undefined || b.adjudicated !== undefined
  const rescreened = a.rescreened === undefined && b.rescreened === undefined ? undefined : Math.max(a.rescreened ?? 0, b.rescreened ?? 0)
  return decided({
    score: 0,
    by,
    ...(second === undefined ? {} : { second }),
    ...(isAdjudicated ? { adjudicated: Math.max(screenedScore(a), screenedScore(b)) } : {}),
    ...(rescreened === undefined ? {} : { rescreened }),
  })
}

/** The first screening's score, the largest where several gave one; null before there is one. */
export function firstScore(pair: PairScore | undefined): number | null {
  const scores = Object.values(pair?.by ?? {})
  return scores.length === 0 ? null : Math.max(...scores)
}

/** What screening decided before a sample of the exclusions was screened again. */
export function screenedScore(pair: PairScore): number {
  return pair.adjudicated ?? Math.max(firstScore(pair) ?? 0, pair.second?.score ?? 0)
}

/** Whether two screeners disagree on the relevance of a pair and nobody has decided between them. */
export function isDisputed(pair: PairScore | undefined): boolean {
  const first = firstScore(pair)
  if (pair?.second === undefined || first === null || pair.adjudicated !== undefined) return false
  return first >= relevantFrom !== pair.second.score >= relevantFrom
}

function decided(pair: PairScore): PairScore {
  return { ...pair, score: Math.max(screenedScore(pair), pair.rescreened ?? 0) }
}

type Second = NonNullable<PairScore['second']>

/** The larger score; of equal ones that of the smaller name, so that either order gives the same. */
function largest(a: Second | undefined, b: Second): Second {
  if (a === undefined || b.score > a.score) return b
  return b.score === a.score && b.by < a.by ? b : a
}
