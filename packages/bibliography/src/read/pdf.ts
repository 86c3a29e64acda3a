import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { getDocumentProxy, getMeta } from 'unpdf'
import { parseAuthorList } from '../author-list.ts'
import { cleanLine } from '../clean-text.ts'
import { fragmentsOf } from '../pdf/fragments.ts'
import { pageLines } from '../pdf/page-lines.ts'
import { pageText } from '../pdf/page-text.ts'
import { paperOfLines } from '../pdf/paper.ts'
import { type PageFragments, withoutRunningHeads } from '../pdf/running-heads.ts'
import type { PageText } from '../pdf/text-run.ts'
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
/** The mark of a file's end stands among its last bytes (ISO 32000-1, Annex H.3.18 of older readers: 1024). */
const END_MARK_BYTES = 1024

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
  // Pictures are not decoded: of their pages the text alone is wanted.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, maxImageSize: 1 })
  try {
    if (document.numPages > MAX_PAGES) return { problem: `a PDF of ${document.numPages} pages: more than ${MAX_PAGES} are not read` }
    const pages: PageText[] = []
    const faults: Error[] = []
    for (let number = 1; number <= document.numPages; number++) {
      try {
        pages.push(await pageText(document, number))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        faults.push(error)
      }
    }
    if (pages.length === 0 && faults[0] !== undefined) throw faults[0]
    const letters = pages.flatMap((page) => page.runs).reduce((sum, run) => sum + run.text.replace(/[^\p{L}]/gu, '').length, 0)
    if (letters < MIN_LETTERS_PER_PAGE * document.numPages)
      return { problem: 'no text layer: a scan, or pictures only; run OCR on it first' }
    const content = contentOf(pages, (await getMeta(document)).info)
    const loss = lossOf(bytes, faults.length, document.numPages)
    return content.problem !== undefined || loss === undefined ? content : { ...content, problem: loss }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** What is missing in a file of which the rest could be read. */
function lossOf(bytes: Uint8Array, unreadable: number, pages: number): string | undefined {
  if (unreadable > 0) return `${unreadable} of ${pages} pages of this PDF cannot be read`
  const end = Buffer.from(bytes.subarray(-END_MARK_BYTES)).toString('latin1')
  return end.includes('%%EOF') ? undefined : 'the end of this PDF is missing: its text may be incomplete'
}

function contentOf(pages: readonly PageText[], info: { readonly [name: string]: unknown }): PdfContent {
  const all = pages.map(({ page, width, height, runs }): PageFragments => ({ page, width, height, fragments: fragmentsOf(runs) }))
  const kept = withoutRunningHeads(all)
  const fullText = paperOfLines({
    lines: kept.flatMap(pageLines),
    pageHeight: all[0]?.height ?? 0,
    titleOfMetadata: usableTitle(info.Title),
    runningHeads: removedTexts(all, kept),
  })
  const first = all[0] === undefined ? [] : pageLines(all[0]).map((line) => line.text)
  const author = info.Author
  const entry: RawEntry = {
    title: fullText.title,
    authors: typeof author === 'string' && /\s/.test(author.trim()) ? parseAuthorList(author) : undefined,
    abstract: fullText.abstract,
    year: yearOfFirstPage(first.join('\n'), info.CreationDate),
    doi: onlyDoi(first.join('\n')),
    arxiv: /arXiv:(\d{4}\.\d{4,5})/.exec([...first, ...(pages[0]?.aside ?? [])].join(' '))?.[1],
  }
  return { entry, fullText, ...(fullText.title === undefined ? { problem: 'no title found in this PDF' } : {}) }
}

/** The texts of running heads and feet: the journal's name is among them. */
function removedTexts(all: readonly PageFragments[], kept: readonly PageFragments[]): string[] {
  const left = new Set(kept.flatMap((page) => page.fragments))
  const removed = all.flatMap((page) => page.fragments.filter((fragment) => !left.has(fragment)))
  return [...new Set(removed.map((fragment) => fragment.text))]
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
