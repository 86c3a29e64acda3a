import type { Identifiers, RecordType } from '@winnow/contracts/entities/record.ts'
import { editorNames, risTagOf } from '../other-fields.ts'
import { type BibliographyItem, nameLine, oneLine } from './bibliography-item.ts'

/** RIS type, and the word for M3 where it does not say all. */
const TYPES: Readonly<{ [type in RecordType]: readonly [string, string?] }> = {
  article: ['JOUR'],
  'conference-paper': ['CPAPER'],
  preprint: ['UNPB', 'Preprint'],
  review: ['JOUR', 'Review'],
  book: ['BOOK'],
  'book-chapter': ['CHAP'],
  thesis: ['THES'],
  report: ['RPRT'],
  dataset: ['DATA'],
  web: ['ELEC'],
  editorial: ['JOUR', 'Editorial'],
  letter: ['JOUR', 'Letter'],
  protocol: ['JOUR', 'Protocol'],
  notice: ['JOUR', 'Notice'],
  abstract: ['ABST'],
  other: ['GEN'],
}

/** A RIS file (UTF-8, LF): one line a field, no blank line, no field without a value; each record from TY to "ER  - " (PBR-035). */
export function writeRis(items: readonly BibliographyItem[]): string {
  return items.map((item) => `${risLines(item).join('\n')}\n`).join('')
}

function risLines({ key, record, note, others = {} }: BibliographyItem): string[] {
  const [type, word] = TYPES[record.type]
  const [start, end] = pageEnds(record.pages)
  const { doi, pmid, pmcid, isbn } = record.ids
  const fields: readonly Field[] = [
    ['ID', key ?? record.recordId],
    ...record.authors.map((author) => ['AU', nameLine(author)] as const),
    ['TI', record.title],
    ['T2', record.venue],
    ['PY', record.year?.toString()],
    ['VL', record.volume],
    ['IS', record.issue],
    ['SP', start],
    ['EP', end],
    ['PB', record.publisher],
    ['M3', word],
    ['DO', doi],
    ['AN', pmid],
    ['DB', pmid === undefined ? undefined : 'PubMed'],
    ['C2', pmcid],
    ['SN', isbn],
    ...[...new Set([record.url, ...identifierAddresses(record.ids)])].map((url) => ['UR', url] as const),
    ['LA', record.language],
    ...(record.keywords ?? []).map((keyword) => ['KW', keyword] as const),
    ['AB', record.abstract],
  ]
  const own = present(fields)
  const written = new Set(own.map(([tag]) => tag))
  const besides = Object.entries(others)
    .flatMap(([name, value]) => otherFields(name, value))
    .filter(([tag]) => tag === 'SN' || !written.has(tag))
  const lines = [...own, ...present([...besides, ['N1', note]])].map(([tag, value]) => `${tag}  - ${value}`)
  return [`TY  - ${type}`, ...lines, 'ER  - ']
}

type Field = readonly [tag: string, value: string | undefined]

/** The fields that have a value, each on one line. */
function present(fields: readonly Field[]): readonly (readonly [tag: string, value: string])[] {
  return fields.flatMap(([tag, value]) => {
    const text = oneLine(value ?? '')
    return text === '' ? [] : [[tag, text] as const]
  })
}

/** A field that RIS has no tag for is a remark; editors and lines of a note each have a line of their own. */
function otherFields(name: string, value: string): readonly (readonly [string, string])[] {
  const tag = risTagOf(name)
  if (tag === null) return [['N1', `${name}: ${value}`]]
  const texts = tag === 'ED' ? editorNames(value) : tag === 'N1' ? value.split('\n') : [value]
  return texts.map((text) => [tag, text] as const)
}

/** RIS has no tag for these identifiers: they stand as addresses, which `readRis` takes for what they are. */
function identifierAddresses({ arxiv, openalex, s2 }: Identifiers): readonly (string | undefined)[] {
  return [
    arxiv === undefined ? undefined : `https://arxiv.org/abs/${arxiv}`,
    openalex === undefined ? undefined : `https://openalex.org/${openalex}`,
    s2 === undefined ? undefined : `https://www.semanticscholar.org/paper/${s2}`,
  ]
}

/** First and last page of "1276–1292"; other forms ("e12", "1-3, 7") are one value. */
function pageEnds(pages: string | undefined): readonly [string?, string?] {
  const found = /^\s*([^\s\-\u2010-\u2015,]+)\s*[-\u2010-\u2015]+\s*([^\s\-\u2010-\u2015,]+)\s*$/.exec(pages ?? '')
  return found?.[1] !== undefined && found[2] !== undefined ? [found[1], found[2]] : pages === undefined ? [] : [pages]
}
