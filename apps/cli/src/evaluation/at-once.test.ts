import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'

/** Notes how many are under way; each ends when it has let the others begin. */
async function watched(count: number, items: readonly number[], failing: readonly number[] = []) {
  const seen = { most: 0, begun: [] as number[], ended: [] as number[] }
  let underWay = 0
  const ended = atOnce(count, items, async (item) => {
    seen.begun.push(item)
    underWay += 1
    seen.most = Math.max(seen.most, underWay)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    underWay -= 1
    if (failing.includes(item)) throw new Error(`no ${item}`)
    seen.ended.push(item)
  })
  return {
    seen,
    fault: await ended.then(
      () => null,
      (error: Error) => error.message,
    ),
  }
}

test.each([
  [1, [1, 2, 3], 1],
  [2, [1, 2, 3, 4], 2],
  [9, [1, 2], 2],
  [3, [], 0],
] as const)('%s at once of %o', async (count, items, most) => {
  const { seen, fault } = await watched(count, items)
  expect(fault).toBeNull()
  expect(seen.begun).toEqual(items)
  expect(seen.ended.toSorted()).toEqual(items)
  expect(seen.most).toBe(most)
})

test('the first error ends it; what is under way comes to its end, and nothing more is begun', async () => {
  const { seen, fault } = await watched(2, [1, 2, 3, 4, 5], [1])
  expect(fault).toBe('no 1')
  expect(seen.begun).toEqual([1, 2])
  expect(seen.ended).toEqual([2])
})
