import type { Author, Record, RecordType } from '@winnow/contracts/entities/record.ts'
import type { ColumnValues } from '../extra-columns.ts'
import { editorNames } from '../other-fields.ts'
import { type BibliographyItem, oneLine } from './bibliography-item.ts'
import { citationKeys } from './citation-keys.ts'

/** Entry type, the field of the venue and of the publisher, and the word for `type` where the entry type does not say it. */
type Form = { readonly entry: string; readonly venue: string; readonly publisher: string; readonly type?: string }

const ARTICLE = { entry: 'article', venue: 'journal', publisher: 'publisher' } as const
const MISC = { entry: 'misc', venue: 'howpublished', publisher: 'publisher' } as const
const FORMS: Readonly<{ [type in RecordType]: Form }> = {
  article: ARTICLE,
  'conference-paper': { entry: 'inproceedings', venue: 'booktitle', publisher: 'publisher' },
  preprint: { ...MISC, type: 'Preprint' },
  review: { ...ARTICLE, type: 'Review' },
  book: { entry: 'book', venue: 'series', publisher: 'publisher' },
  'book-chapter': { entry: 'incollection', venue: 'booktitle', publisher: 'publisher' },
  thesis: { entry: 'phdthesis', venue: 'series', publisher: 'school' },
  report: { entry: 'techreport', venue: 'series', publisher: 'institution' },
  dataset: { ...MISC, type: 'Dataset' },
  web: { ...MISC, type: 'Web' },
  editorial: { ...ARTICLE, type: 'Editorial' },
  letter: { ...ARTICLE, type: 'Letter' },
  protocol: { ...ARTICLE, type: 'Protocol' },
  notice: { ...ARTICLE, type: 'Notice' },
  abstract: { ...ARTICLE, type: 'Abstract' },
  other: MISC,
}

/** A BibTeX file (UTF-8) of the items in their order; keys as `citationKeys`. */
export function writeBibtex(items: readonly BibliographyItem[]): string {
  return [...bibtexEntries(items)].join('')
}

/** The same file entry by entry, for files longer than one string can be. */
export function* bibtexEntries(items: readonly BibliographyItem[]): Generator<string> {
  const keys = citationKeys(items)
  for (const [index, item] of items.entries()) yield `${index === 0 ? '' : '\n'}${bibtexEntry(item, keys[index] ?? '')}`
}

function bibtexEntry({ record, note, others = {} }: BibliographyItem, key: string): string {
  const form = FORMS[record.type]
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', authorField(record)],
    ['title', escaped(record.title)],
    [form.venue, escaped(record.venue)],
    ['year', record.year?.toString()],
    ['volume', escaped(record.volume)],
    ['number', escaped(record.issue)],
    ['pages', escaped(record.pages)?.replace(/(?:-|\{\}|\u2010|\u2011|\u2012|\u2013|\u2014)+/g, '--')],
    [form.publisher, escaped(record.publisher)],
    ['type', form.type],
    ['doi', address(record.ids.doi)],
    ['eprint', address(record.ids.arxiv)],
    ['archiveprefix', record.ids.arxiv === undefined ? undefined : 'arXiv'],
    ['pmid', record.ids.pmid],
    ['pmcid', record.ids.pmcid],
    ['isbn', record.ids.isbn],
    ['openalex', record.ids.openalex],
    ['s2', record.ids.s2],
    ['url', address(record.url)],
    ['language', escaped(record.language)],
    ['keywords', keywordField(record)],
    ['abstract', escaped(record.abstract)],
    ['note', escaped([others.note?.replaceAll('\n', ' | '), note].filter((text) => text !== undefined).join(' | '))],
  ]
  const given = fields.filter(([, value]) => value !== undefined && value !== '')
  const names = new Set(given.map(([name]) => name))
  const lines = [...given, ...otherFields(others, names)].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`  ${name} = {${value}},\n`],
  )
  return `@${form.entry}{${key},\n${lines.join('')}}\n`
}

/** The other fields under names that BibTeX takes, apart from those that are there already. */
function otherFields(others: ColumnValues, written: Set<string>): readonly (readonly [string, string])[] {
  return Object.entries(others).flatMap(([name, value]) => {
    const field = name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    if (written.has(field)) return []
    written.add(field)
    const text = field === 'editor' ? editorNames(value).join(' and ') : value
    return [[/^[a-z]/.test(field) ? field : `x${field}`, field === 'file' ? oneLine(text).replace(/[{}]/g, '') : latexEscape(text)]]
  })
}

function authorField(record: Record): string {
  const names = record.authors.map(bibtexName).filter((name) => name !== '')
  return [...names, ...(record.authorsTruncated === true && names.length > 0 ? ['others'] : [])].join(' and ')
}

/** "Family, Suffix, Given"; a group, and a family name alone that BibTeX would take apart, in braces. */
function bibtexName(author: Author): string {
  if (author.family === undefined) return author.collective === undefined ? '' : `{${latexEscape(author.collective)}}`
  const { given, suffix } = author
  if (given === undefined && suffix === undefined)
    return /[\s,]/.test(author.family.trim()) ? `{${latexEscape(author.family)}}` : latexEscape(author.family)
  return [author.family, ...(suffix === undefined ? [] : [suffix]), given ?? ''].map(namePart).join(', ')
}

function namePart(part: string): string {
  const text = latexEscape(part)
  return /,|\sand\s/i.test(` ${text} `) ? `{${text}}` : text
}

/** Parted by commas, as reference managers expect; by semicolons where a keyword has a comma itself. */
function keywordField({ keywords = [] }: Record): string {
  const hasComma = keywords.some((keyword) => keyword.includes(','))
  return keywords.map(latexEscape).join(hasComma ? '; ' : ', ') + (hasComma && keywords.length === 1 ? ';' : '')
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : latexEscape(text)
}

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['\\', '\\textbackslash{}'],
  ['{', '\\textbraceleft{}'],
  ['}', '\\textbraceright{}'],
  ['~', '\\textasciitilde{}'],
  ['^', '\\textasciicircum{}'],
  ['<', '\\textless{}'],
  ['>', '\\textgreater{}'],
])

/**
 * Text for a BibTeX field, on one line. BibTeX counts braces even after a backslash, so a brace becomes a command;
 * "--" and doubled quotes, which TeX would join, are kept apart.
 */
export function latexEscape(text: string): string {
  return oneLine(text)
    .replace(/[\\{}~^<>]/g, (sign) => COMMANDS.get(sign) ?? sign)
    .replace(/[$%&#_]/g, '\\$&')
    .replace(/([-`'])(?=\1)/g, '$1{}')
}

/** Addresses and identifiers stand as they are; only what would break the entry is percent-encoded. */
function address(value: string | undefined): string | undefined {
  return value?.trim().replace(/[{}\\\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
