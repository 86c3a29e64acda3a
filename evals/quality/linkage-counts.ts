/** Right and wrong decisions: a duplicate removed or a pair joined is the positive. */
export type Counts = { readonly TP: number; readonly FP: number; readonly FN: number; readonly TN: number }

/** Precision, recall and F1; 1 where nothing could be missed or wrong. */
export function scores({ TP, FP, FN }: Counts): { readonly precision: number; readonly recall: number; readonly F1: number } {
  const share = (of: number, all: number) => (all === 0 ? 1 : of / all)
  return { precision: share(TP, TP + FP), recall: share(TP, TP + FN), F1: share(2 * TP, 2 * TP + FP + FN) }
}

/**
 * Counting by sets of ids (SOURCES.md §7, as bib-dedupe counts): one record of every predicted cluster is kept. Of a true
 * group with k kept: TN += 1 if k ≥ 1, else FP += 1; FN += k − 1; TP += those removed, less the one that the FP is.
 */
export function countKept(truth: Iterable<readonly string[]>, kept: ReadonlySet<string>): Counts {
  let [TP, FP, FN, TN] = [0, 0, 0, 0]
  for (const group of truth) {
    const k = group.filter((id) => kept.has(id)).length
    if (k === 0) FP++
    else {
      TN++
      FN += k - 1
    }
    TP += group.length - Math.max(k, 1)
  }
  return { TP, FP, FN, TN }
}

/** Counting by pairs of records: in one predicted cluster, in one true group. Every id stands once on either side. */
export function countPairs(truth: ReadonlyMap<string, string>, clusters: Iterable<readonly string[]>): Counts {
  let [TP, predicted] = [0, 0]
  for (const cluster of clusters) {
    predicted += pairs(cluster.length)
    for (const same of Map.groupBy(cluster, (id) => truth.get(id)).values()) TP += pairs(same.length)
  }
  let actual = 0
  for (const group of Map.groupBy(truth.values(), (label) => label).values()) actual += pairs(group.length)
  return { TP, FP: predicted - TP, FN: actual - TP, TN: pairs(truth.size) - predicted - actual + TP }
}

/** Counting of single yes-or-no answers. */
export function countAnswers(answers: Iterable<{ readonly said: boolean; readonly so: boolean }>): Counts {
  let [TP, FP, FN, TN] = [0, 0, 0, 0]
  for (const { said, so } of answers) {
    if (said && so) TP++
    else if (said) FP++
    else if (so) FN++
    else TN++
  }
  return { TP, FP, FN, TN }
}

function pairs(n: number): number {
  return (n * (n - 1)) / 2
}
