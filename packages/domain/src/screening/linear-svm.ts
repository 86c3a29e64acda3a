import type { SparseRows } from './screening-features.ts'

/** Passes at most, over all labelled rows or over those that moved in the pass before; from the last weights it needs few. */
const MOST_PASSES = 20
/** The passes end when no projected gradient is larger (LIBLINEAR's default is .1). */
const TOLERANCE = 0.05

/**
 * A linear support vector machine with squared hinge loss, trained by dual coordinate descent (Hsieh et al. 2008) and
 * trained further from its last weights when labels come in.
 */
export interface LinearSvm {
  /** `labels`: 1, -1, or 0 for none, by row; `costs`: C by row. The result: distance from the plane, by row. */
  readonly train: (labels: Int8Array, costs: Float64Array) => Float64Array
}

export function linearSvm(matrix: SparseRows): LinearSvm {
  const { starts, columns, values, width } = matrix
  const rows = starts.length - 1
  const weights = new Float64Array(width)
  const duals = new Float64Array(rows)
  const sides = new Int8Array(rows)
  let bias = 0

  const product = (row: number): number => {
    let sum = bias
    const end = starts[row + 1] as number
    for (let i = starts[row] as number; i < end; i++) sum += (weights[columns[i] as number] as number) * (values[i] as number)
    return sum
  }
  const add = (row: number, step: number): void => {
    const end = starts[row + 1] as number
    for (let i = starts[row] as number; i < end; i++) {
      const column = columns[i] as number
      weights[column] = (weights[column] as number) + step * (values[i] as number)
    }
    bias += step
  }
  const norm = (row: number): number => (starts[row + 1] === starts[row] ? 1 : 2)

  /** One step along the dual of a row; its projected gradient before, 0 when there is nothing to gain. */
  const descend = (row: number, cost: number): number => {
    const side = sides[row] as number
    const dual = duals[row] as number
    const diagonal = 0.5 / cost
    const gradient = side * product(row) - 1 + diagonal * dual
    const projected = dual === 0 ? Math.min(gradient, 0) : gradient
    if (projected === 0) return 0
    const next = Math.max(dual - gradient / (norm(row) + diagonal), 0)
    add(row, side * (next - dual))
    duals[row] = next
    return projected
  }

  return {
    train(labels, costs) {
      const labelled: number[] = []
      for (let row = 0; row < rows; row++) {
        const label = labels[row] as number
        if (sides[row] !== label && (duals[row] as number) > 0) {
          add(row, -(sides[row] as number) * (duals[row] as number))
          duals[row] = 0
        }
        sides[row] = label
        if (label !== 0) labelled.push(row)
      }
      let queue = labelled
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        let largest = 0
        const moved: number[] = []
        for (const row of queue) {
          const gradient = descend(row, costs[row] as number)
          if (gradient === 0) continue
          largest = Math.max(largest, Math.abs(gradient))
          moved.push(row)
        }
        if (largest >= TOLERANCE) queue = moved
        else if (queue === labelled) break
        else queue = labelled
      }
      return Float64Array.from({ length: rows }, (_, row) => product(row))
    },
  }
}
