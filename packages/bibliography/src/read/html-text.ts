import { tidyParagraphs } from '../tidy-paragraphs.ts'
import { attribute, findElements, type HtmlElement, type HtmlNode, hasClass, isElement, textOf } from './html-tree.ts'
import { mathOnLine, superscriptText } from './inline-marks.ts'

const BLOCK =
  /^(?:address|article|aside|blockquote|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|thead|tfoot|tr|ul)$/
/** Content without words of the text, or with a second notation of a formula. */
const DROPPED = /^(?:script|style|template|noscript|svg|picture|video|audio|canvas|iframe|object|annotation|annotation-xml)$/

/** The text of nodes without markup: paragraphs parted by line feeds, tables by their captions, formulas written on the line. */
export function htmlText(nodes: readonly HtmlNode[]): string {
  return tidyParagraphs(rawText(nodes))
}

/** `htmlText` of an element's content on one line. */
export function htmlLine(element: HtmlElement | undefined): string {
  return element === undefined ? '' : htmlText(element.children).replaceAll('\n', ' ')
}

/** As `htmlText`, with the line breaks that the nodes themselves bring, not tidied yet. `before` stands to their left. */
export function rawText(nodes: readonly HtmlNode[], before = ''): string {
  let text = ''
  for (const node of nodes) {
    if (isElement(node)) text += elementText(node, text === '' ? before : text)
    else text += textOf(node)?.replace(/\s+/g, ' ') ?? ''
  }
  return text
}

function elementText(element: HtmlElement, before: string): string {
  const { name } = element
  if (DROPPED.test(name)) return ''
  if (name === 'br') return '\n'
  if (name === 'table') return `\n${tableText(element)}\n`
  const inner = mathText(element) ?? rawText(element.children, before)
  if (name === 'sup') return superscriptText(before, inner, isCitation(element))
  if (name === 'td' || name === 'th') return `${inner} `
  if (name === 'figure') return `\n${inner.replace(/\s*\n\s*/g, ' ')}\n`
  return BLOCK.test(name) ? `\n${inner}\n` : inner
}

function mathText(element: HtmlElement): string | undefined {
  if (!/^m(?:frac|sup|sub|fenced|sqrt)$/.test(element.name)) return undefined
  return mathOnLine(
    element.name,
    element.children.filter(isElement).map((part) => elementText(part, '').trim()),
  )
}

/** A raised link within the page is the number of a note or reference. */
function isCitation(raised: HtmlElement): boolean {
  const isLink = (element: HtmlElement) => element.name === 'a' || element.name === 'cite'
  const parent = raised.parent
  return findElements(raised.children, isLink).length > 0 || (parent !== null && isElement(parent) && isLink(parent))
}

/** A table of data is its caption; one that lays out the page or a formula is its content. */
function tableText(table: HtmlElement): string {
  if (hasClass(table, /^ltx_(?:equation|eqn)/)) return rawText(table.children).replace(/\s*\n\s*/g, ' ')
  const laysOut =
    /^(?:presentation|none)$/.test(attribute(table, 'role')) ||
    findElements(table.children, (element) => /^(?:p|h[1-6]|table)$/.test(element.name)).length > 0
  if (laysOut) return rawText(table.children)
  return rawText(table.children.filter((child) => isElement(child) && child.name === 'caption'))
}
