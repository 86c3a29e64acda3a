import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { RawEntry } from '../raw-entry.ts'
import { decodeBytes } from '../xml-source.ts'
import { takeAbstract } from './html-abstract.ts'
import { type PageMeta, pageMeta } from './html-meta.ts'
import { removeNoise } from './html-noise.ts'
import { REFERENCE_HEADING, takeReferences } from './html-references.ts'
import { type HtmlSection, htmlSections } from './html-sections.ts'
import { htmlLine, htmlText } from './html-text.ts'
import { attribute, findElements, type HtmlDocument, type HtmlElement, hasClass, isElement, parseHtml, textLength } from './html-tree.ts'
import { type PageRefusal, pageRefusal } from './page-refusal.ts'

/** The article of a page with its record; or why there is none. `pdfUrl`: the article's PDF, where the page names it. */
export type HtmlContent = { readonly pdfUrl?: string } & (
  | { readonly entry: RawEntry; readonly fullText: FullText }
  | { readonly failure: 'not-an-article' | 'too-large'; readonly problem: string; readonly refusal?: PageRefusal }
)

/** A page about a paper has the paper's text when it has this many words of prose beside the abstract (our reading). */
const MIN_WORDS_OF_PAPER = 400
/** Any other page is read when it has this many. */
const MIN_WORDS_OF_PAGE = 100
/** A page that speaks of such a thing may explain itself at this length: no article. Of logins and cookies articles' pages speak too. */
const MAX_WORDS_OF_REFUSAL = 300
const REFUSING: ReadonlySet<PageRefusal> = new Set(['bot-wall', 'quota', 'missing'])
/** Shorter lines are no prose: buttons, names, captions. */
const MIN_WORDS_OF_PROSE = 12

/**
 * Reads the article of a web page: a publisher's, PMC's, arXiv's (LaTeXML) or any other page with running text. Bot walls,
 * logins, pages that say that something is not there and pages with just an abstract are `not-an-article`: their words
 * must never be taken for the paper's (PBR-021).
 */
export function readHtmlArticle(
  bytes: Uint8Array,
  from: { readonly url?: string | undefined; readonly charset?: string | undefined } = {},
): HtmlContent {
  const document = parseHtml(decodeBytes(bytes, from.charset ?? declaredCharset(bytes)))
  if (document === undefined) return { failure: 'too-large', problem: 'a page nested too deeply to be read' }
  const meta = pageMeta(document, from.url)
  const link = meta.pdfUrl === undefined ? {} : { pdfUrl: meta.pdfUrl }
  const pageTitle = htmlLine(findElements(document, ({ name }) => name === 'title')[0])
  const refused = pageRefusal(pageTitle, bodyText(document), from.url)
  const title = titleOf(document, meta, pageTitle)
  removeNoise(document)
  const references = takeReferences(document)
  const { abstract, sections } = takeAbstract(articleSections(mainContent(document), title, meta))
  const words = sections.flatMap(({ text }) => text.split('\n')).reduce((sum, line) => sum + wordsOfProse(line), 0)
  const isRefusal = refused !== undefined && REFUSING.has(refused.refusal) && words <= MAX_WORDS_OF_REFUSAL
  if (isRefusal || words < (meta.isScholarly ? MIN_WORDS_OF_PAPER : MIN_WORDS_OF_PAGE)) {
    return { ...noArticle(words, meta, refused), ...link }
  }
  const knownAbstract = abstract ?? meta.entry.abstract
  const fullText: FullText = {
    ...(title === undefined ? {} : { title }),
    ...(knownAbstract === undefined ? {} : { abstract: knownAbstract }),
    sections,
    references,
  }
  return {
    entry: { ...meta.entry, title, abstract: knownAbstract, url: from.url, types: meta.isScholarly ? undefined : ['web page'] },
    fullText,
    ...link,
  }
}

/** "charset=…" in the first 1024 bytes, where HTML wants it. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  return /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))?.[1]
}

/** All that a reader of the page sees, with what is shown where scripts do not run: a bot wall often has no more. */
function bodyText(document: HtmlDocument): string {
  const shown = findElements(document, ({ name }) => name === 'noscript')
  return [htmlText(document.children), ...shown.map(htmlLine)].join('\n')
}

function noArticle(
  words: number,
  meta: PageMeta,
  refused: ReturnType<typeof pageRefusal>,
): Omit<Extract<HtmlContent, { failure: string }>, 'pdfUrl'> {
  if (refused !== undefined) {
    return {
      failure: 'not-an-article',
      problem: `${REFUSALS[refused.refusal]} ("${refused.said}"), not the article`,
      refusal: refused.refusal,
    }
  }
  const problem = meta.isScholarly
    ? `a page about the article, without its text (${words} words beside the abstract)`
    : `a page with too little text for an article (${words} words)`
  return { failure: 'not-an-article', problem }
}

const REFUSALS: Readonly<Record<PageRefusal, string>> = {
  'bot-wall': 'a page that keeps programs out',
  quota: 'a page that says that a quota is used up',
  login: 'a page that asks to log in or to pay',
  missing: 'a page that says that something is not there',
  cookies: 'a page about cookies',
}

/**
 * The title of the work: as named by its tags, by LaTeXML, else the longest headline that the shown title holds (either may
 * have the site's name in it), the shown title, the first headline, the page's title.
 */
function titleOf(document: HtmlDocument, { entry, shownTitle }: PageMeta, pageTitle: string): string | undefined {
  const latex = findElements(document, (element) => hasClass(element, /^ltx_title_document$/)).map(htmlLine)
  const headlines = findElements(document, ({ name }) => name === 'h1').map(htmlLine)
  const shown = headlines.filter((headline) => shownTitle?.includes(headline)).sort((a, b) => b.length - a.length)
  return [entry.title, ...latex, ...shown, shownTitle, ...headlines, pageTitle].find((title) => title !== undefined && title !== '')
}

/** The innermost of the elements that can hold the main content and do hold most of the page's text; else all of it. */
function mainContent(document: HtmlDocument): HtmlElement | HtmlDocument {
  const most = textLength(document) * 0.6
  const holders = findElements(
    document,
    (element) =>
      /^(?:body|main|article)$/.test(element.name) || attribute(element, 'role') === 'main' || hasClass(element, /^ltx_document$/),
  )
  return holders.findLast((holder) => textLength(holder) >= most) ?? document
}

/** Sections that speak of the page and not of the work. */
const ABOUT_PAGE =
  /^(?:author information|authors and affiliations|about this article|cite this(?: article)?|how to cite|rights and permissions|additional information|share this(?: article)?|similar articles|related (?:articles|content)|article metrics|metrics|advertisement|download (?:pdf|references)|navigation|comments|permalink|actions|on this page|cited by)$/i

function articleSections(content: HtmlElement | HtmlDocument, title: string | undefined, meta: PageMeta): HtmlSection[] {
  const isPaper = meta.isScholarly || (isElement(content) && hasClass(content, /^ltx_document$/))
  return htmlSections(content, title).flatMap((section, index) => {
    const isEmptied = REFERENCE_HEADING.test(section.heading) && section.text === ''
    if (isEmptied || ABOUT_PAGE.test(section.heading)) return []
    if (!isPaper || index > 0 || section.heading !== '') return [section]
    // Above the abstract of a paper stand names, dates and buttons.
    const prose = section.text.split('\n').filter((line) => wordsOfProse(line) > 0)
    return prose.length === 0 ? [] : [{ ...section, text: prose.join('\n') }]
  })
}

function wordsOfProse(line: string): number {
  const words = line.split(' ').length
  return words < MIN_WORDS_OF_PROSE ? 0 : words
}
