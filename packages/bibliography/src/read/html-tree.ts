import { DomUtils, parseDocument, ElementType as Types } from 'htmlparser2'

const { ElementType } = Types

export type HtmlDocument = ReturnType<typeof parseDocument>
export type HtmlNode = HtmlDocument['children'][number]
export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Elements within elements that are followed: real pages have below a hundred (our reading). */
const MAX_DEPTH = 500

/** The tree of a page, or undefined when it is nested too deeply to be walked. */
export function parseHtml(source: string): HtmlDocument | undefined {
  const document = parseDocument(source)
  let level: readonly HtmlNode[] = document.children
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return undefined
    level = level.flatMap((node) => (isElement(node) ? node.children : []))
  }
  return document
}

export function isElement(node: { readonly type: string }): node is HtmlElement {
  return node.type === ElementType.Tag || node.type === ElementType.Script || node.type === ElementType.Style
}

/** The characters of a text node; undefined for every other node. */
export function textOf(node: HtmlNode): string | undefined {
  return node.type === ElementType.Text ? node.data : undefined
}

/** All elements below the nodes for which the test holds, in the order of the page. */
export function findElements(nodes: HtmlNode[] | HtmlDocument, test: (element: HtmlElement) => boolean): HtmlElement[] {
  return DomUtils.filter((node) => isElement(node) && test(node), nodes).filter((node) => isElement(node))
}

/** An attribute's value, '' when it has none. */
export function attribute(element: HtmlElement, name: string): string {
  return element.attribs[name] ?? ''
}

/** True when one of the classes of the element fits. */
export function hasClass(element: HtmlElement, pattern: RegExp): boolean {
  return attribute(element, 'class')
    .split(/\s+/)
    .some((name) => name !== '' && pattern.test(name))
}

/** The element and all that hold it, from the inside out. */
export function withAncestors(element: HtmlElement): HtmlElement[] {
  const path: HtmlElement[] = []
  for (let node: HtmlElement['parent'] | HtmlElement = element; node !== null && isElement(node); node = node.parent) path.push(node)
  return path
}

export function removeElement(element: HtmlElement): void {
  DomUtils.removeElement(element)
}

/** Number of characters of text in an element, white space at the ends of its nodes aside. */
export function textLength(element: HtmlElement | HtmlDocument): number {
  return DomUtils.textContent(element).replace(/\s+/g, ' ').length
}
