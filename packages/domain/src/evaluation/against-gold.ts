/** Judgements against labels that are taken as true. */
export interface AgainstGold {
  readonly labels: number
  readonly truePositives: number
  readonly falsePositives: number
  readonly falseNegatives: number
  readonly trueNegatives: number
  /** Null where nothing is labelled, or judged, positive. */
  readonly recall: number | null
  readonly precision: number | null
  readonly f1: number | null
}

/** Recall, precision and F1 of judgements by their labels. */
export function againstGold(judged: readonly { readonly gold: boolean; readonly judged: boolean }[]): AgainstGold {
  const count = (gold: boolean, yes: boolean) => judged.filter((one) => one.gold === gold && one.judged === yes).length
  const truePositives = count(true, true)
  const falsePositives = count(false, true)
  const falseNegatives = count(true, false)
  const share = (all: number) => (all === 0 ? null : truePositives / all)
  const recall = share(truePositives + falseNegatives)
  const precision = share(truePositives + falsePositives)
  const f1 = recall === null || precision === null ? null : recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision)
  return { labels: judged.length, truePositives, falsePositives, falseNegatives, trueNegatives: count(false, false), recall, precision, f1 }
}

/** Recall that work saved is measured at (WSS@95, Cohen et al. 2006; spec §14). */
export const wantedRecall = 0.95

/**
 * WSS@95: the share of documents that need not be looked at, going down the scores until 95 % of the relevant ones are
 * found, less the 5 % that chance would save. Documents of one score are looked at together. Null without a relevant one.
 */
export function workSaved(scored: readonly { readonly gold: boolean; readonly score: number }[]): number | null {
  const relevant = scored.filter(({ gold }) => gold).length
  if (relevant === 0) return null
  const wanted = Math.ceil(wantedRecall * relevant - 1e-9)
  const cut = scored
    .filter(({ gold }) => gold)
    .map(({ score }) => score)
    .toSorted((a, b) => b - a)[wanted - 1]
  const looked = scored.filter(({ score }) => cut !== undefined && score >= cut).length
  return (scored.length - looked) / scored.length - (1 - wantedRecall)
}
