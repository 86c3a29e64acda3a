import type { FullText, FullTextSection } from '@winnow/contracts/entities/full-text.ts'
import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf'
import { parseAuthorList } from '../author-list.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import { type PdfLine, pdfLines, sectionsOfLines, titleOfLines } from '../pdf-sections.ts'
import { yearOfFirstPage } from '../pdf-year.ts'
import type { RawEntry } from '../raw-entry.ts'

/** A PDF as one entry with its text, or why it has none. */
export type PdfContent =
  | { readonly entry: RawEntry; readonly fullText: FullText; readonly problem?: string }
  | { readonly entry?: undefined; readonly fullText?: undefined; readonly problem: string }

/** More pages than this are not read (our reading: a thesis has fewer, a volume of proceedings is no single work). */
const MAX_PAGES = 1000
/** Fewer letters a page than this means that the pages are pictures. */
const MIN_LETTERS_PER_PAGE = 20

/** Reads the text layer of a PDF. Encrypted, broken, picture-only and endless files come back as a problem, never as a throw. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  try {
    return await readPages(bytes)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'PasswordException') return { problem: 'an encrypted PDF: remove its password to have it read' }
    return { problem: `a broken PDF: ${error.message}` }
  }
}

async function readPages(bytes: Uint8Array): Promise<PdfContent> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  try {
    if (document.numPages > MAX_PAGES) return { problem: `a PDF of ${document.numPages} pages: more than ${MAX_PAGES} are not read` }
    const { items } = await extractTextItems(document)
    const lines = items.flatMap((page, index) => pdfLines(page, index + 1))
    const letters = lines.reduce((sum, line) => sum + line.text.replace(/[^\p{L}]/gu, '').length, 0)
    if (letters < MIN_LETTERS_PER_PAGE * document.numPages)
      return { problem: 'no text layer: a scan, or pictures only; run OCR on it first' }
    return contentOf(lines, (await getMeta(document)).info)
  } finally {
    await document.loadingTask.destroy()
  }
}

function contentOf(lines: readonly PdfLine[], info: { readonly [name: string]: unknown }): PdfContent {
  const title = usableTitle(info.Title) ?? titleOfLines(lines)
  const { sections, references } = sectionsOfLines(lines, title)
  const abstract = abstractOf(sections)
  const firstPage = lines.filter((line) => line.page === 1).map((line) => line.text)
  const fullText: FullText = {
    ...(title === undefined ? {} : { title }),
    ...(abstract === undefined ? {} : { abstract }),
    sections: sections.map(cleanSection).filter((section) => section.text !== ''),
    references: references.map(cleanLine).filter((reference) => reference !== ''),
  }
  const author = info.Author
  const entry: RawEntry = {
    title,
    authors: typeof author === 'string' && /\s/.test(author.trim()) ? parseAuthorList(author) : undefined,
    abstract,
    year: yearOfFirstPage(firstPage.join('\n'), info.CreationDate),
    doi: onlyDoi(firstPage.join('\n')),
    arxiv: /arXiv:(\d{4}\.\d{4,5})/.exec(firstPage.join(' '))?.[1],
  }
  return { entry, fullText, ...(title === undefined ? { problem: 'no title found in this PDF' } : {}) }
}

/**
 * The text under "Abstract", or on the first page under its name in another language, without the keywords that follow.
 * "Summary" on a later page closes a paper.
 */
function abstractOf(sections: readonly FullTextSection[]): string | undefined {
  const english = sections.find((section) => /^\W*abstract\W*$/i.test(section.heading))
  const other = sections.find((section) => section.page === 1 && /^\W*(?:summary|resumo|resumen)\W*$/i.test(section.heading))
  return (english ?? other)?.text.replace(/\s*(?:key ?words|palavras[- ]chave|palabras[- ]clave)\s*:.*$/is, '')
}

function cleanSection(section: FullTextSection): FullTextSection {
  return { ...section, heading: cleanLine(section.heading), text: cleanText(section.text) }
}

/** A title of the metadata, unless it is a file name, a job name or a template's word. */
function usableTitle(value: unknown): string | undefined {
  const title = typeof value === 'string' ? cleanLine(value) : ''
  const isJunk =
    /\.(?:docx?|tex|dvi|pdf|indd|qxd|p65|rtf)$|^(?:microsoft word|untitled|title|paper|manuscript|slide|doi:|pii:|arxiv:)/i.test(title)
  return title.split(' ').length < 2 || isJunk ? undefined : title
}

/** The DOI on the first page, when there is but one. */
function onlyDoi(page: string): string | undefined {
  const found = new Set([...page.matchAll(/10\.\d{4,9}\/[^\s"<>]+[^\s"<>.,;)\]]/g)].map((match) => match[0].toLowerCase()))
  return found.size === 1 ? [...found][0] : undefined
}
