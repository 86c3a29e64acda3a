import { expect, test } from 'vitest'
import { attribute, findElements, hasClass, parseHtml, removeElement, textLength, textOf, withAncestors } from './html-tree.ts'

const tree = (source: string) => {
  const document = parseHtml(source)
  if (document === undefined) throw new Error('nested too deeply')
  return document
}
const all = (source: string, name: string) => findElements(tree(source), (element) => element.name === name)

test('a page is followed 500 elements deep', () => {
  expect(parseHtml('<b>'.repeat(500))).toBeDefined()
  expect(parseHtml(`${'<b>'.repeat(500)}x`)).toBeDefined()
  expect(parseHtml('<b>'.repeat(501))).toBeDefined()
  expect(parseHtml(`${'<b>'.repeat(501)}x`)).toBeUndefined()
  expect(parseHtml('<b>'.repeat(502))).toBeUndefined()
})

test('elements of every kind are found, in the order of the page', () => {
  const found = findElements(tree('<p id="1"><b id="2">x</b></p><script id="3"></script><style id="4"></style><!-- x -->'), () => true)
  expect(found.map((element) => attribute(element, 'id'))).toEqual(['1', '2', '3', '4'])
})

test.each<[name: string, classes: string, fits: boolean]>([
  ['one of several classes', 'x  refs\ny', true],
  ['the beginning of a class', 'refsx', false],
  ['no class', '', false],
])('%s', (_, classes, fits) => {
  expect(all(`<p class="${classes}">`, 'p').map((element) => hasClass(element, /^refs$/))).toEqual([fits])
})
test('an empty class fits nothing', () => {
  expect(all('<p class=" ">', 'p').map((element) => hasClass(element, /^$/))).toEqual([false])
})

test('an element with what holds it, from the inside out', () => {
  const [found] = all('<main><div><p>x</p></div></main>', 'p')
  expect(found && withAncestors(found).map(({ name }) => name)).toEqual(['p', 'div', 'main'])
})

test('text, its length, and what is left when an element is taken out', () => {
  const document = tree('<p>a  b\n</p><i>c</i>')
  expect(textLength(document)).toBe(5)
  for (const element of findElements(document, ({ name }) => name === 'p')) removeElement(element)
  expect(textLength(document)).toBe(1)
  expect(document.children.flatMap((node) => ('children' in node ? node.children.map(textOf) : []))).toEqual(['c'])
  expect(tree('<!-- a -->').children.map(textOf)).toEqual([undefined])
})
