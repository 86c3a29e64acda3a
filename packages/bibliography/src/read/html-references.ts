import { htmlLine } from './html-text.ts'
import {
  attribute,
  findElements,
  type HtmlDocument,
  type HtmlElement,
  hasClass,
  isElement,
  removeElement,
  withAncestors,
} from './html-tree.ts'

/** Names of the list of references, in the languages of the papers that we are given. */
export const REFERENCE_HEADING =
  /^(?:\W|\d)*(?:references?(?: and notes| cited| list)?|bibliography|literature(?: cited)?|works cited|notes and references|referências(?: bibliográficas)?|referencias(?: bibliográficas)?|bibliografía|références|bibliographie|literatur(?:verzeichnis)?)\W*$/i

const LIST_CLASS = /^(?:references|reference-list|ref-list|citation-list|ltx_bibliography|c-article-references|bibliography|csl-bib-body)$/i
const LIST_ID = /^(?:references?|reference-?list|ref-?list|bibliography|bib)$/i
/** Links behind a reference that are not part of it. */
const LINK_WORD =
  /^\W*(?:google scholar|crossref|pubmed(?: central)?|pmc(?: free article)?|view article|article|cas|ads|web of science|scopus|full text|doi|link|free article|download|math(?:scinet)?|open ?url|export citation)\W*$/i

/** Takes the list of references out of the tree and gives its entries, one line each, without links to where they can be had. */
export function takeReferences(document: HtmlDocument): string[] {
  const lists = referenceLists(document)
  const outermost = lists.filter(
    (list) =>
      !withAncestors(list)
        .slice(1)
        .some((ancestor) => lists.includes(ancestor)),
  )
  const references = outermost.flatMap(entriesOf)
  for (const list of outermost) removeElement(list)
  return [...new Set(references)]
}

function referenceLists(document: HtmlDocument): HtmlElement[] {
  const marked = findElements(
    document,
    (element) =>
      !/^(?:html|body|main|article|li|a|h[1-6])$/.test(element.name) &&
      (hasClass(element, LIST_CLASS) || LIST_ID.test(attribute(element, 'id')) || attribute(element, 'role') === 'doc-bibliography'),
  ).filter((element) => entriesOf(element).length > 0)
  if (marked.length > 0) return marked
  return findElements(document, isReferenceHeading).flatMap(listAfter).slice(-1)
}

function isReferenceHeading(element: HtmlElement): boolean {
  return /^h[1-6]$/.test(element.name) && REFERENCE_HEADING.test(htmlLine(element))
}

/** The first list after a heading, beside it or in what follows it; else the element that holds the paragraphs after it. */
function listAfter(heading: HtmlElement): HtmlElement[] {
  for (const holder of withAncestors(heading)) {
    if (/^(?:section|article|main|body)$/.test(holder.name)) break
    for (let next = holder.next; next !== null; next = next.next) {
      if (!isElement(next)) continue
      if (/^h[1-6]$/.test(next.name)) return []
      if (next.name === 'ol' || next.name === 'ul' || findElements([next], isList).length > 0) return [next]
    }
  }
  return []
}

const isList = (element: HtmlElement) => element.name === 'ol' || element.name === 'ul'

function entriesOf(list: HtmlElement): string[] {
  const items = findElements([list], ({ name }) => name === 'li')
  const innermost = items.filter((item) => findElements(item.children, ({ name }) => name === 'li').length === 0)
  const entries =
    innermost.length > 0 ? innermost : findElements(list.children, (element) => element.name === 'p' || hasClass(element, /^csl-entry$/))
  return entries.map(entryText).filter((entry) => /\p{L}{2}/u.test(entry))
}

function entryText(entry: HtmlElement): string {
  for (const link of findElements(entry.children, (element) => element.name === 'a' && LINK_WORD.test(htmlLine(element))))
    removeElement(link)
  for (const tag of findElements(entry.children, (element) => hasClass(element, /^(?:ltx_tag|label|ref-label)$/))) removeElement(tag)
  return htmlLine(entry)
    .replace(/(?:\s*\[\s*[,;]?\s*\])+/g, '')
    .trim()
}
