import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentOf } from '../fixtures/pdf-lines.ts'
import { readingOrder } from './reading-order.ts'
import type { Fragment } from './text-run.ts'

const WIDTH = 600
/** Lines of 200 points at the left (x 50) or right (x 310), or of 460 across the page. */
const at = (side: 'left' | 'right' | 'across', text: string, y: number, over: Partial<Fragment> = {}) => {
  const x = side === 'right' ? 310 : 50
  return fragmentOf(text, { x, right: x + (side === 'across' ? 460 : 200), y, ...over })
}
const column = (side: 'left' | 'right' | 'across', name: string, count: number, y = 100) =>
  Array.from({ length: count }, (_, index) => at(side, `${name}${index} a line of running text`, y + 12 * index))
const numbered = (fragments: readonly Fragment[]) => fragments.map((fragment, order) => ({ ...fragment, order }))
const order = (fragments: readonly Fragment[]) =>
  readingOrder(fragments, WIDTH).map((block) => block.map(({ text }) => text.split(' ')[0]).join(' '))

test('one column is one block, top down and from left to right, whatever the order of the file', () => {
  const fragments = [at('across', 'c', 120), at('across', 'b', 110, { x: 300 }), at('across', 'a', 110)]
  expect(order(fragments)).toEqual(['a b c'])
  expect(order([])).toEqual([])
})

test('two columns follow one another, also where the file mixes their lines', () => {
  const left = column('left', 'l', 4)
  const right = column('right', 'r', 4)
  expect(order([...left, ...right])).toEqual(['l0 l1 l2 l3', 'r0 r1 r2 r3'])
  expect(order(left.flatMap((line, index) => [right[index] ?? line, line]).reverse())).toEqual(['l0 l1 l2 l3', 'r0 r1 r2 r3'])
})

test('text across the page parts bands of columns', () => {
  const page = [
    ...column('across', 'title', 2, 50),
    ...column('left', 'l', 3),
    ...column('right', 'r', 3),
    ...column('across', 'figure', 1, 140),
    ...column('left', 'm', 3, 160),
    ...column('right', 's', 3, 160),
  ]
  expect(order(page)).toEqual(['title0 title1', 'l0 l1 l2', 'r0 r1 r2', 'figure0', 'm0 m1 m2', 's0 s1 s2'])
})

test('three columns', () => {
  const at3 = (name: string, x: number) =>
    Array.from({ length: 3 }, (_, index) => fragmentOf(`${name}${index} running text of it`, { x, right: x + 150, y: 100 + 12 * index }))
  expect(order([...at3('c', 400), ...at3('b', 225), ...at3('a', 50)])).toEqual(['a0 a1 a2', 'b0 b1 b2', 'c0 c1 c2'])
})

test.each<[lines: number, blocks: number]>([
  [2, 1],
  [3, 2],
])('%i lines side by side are %i blocks', (lines, blocks) => {
  expect(order([...column('left', 'l', lines), ...column('right', 'r', 3)])).toHaveLength(blocks)
})

const sided = (
  left: Partial<Fragment>,
  right: Partial<Fragment>,
  texts: readonly [string, string] = ['a line of running text', 'a line of running text'],
) => [0, 1, 2].flatMap((index) => [at('left', texts[0], 100 + 12 * index, left), at('right', texts[1], 100 + 12 * index, right)])
test.each<[name: string, fragments: Fragment[], blocks: number]>([
  ['lines of 18 letters', sided({}, {}, ['x'.repeat(18), 'y'.repeat(18)]), 2],
  ['cells of 17 letters', sided({}, {}, ['x'.repeat(17), 'y'.repeat(18)]), 1],
  ['cells of 17 letters at the right', sided({}, {}, ['x'.repeat(18), 'y'.repeat(17)]), 1],
  ['a column of .15 of the page', sided({ right: 140 }, {}), 2],
  ['labels narrower than that', sided({ right: 139 }, {}), 1],
])('%s: %i blocks', (_, fragments, blocks) => {
  expect(order(fragments)).toHaveLength(blocks)
})

test('edges of one column may differ by two points', () => {
  const right = (shift: number) =>
    [0, 1, 2].map((index) => at('right', `r${index} a line of running text`, 100 + 12 * index, { x: 310 + (index === 1 ? shift : 0) }))
  expect(order([...column('left', 'l', 3), ...right(2)])).toHaveLength(2)
  expect(order([...column('left', 'l', 3), ...right(2.1)])).toHaveLength(1)
})

test('a table in a column leaves the column one when it has eight lines of prose, a fifth of the page wide', () => {
  const cells = Array.from({ length: 120 }, (_, index) =>
    fragmentOf('1.25', { x: 310 + 40 * (index % 5), right: 330 + 40 * (index % 5), y: 300 + 12 * Math.floor(index / 5) }),
  )
  const page = (lines: number, right: number) => [
    ...column('left', 'l', 40, 100),
    ...column('right', 'r', lines, 100).map((line) => ({ ...line, right })),
    ...cells,
  ]
  expect(order(page(8, 430))[0]).toMatch(/^l0 l1 l2 .* l39$/)
  expect(order(page(7, 430))).toHaveLength(1)
  expect(order(page(8, 429))).toHaveLength(1)
})

test.each<[name: string, lone: Fragment[], blocks: string[]]>([
  [
    'two short lines beside a column',
    [at('right', 'Head', 300), at('right', 'ing', 312)],
    ['l0 l1 l2', 'r0 r1 r2', 'across0', 'm0 m1 m2', 'Head ing'],
  ],
  [
    'two short lines before a column',
    [at('left', 'Head', 300), at('left', 'ing', 312)],
    ['l0 l1 l2', 'r0 r1 r2', 'across0', 'Head ing', 's0 s1 s2'],
  ],
])('%s', (_, lone, blocks) => {
  const isLeft = lone[0]?.x === 50
  const other = isLeft ? column('right', 's', 3, 300) : column('left', 'm', 3, 300)
  const page = [...column('left', 'l', 3), ...column('right', 'r', 3), ...column('across', 'across', 1, 200), ...other, ...lone]
  expect(order(page)).toEqual(blocks)
})

test('three short cells beside lines are rows of a table across the page', () => {
  const page = [
    ...column('left', 'l', 3),
    ...column('right', 'r', 3),
    ...column('across', 'across', 1, 200),
    ...column('left', 'm', 3, 300),
    ...[0, 1, 2].map((index) => at('right', `1.${index}`, 300 + 12 * index)),
  ]
  expect(order(page).at(-1)).toBe('across0 m0 1.0 m1 1.1 m2 1.2')
})

test.each<[name: string, last: Partial<Fragment>, beside: Fragment[], isAcross: boolean]>([
  ['like the line above', {}, [], true],
  ['in another font', { font: 'Bold' }, [], false],
  ['of another size', { size: 10.2 }, [], false],
  ['indented', { x: 53 }, [], false],
  ['at its step', { y: 66 }, [], true],
  ['lower', { y: 66.1 }, [], false],
  ['beside a line of the other column', {}, [at('right', 'r a line of running text', 62)], false],
  ['a little above a line of the other column', {}, [at('right', 'r a line of running text', 67)], false],
  ['above a line of the other column', {}, [at('right', 'r a line of running text', 67.1)], true],
])('a short line below text across the page, %s: its last line %s', (_, over, beside, isAcross) => {
  const last = at('left', 'last words', 62, over)
  const page = [at('across', 'wide running text', 50), last, ...beside, ...column('left', 'l', 3), ...column('right', 'r', 3)]
  expect(order(page)[0]).toBe(isAcross ? 'wide last' : 'wide')
})

const storeys = (above: readonly Fragment[], below: readonly Fragment[]) => numbered([...above, ...below])
const upper = [...column('left', 'a', 3), ...column('right', 'b', 3)]
const lower = [...column('left', 'c', 3, 200), ...column('right', 'd', 3, 200)]
test('columns in storeys, as the file has them', () => {
  expect(order(storeys(upper, lower))).toEqual(['a0 a1 a2', 'b0 b1 b2', 'c0 c1 c2', 'd0 d1 d2'])
  const third = [...column('left', 'e', 3, 300), ...column('right', 'f', 3, 300)]
  expect(order(numbered([...upper, ...lower, ...third]))).toEqual(['a0 a1 a2', 'b0 b1 b2', 'c0 c1 c2', 'd0 d1 d2', 'e0 e1 e2', 'f0 f1 f2'])
})

test('a storey has two lines in each column, or it tells nothing', () => {
  const flat = (lines: number) => order(numbered([...column('left', 'a', lines), ...column('right', 'b', lines), ...lower]))
  expect(flat(2)).toEqual(['a0 a1', 'b0 b1', 'c0 c1 c2', 'd0 d1 d2'])
  expect(flat(1)).toEqual(['a0 c0 c1 c2', 'b0 d0 d1 d2'])
})

test('a gap through both columns is no storey when the file goes down each column', () => {
  const byColumn = numbered([
    ...column('left', 'a', 3),
    ...column('left', 'c', 3, 200),
    ...column('right', 'b', 3),
    ...column('right', 'd', 3, 200),
  ])
  expect(order(byColumn)).toEqual(['a0 a1 a2 c0 c1 c2', 'b0 b1 b2 d0 d1 d2'])
})

test.each<[name: string, fragments: Fragment[]]>([
  ['top down', [...upper, ...lower].sort((a, b) => a.y - b.y)],
  [
    'the right column first',
    [...column('right', 'b', 3), ...column('left', 'a', 3), ...column('right', 'd', 3, 200), ...column('left', 'c', 3, 200)],
  ],
])('a file that goes %s says nothing of storeys', (_, fragments) => {
  expect(order(numbered(fragments))).toEqual(['a0 a1 a2 c0 c1 c2', 'b0 b1 b2 d0 d1 d2'])
})

test('nothing is lost, and nothing comes twice', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 800 }),
    length: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const fragments = places.map(({ x, y, length }, index) => fragmentOf('x'.repeat(length), { x, y, order: index }))
      const found = readingOrder(fragments, WIDTH)
        .flat()
        .map((fragment) => fragment.order)
      expect(found.toSorted((a, b) => a - b)).toEqual(fragments.map((fragment) => fragment.order))
    }),
  )
})
