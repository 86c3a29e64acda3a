import { XmlCData, XmlElement, XmlText, type XmlTreeNode } from 'libxml2-wasm'
import { tidyParagraphs } from '../tidy-paragraphs.ts'
import { mathOnLine, superscriptText } from './inline-marks.ts'

/** The children of an element that are elements themselves, in their order; of one local name, when it is given. */
export function childElements(element: XmlElement, name?: string): XmlElement[] {
  return childNodes(element).filter((node): node is XmlElement => node instanceof XmlElement && (name === undefined || node.name === name))
}

/** The first child element of the name. */
export function childElement(element: XmlElement, name: string): XmlElement | undefined {
  return childElements(element, name)[0]
}

function childNodes(element: XmlElement): XmlTreeNode[] {
  const nodes: XmlTreeNode[] = []
  for (let node = element.firstChild; node !== null; node = node.next) nodes.push(node)
  return nodes
}

/** True for text that stands in the element itself, not in its children: a citation with it is written out. */
export function hasOwnText(element: XmlElement): boolean {
  return childNodes(element).some((node) => isText(node) && node.content.trim() !== '')
}

function isText(node: XmlTreeNode): boolean {
  return node instanceof XmlText || node instanceof XmlCData
}

/** Content that is no prose of the paper: pictures, table cells and what stands beside them, other lists, metadata. */
const DROPPED = new Set([
  'table',
  'table-wrap-foot',
  'graphic',
  'inline-graphic',
  'object-id',
  'permissions',
  'alt-text',
  'long-desc',
  'annotation',
  'annotation-xml',
  'ref-list',
  'index-term',
  'processing-meta',
])

/** Elements that stand on lines of their own. */
const BLOCKS = new Set([
  'p',
  'title',
  'sec',
  'list',
  'list-item',
  'def-list',
  'def-item',
  'disp-formula',
  'disp-formula-group',
  'disp-quote',
  'boxed-text',
  'fig',
  'fig-group',
  'table-wrap',
  'table-wrap-group',
  'supplementary-material',
  'media',
  'statement',
  'verse-group',
  'verse-line',
  'speech',
  'preformat',
  'code',
  'fn',
  'attrib',
])

/** One line each, however many blocks they hold: "Figure 1 Survival by group. Shaded: 95 % intervals." */
const ONE_LINE = new Set(['fig', 'table-wrap', 'list-item', 'def-item', 'supplementary-material', 'media', 'fn', 'disp-formula'])
const MATH = /^m(?:frac|sup|sub|fenced|sqrt)$/
const FORMULAS = new Set(['inline-formula', 'disp-formula'])

/** What may be left out of the text of an element: `skip` is asked for every element below it. */
export type FlattenOptions = { readonly skip?: (element: XmlElement) => boolean }

/**
 * The text of an element without markup: paragraphs parted by line feeds, inline markup gone without a trace, numbers of
 * cross-references kept, captions without their tables and pictures, formulas in one notation.
 */
export function flattenText(element: XmlElement, options: FlattenOptions = {}): string {
  return tidyParagraphs(contentOf(element, options.skip ?? (() => false), ''))
}

/** The text of an element with the line breaks that it brings itself: a figure is one line, a list as many as it has items. */
export function blockText(element: XmlElement, options: FlattenOptions = {}): string {
  return tidyParagraphs(nodeText(element, options.skip ?? (() => false), ''))
}

/** True for the mark of a footnote, and for the note: neither belongs to a title. */
export function isFootnoteMark(element: XmlElement): boolean {
  return element.name === 'fn' || (element.name === 'xref' && element.attr('ref-type')?.value === 'fn')
}

/** `flattenText` on one line. */
export function flattenLine(element: XmlElement | undefined, options: FlattenOptions = {}): string {
  return element === undefined ? '' : flattenText(element, options).replaceAll('\n', ' ')
}

type Skip = (element: XmlElement) => boolean

/** `before` is what stands to the left of the element: it tells what a superscript means. */
function contentOf(element: XmlElement, skip: Skip, before: string): string {
  let text = ''
  for (const node of childNodes(element)) {
    if (isText(node)) text += node.content.replace(/\s+/g, ' ')
    else if (node instanceof XmlElement && !skip(node)) text += nodeText(node, skip, text === '' ? before : text)
  }
  return text
}

function nodeText(element: XmlElement, skip: Skip, before: string): string {
  const { name } = element
  if (DROPPED.has(name)) return ''
  if (name === 'break') return ' '
  if (name === 'tex-math') return texText(element)
  if (name === 'name' || name === 'string-name') return nameText(element, skip)
  const inner = FORMULAS.has(name) ? oneNotation(element, skip) : (mathText(element, skip) ?? contentOf(element, skip, before))
  if (name === 'sup') return superscriptText(before, inner, isCitation(element))
  if (name === 'label' || name === 'term') return `${inner} `
  if (!BLOCKS.has(name)) return inner
  return ONE_LINE.has(name) ? `\n${inner.replace(/\s*\n\s*/g, ' ')}\n` : `\n${inner}\n`
}

function isCitation(raised: XmlElement): boolean {
  return raised.parent?.name === 'xref' || childElement(raised, 'xref') !== undefined
}

function mathText(element: XmlElement, skip: Skip): string | undefined {
  if (!MATH.test(element.name)) return undefined
  return mathOnLine(
    element.name,
    childElements(element).map((part) => nodeText(part, skip, '').trim()),
  )
}

/** Names are often written without a space between their parts. */
function nameText(element: XmlElement, skip: Skip): string {
  return hasOwnText(element)
    ? contentOf(element, skip, '')
    : childElements(element)
        .map((part) => part.content.trim())
        .join(' ')
}

/** A formula that is there in several notations is taken in one: MathML, other text, TeX. */
function oneNotation(element: XmlElement, skip: Skip): string {
  const isTex = (child: XmlElement) => child.name === 'tex-math'
  const withoutTex = contentOf(element, (child) => isTex(child) || skip(child), '')
  const hasText = withoutTex.replace(flattenLine(childElement(element, 'label')), '').trim() !== ''
  return hasText ? withoutTex : contentOf(element, skip, '')
}

/** The formula of a TeX document, without its preamble and dollars. */
function texText(element: XmlElement): string {
  const body = /\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(element.content)?.[1] ?? element.content
  return body.replace(/^[\s$]+|[\s$]+$/g, '').replace(/\s+/g, ' ')
}
