import { expect, test } from 'vitest'
import { fragmentOf } from '../fixtures/pdf-lines.ts'
import { type PageFragments, withoutRunningHeads } from './running-heads.ts'
import type { Fragment } from './text-run.ts'

/** Pages of 600 by 1000 points: the margins end at y 150 and 850, x 48 and 552. */
const pages = (count: number, fragments: (page: number) => readonly Fragment[]): PageFragments[] =>
  Array.from({ length: count }, (_, index) => ({ page: index + 1, width: 600, height: 1000, fragments: [...fragments(index + 1), BODY] }))
const BODY = fragmentOf('text of the body', { y: 500 })
const left = (found: readonly PageFragments[]) =>
  found.map(({ fragments }) => fragments.filter((fragment) => fragment !== BODY).map(({ text }) => text))
const texts = (count: number, fragments: (page: number) => readonly Fragment[]) => left(withoutRunningHeads(pages(count, fragments)))

test.each<[name: string, count: number, fragments: (page: number) => Fragment[], left: string[][]]>([
  ['a head on every page', 3, () => [fragmentOf('Journal of Tests', { y: 40 })], [[], [], []]],
  ['page numbers', 3, (page) => [fragmentOf(String(page + 9), { y: 960, x: 300 })], [[], [], []]],
  ['Roman page numbers', 3, (page) => [fragmentOf(['ii', 'iv', 'xx'][page - 1] ?? '', { y: 960 })], [[], [], []]],
  ['capitals and spaces aside', 2, (page) => [fragmentOf(page === 1 ? 'A  HEAD 1' : 'a head 22', { y: 40 })], [[], []]],
  ['other words', 2, (page) => [fragmentOf(`head ${'abc'[page]}`, { y: 40 })], [['head b'], ['head c']]],
  ['three points lower', 2, (page) => [fragmentOf('Head', { y: 40 + 3 * (page - 1) })], [[], []]],
  ['four points lower', 2, (page) => [fragmentOf('Head', { y: 40 + 4 * (page - 1) })], [['Head'], ['Head']]],
  ['just in the upper margin', 2, () => [fragmentOf('Head', { y: 149.9 })], [[], []]],
  ['just below it', 2, () => [fragmentOf('Head', { y: 150 })], [['Head'], ['Head']]],
  ['just in the lower margin', 2, () => [fragmentOf('Foot', { y: 850.1 })], [[], []]],
  ['just above it', 2, () => [fragmentOf('Foot', { y: 850 })], [['Foot'], ['Foot']]],
  ['line numbers at the left', 2, () => [fragmentOf('17', { y: 400, x: 30, right: 47.9 })], [[], []]],
  ['numbers that reach into the text', 2, () => [fragmentOf('17', { y: 400, x: 30, right: 48 })], [['17'], ['17']]],
  ['line numbers at the right', 2, () => [fragmentOf('17', { y: 400, x: 552.1 })], [[], []]],
  ['numbers before the right margin', 2, () => [fragmentOf('17', { y: 400, x: 552 })], [['17'], ['17']]],
  ['labels at the left', 2, () => [fragmentOf('17.', { y: 400, x: 30, right: 45 })], [['17.'], ['17.']]],
  ['once on each of two places of a page', 1, () => [fragmentOf('Head', { y: 40 }), fragmentOf('Head', { y: 42 })], [['Head', 'Head']]],
])('%s', (_, count, fragments, expected) => {
  expect(texts(count, fragments)).toEqual(expected)
})

test.each<[pages: number, repeated: number, removed: boolean]>([
  [8, 2, true],
  [8, 1, false],
  [9, 2, false],
  [9, 3, true],
])('of %i pages %i have a head: removed %s', (count, repeated, removed) => {
  const found = texts(count, (page) => (page <= repeated ? [fragmentOf('Head', { y: 40 })] : []))
  expect(found.flat()).toHaveLength(removed ? 0 : repeated)
})

const HEAD = fragmentOf('Journal', { y: 40, size: 8 })
test.each<[name: string, fragment: Fragment, removed: boolean]>([
  ['of its size', fragmentOf('On Methods', { y: 43, size: 8.29 }), true],
  ['larger', fragmentOf('On Methods', { y: 43, size: 8.31 }), false],
  ['lower', fragmentOf('On Methods', { y: 43.5, size: 8 }), false],
])('what a third page has in the place of heads, %s: removed %s', (_, fragment, removed) => {
  expect(texts(3, (page) => [page === 3 ? fragment : HEAD])[2]).toEqual(removed ? [] : ['On Methods'])
})

test.each<[y: number, removed: boolean]>([
  [53, false],
  [53.1, true],
])('a line in the place of heads with text at %d below it: removed %s', (y, removed) => {
  const found = texts(3, (page) =>
    page === 3 ? [fragmentOf('Top line', { y: 40, size: 8 }), fragmentOf('next line', { y, size: 10 })] : [HEAD],
  )
  expect(found[2]).toEqual(removed ? ['next line'] : ['Top line', 'next line'])
})
