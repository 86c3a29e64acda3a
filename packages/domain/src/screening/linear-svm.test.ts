import { describe, expect, it } from 'vitest'
import { linearSvm } from './linear-svm.ts'
import type { SparseRows } from './screening-features.ts'

/** Rows of unit length over two columns; a row of zeros is empty. */
function matrixOf(rows: readonly (readonly [number, number])[]): SparseRows {
  const entries = rows.map((row) => [...row.entries()].filter(([, value]) => value !== 0))
  const starts = Int32Array.from([0, ...entries.map((_, i) => entries.slice(0, i + 1).reduce((sum, row) => sum + row.length, 0))])
  return {
    starts,
    columns: Int32Array.from(entries.flatMap((row) => row.map(([column]) => column))),
    values: Float64Array.from(entries.flatMap((row) => row.map(([, value]) => value))),
    width: 2,
  }
}

const train = (rows: readonly (readonly [number, number])[], labels: readonly number[], cost = 1) =>
  linearSvm(matrixOf(rows)).train(Int8Array.from(labels), new Float64Array(labels.length).fill(cost))

describe('linearSvm', () => {
  it('finds the plane of two opposite rows', () => {
    // By symmetry w = (a, 0) and b = 0, and a minimises a² / 2 + 2C(1 − a)²: a = 4C / (1 + 4C), 4/5 for C = 1.
    const [first = 0, second = 0] = train(
      [
        [1, 0],
        [-1, 0],
      ],
      [1, -1],
    )
    expect(first).toBeCloseTo(4 / 5, 1)
    expect(second).toBeCloseTo(-4 / 5, 1)
  })

  it('finds the level of one class alone, by its cost', () => {
    // w = a, b = a, a = 2C(1 − 2a): 2a = 4C / (1 + 4C).
    const [level = 0] = train([[1, 0]], [1], 1)
    expect(level).toBeCloseTo(4 / 5, 1)
    const [cheap = 0] = train([[1, 0]], [1], 0.25)
    expect(cheap).toBeCloseTo(1 / 2, 1)
  })

  it('scores rows without a label, and empty ones by the level alone', () => {
    const [a = 0, b = 0, near = 0, empty = 1] = train(
      [
        [1, 0],
        [0, 1],
        [0.8, 0.6],
        [0, 0],
      ],
      [1, -1, 0, 0],
    )
    expect(near).toBeGreaterThan(0)
    expect(near).toBeLessThan(a)
    expect(Math.abs(empty)).toBeLessThan(0.1)
    expect(b).toBeLessThan(empty)
  })

  it('an empty row that is labelled moves the level', () => {
    const [level = 0] = train([[0, 0]], [1])
    // b = 2C(1 − b).
    expect(level).toBeCloseTo(2 / 3, 1)
  })

  it('listens more to rows of a higher cost', () => {
    const svm = () =>
      linearSvm(
        matrixOf([
          [1, 0],
          [1, 0],
        ]),
      )
    const [up = 0] = svm().train(Int8Array.of(1, -1), Float64Array.of(1, 0.1))
    const [down = 0] = svm().train(Int8Array.of(1, -1), Float64Array.of(0.1, 1))
    expect(up).toBeGreaterThan(0.3)
    expect(down).toBeCloseTo(-up, 1)
  })

  it('goes on from its last weights to where a fresh one comes', () => {
    const rows = Array.from({ length: 40 }, (_, i): readonly [number, number] => [Math.cos(i), Math.sin(i)])
    const labels = rows.map(([x]) => (x > 0.2 ? 1 : -1))
    const costs = new Float64Array(40).fill(0.5)
    const warm = linearSvm(matrixOf(rows))
    warm.train(
      Int8Array.from(labels, (label, i) => (i < 10 ? label : 0)),
      costs,
    )
    const went = warm.train(Int8Array.from(labels), costs)
    const fresh = linearSvm(matrixOf(rows)).train(Int8Array.from(labels), costs)
    for (const [i, score] of went.entries()) expect(score).toBeCloseTo(fresh[i] ?? 0, 0)
    expect([...went].map((score) => score > 0)).toEqual([...fresh].map((score) => score > 0))
  })

  it('forgets a label that was taken back or turned', () => {
    const svm = linearSvm(
      matrixOf([
        [1, 0],
        [0, 1],
      ]),
    )
    const costs = Float64Array.of(1, 1)
    svm.train(Int8Array.of(1, -1), costs)
    expect([...svm.train(Int8Array.of(0, 0), costs)].map(Math.abs).every((score) => score < 1e-9)).toBe(true)
    svm.train(Int8Array.of(1, -1), costs)
    const [turned = 0, other = 0] = svm.train(Int8Array.of(-1, 1), costs)
    expect(turned).toBeLessThan(-0.4)
    expect(other).toBeGreaterThan(0.4)
  })
})
