import { type AuthorList, authorsFromNames } from '../author-list.ts'
import { isGroupName } from '../author-name.ts'
import { taggedColumns, type WantedColumns } from '../extra-columns.ts'
import { latexToText } from '../latex-text.ts'
import { otherBibtexField } from '../other-fields.ts'
import { splitKeywords } from '../publication-fields.ts'
import type { EntryProblem, RawEntry, ReadResult } from '../raw-entry.ts'
import { type BibtexEntry, type BibtexValue, scanBibtex } from '../scan-bibtex.ts'
import type { TaggedField } from '../tagged-lines.ts'

type Fields = ReadonlyMap<string, string>

const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*$/i
/** An @string longer than this is not expanded: strings made of strings can grow without limit. */
const MAX_STRING_LENGTH = 65_536
/** What a child takes from the entry its `crossref` names, where it has no such field itself. */
const INHERITED = ['year', 'date', 'publisher', 'organization', 'volume', 'number', 'series', 'isbn', 'journal', 'school', 'language']

/**
 * BibTeX and BibLaTeX. Each @entry is a record or a problem with its line, whatever stands around it. `columns` are fields
 * wanted beside the record, or remarks in its notes (see `taggedColumns`).
 */
export function readBibtex(text: string, columns: WantedColumns = []): ReadResult {
  const scanned = scanBibtex(text)
  const strings = stringsOf(scanned)
  const works = scanned.filter((entry) => entry.type !== 'string')
  const problems: EntryProblem[] = scanned.flatMap((entry) => (entry.problem === undefined ? [] : [problemAt(entry, entry.problem)]))
  // A key alone is an entry too; what has not even that may be prose around the entries.
  const isEntry = (entry: BibtexEntry) => entry.fields.size > 0 || (entry.problem === undefined && /^\S+$/.test(entry.key))
  const resolved = works.filter(isEntry).map((entry) => ({ entry, fields: resolve(entry, strings, problems) }))
  for (const entry of works) if (!isEntry(entry) && entry.problem === undefined) problems.push(problemAt(entry, 'an entry without fields'))
  const byKey = new Map(resolved.toReversed().map(({ entry, fields }) => [entry.key.toLowerCase(), fields]))
  const entries = resolved.map(({ entry, fields }) => {
    const crossref = fields.get('crossref')?.toLowerCase()
    const parent = crossref === undefined ? undefined : byKey.get(crossref)
    if (crossref !== undefined && parent === undefined)
      problems.push(problemAt(entry, `crossref to "${fields.get('crossref')}", which is not in the file`))
    const read = bibtexEntry(entry, parent === undefined ? fields : inherit(fields, parent))
    return columns.length === 0 ? read : { ...read, columns: taggedColumns(textFields(fields), columns, otherBibtexField) }
  })
  return { entries, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

function problemAt(entry: BibtexEntry, problem: string): EntryProblem {
  return { line: entry.line, problem, excerpt: entry.source }
}

function stringsOf(entries: readonly BibtexEntry[]): Map<string, string> {
  const strings = new Map<string, string>()
  for (const entry of entries.filter((candidate) => candidate.type === 'string')) {
    for (const [name, value] of entry.fields) {
      const text = value.map((part) => ('text' in part ? part.text : (strings.get(part.name.toLowerCase()) ?? part.name))).join('')
      if (text.length <= MAX_STRING_LENGTH) strings.set(name, text)
    }
  }
  return strings
}

function resolve(entry: BibtexEntry, strings: ReadonlyMap<string, string>, problems: EntryProblem[]): Fields {
  const textOf = (value: BibtexValue) =>
    value
      .map((part) => {
        if ('text' in part) return part.text
        const text = strings.get(part.name.toLowerCase())
        const isWord = /^\d+$/.test(part.name) || MONTH.test(part.name)
        if (text === undefined && !isWord && entry.problem === undefined)
          problems.push(problemAt(entry, `"${part.name}" is no @string of this file: taken as text`))
        return text ?? part.name
      })
      .join('')
  return new Map([...entry.fields].map(([name, value]) => [name, textOf(value)]))
}

function inherit(fields: Fields, parent: Fields): Fields {
  const inherited = INHERITED.flatMap((name) => (parent.has(name) ? [[name, parent.get(name) ?? ''] as const] : []))
  const booktitle = parent.get('booktitle') ?? parent.get('title')
  return new Map([...inherited, ...(booktitle === undefined ? [] : [['booktitle', booktitle] as const]), ...fields])
}

/** The fields as text, as they would be printed; addresses and codes as they stand. */
function textFields(fields: Fields): readonly TaggedField[] {
  const texts = latexToText([...fields.values()])
  return [...fields].map(([tag, source], index) => ({ tag, value: VERBATIM.test(tag) ? source : (texts[index] ?? '') }))
}

/** Fields that hold addresses or codes, not LaTeX text. */
const VERBATIM = /^(?:doi|url|link|eprint|pmid|pmc|pmcid|isbn|openalex|s2|file|crossref)$/

function bibtexEntry(entry: BibtexEntry, source: Fields): RawEntry {
  const prose = [...source].filter(([name]) => !VERBATIM.test(name) && name !== 'author')
  const names = topLevelNames(source.get('author') ?? '')
  const converted = latexToText([...prose.map(([, value]) => value), ...names])
  const fields = new Map([...source, ...prose.map(([name], index) => [name, converted[index] ?? ''] as const)])
  const first = (...keys: string[]) => keys.map((key) => fields.get(key)?.trim()).find((value) => value !== undefined && value !== '')
  const note = `${first('note') ?? ''} ${first('annote') ?? ''}`
  const subtitle = first('subtitle')
  const title = first('title') ?? (/book|proceedings|collection/.test(entry.type) ? first('booktitle', 'maintitle') : undefined)
  return {
    id: entry.key,
    line: entry.line,
    doi: first('doi')?.replace(/\\([_%&#$])/g, '$1'),
    arxiv: arxivOf(first),
    pmid: first('pmid', 'pubmedid') ?? /PMID:\s*(\d+)/.exec(note)?.[1],
    pmcid: first('pmcid', 'pmc'),
    openalex: first('openalex'),
    s2: first('s2'),
    isbn: first('isbn'),
    title: subtitle === undefined || title === undefined ? title : `${title}: ${subtitle}`,
    authors: authorsOf(names, converted.slice(prose.length)),
    year: first('year', 'date', 'issued', 'urldate'),
    venue: first('journal', 'journaltitle', 'booktitle', 'maintitle', 'series', 'howpublished'),
    volume: first('volume'),
    issue: first('number', 'issue'),
    pages: first('pages', 'eid', 'articleno', 'article-number', 'art_number'),
    publisher: first('publisher', 'school', 'institution', 'organization'),
    types: [entry.type, first('document_type'), first('type'), first('entrysubtype')].filter((type) => type !== undefined),
    language: first('language', 'langid'),
    abstract: first('abstract'),
    keywords: splitKeywords(first('keywords', 'keyword', 'author_keywords') ?? ''),
    citedByCount: /cited by:?\s*(\d+)/i.exec(note)?.[1] ?? first('times-cited', 'citations'),
    url: first('url', 'link')?.replace(/\\([_%&#$~])/g, '$1'),
  }
}

function arxivOf(first: (...keys: string[]) => string | undefined): string | undefined {
  const archive = first('archiveprefix', 'eprinttype')
  const eprint = first('eprint')
  if (eprint !== undefined && (archive === undefined ? /^(?:arxiv:)?\d{4}\.\d{4,5}/i.test(eprint) : /arxiv/i.test(archive))) return eprint
  return (
    first('arxiv') ?? /arXiv:\s*([\w./-]+\d)/i.exec(`${first('journal') ?? ''} ${first('note') ?? ''} ${first('howpublished') ?? ''}`)?.[1]
  )
}

/** The names of an author field, parted by "and" outside braces. A list that someone put into braces as a whole is still one. */
function topLevelNames(field: string): string[] {
  const inner = bracedWhole(field.trim())
  const listed = inner === undefined || isGroupName(inner) ? [] : inner.split(/\s+and\s+/)
  if (listed.length > 1 && listed.every((name) => /^[^,]+,[^,]+$/.test(name))) return listed
  const names: string[] = []
  let depth = 0
  let current = ''
  for (const piece of field.split(/(\{|\}|\s+and\s+|;)/i)) {
    if (piece === '{') depth++
    if (piece === '}') depth--
    if (depth === 0 && (piece === ';' || /^\s+and\s+$/i.test(piece))) {
      names.push(current)
      current = ''
    } else current += piece
  }
  return [...names, current].map((name) => name.trim()).filter((name) => name !== '')
}

/** A name wholly in braces is a group's. */
function authorsOf(sources: readonly string[], texts: readonly string[]): AuthorList {
  return authorsFromNames(texts.map((text, index) => (bracedWhole(sources[index] ?? '') === undefined ? text : `{${text}}`)))
}

/** What stands in braces that open at the first sign and close at the last; undefined for "{A} and {B}". */
function bracedWhole(text: string): string | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  let depth = 0
  for (const [index, sign] of [...text].entries()) {
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (depth === 0 && index < [...text].length - 1) return undefined
  }
  return text.slice(1, -1)
}
