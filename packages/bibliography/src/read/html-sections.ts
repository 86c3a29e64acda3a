import { tidyParagraphs } from '../tidy-paragraphs.ts'
import { htmlLine, rawText } from './html-text.ts'
import { findElements, type HtmlDocument, type HtmlElement, hasClass, isElement, removeElement, withAncestors } from './html-tree.ts'

export type HtmlSection = { readonly heading: string; readonly level: number; readonly text: string }

/** A heading of a figure or table is its caption. */
const CAPTION = /^(?:fig(?:ure|\.)?|table|box|scheme|algorithm)\s*\d/i

/**
 * The sections of a page's main content in their order, parted by its headings; text before the first stands under ''. A
 * section's level is its depth among the headings that are still open, from 1: pages skip ranks. The title is no section.
 */
export function htmlSections(content: HtmlElement | HtmlDocument, title: string | undefined): HtmlSection[] {
  const headings = headingsOf(content, title)
  const holders = new Set(headings.flatMap((heading) => withAncestors(heading).slice(1)))
  const sections: { heading: string; level: number; text: string }[] = [{ heading: '', level: 1, text: '' }]
  const open: number[] = []
  const walk = (element: HtmlElement | HtmlDocument) => {
    for (const child of element.children) {
      const current = sections.at(-1)
      if (isElement(child) && headings.includes(child)) {
        const rank = rankOf(child)
        while ((open.at(-1) ?? 0) >= rank) open.pop()
        open.push(rank)
        sections.push({ heading: headingText(child), level: open.length, text: '' })
      } else if (isElement(child) && holders.has(child)) {
        if (current !== undefined) current.text += '\n'
        walk(child)
      } else if (current !== undefined) current.text += rawText([child], current.text)
    }
    const last = sections.at(-1)
    if (last !== undefined) last.text += '\n'
  }
  walk(content)
  return sections
    .map(({ heading, level, text }) => ({ heading, level, text: tidyParagraphs(text) }))
    .filter(({ heading, text }) => heading !== '' || text !== '')
}

/** The headings that part the text. The title of the page is taken out: the only heading of rank 1, else the first equal to it. */
function headingsOf(content: HtmlElement | HtmlDocument, title: string | undefined): HtmlElement[] {
  const headings = findElements(content.children, (element) => /^h[1-6]$/.test(element.name))
  const first = headings.filter((heading) => heading.name === 'h1')
  const own =
    first.length === 1 ? first[0] : headings.find((heading) => title !== undefined && letters(htmlLine(heading)) === letters(title))
  if (own !== undefined) removeElement(own)
  return headings.filter((heading) => heading !== own && headingText(heading) !== '' && !CAPTION.test(headingText(heading)))
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function rankOf(heading: HtmlElement): number {
  return Number(heading.name.slice(1))
}

/** Without its number, where that is marked as such, and without the sign of the link to it. */
function headingText(heading: HtmlElement): string {
  const words = heading.children.filter((child) => !(isElement(child) && hasClass(child, /^(?:ltx_tag|anchor|headerlink|anchorjs-link)$/)))
  return tidyParagraphs(rawText(words))
    .replaceAll('\n', ' ')
    .replace(/\s*[¶#§]$/, '')
}
