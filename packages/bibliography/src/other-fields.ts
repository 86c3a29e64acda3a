import { FIELD_NAMES, squeezeName } from './field-synonyms.ts'
import { trimIsbn } from './identifier-trimming.ts'
import type { TaggedField } from './tagged-lines.ts'

// What a record has no room for, such as editors, notes and labels, goes beside it under one name in every format, so that
// a bibliography that is read and written again loses nothing.

const OURS: ReadonlySet<string> = new Set([
  ...Object.values(FIELD_NAMES).flat(),
  ...[
    'ids',
    'externalids',
    'identifiers',
    'custom',
    'biblio',
    'sentences',
    'subtitle',
    'notices',
    'source',
    'recordids',
    'documentid',
    'origin',
  ],
])

/** Whether a column of a table or a member of a JSON object is one that records are made of. */
export function isOurColumn(name: string): boolean {
  return OURS.has(squeezeName(name))
}

const OUR_BIBTEX =
  /^(?:author|title|subtitle|year|date|journal|journaltitle|booktitle|volume|number|issue|pages|publisher|doi|eprint|archiveprefix|eprinttype|arxiv|pmid|pmcid|pmc|isbn|openalex|s2|url|language|langid|keywords?|abstract|crossref|type)$/

/** The name of a BibTeX field among the others; null for one that records are made of. */
export function otherBibtexField({ tag }: TaggedField): string | null {
  return OUR_BIBTEX.test(tag) ? null : tag
}

const OUR_RIS = /^(?:TY|ER|ID|AU|A1|TI|T1|PY|Y1|T2|JF|VL|VO|IS|SP|EP|PB|DO|DI|KW|AB|N2|LA|UR|PMID|PMCID)$/

/** RIS tags that BibTeX has a name for; that is their name everywhere. */
const RIS_NAMES: ReadonlyMap<string, string> = new Map([
  ['SN', 'issn'],
  ['ED', 'editor'],
  ['A2', 'editor'],
  ['CY', 'address'],
  ['ET', 'edition'],
  ['N1', 'note'],
])

/** The name of a RIS tag among the others; null for one that records are made of. */
export function otherRisTag({ tag, value }: TaggedField): string | null {
  if (OUR_RIS.test(tag) || (tag === 'SN' && trimIsbn(value) !== undefined)) return null
  return RIS_NAMES.get(tag) ?? tag
}

const RIS_TAGS: ReadonlyMap<string, string> = new Map([
  ['issn', 'SN'],
  ['editor', 'ED'],
  ['address', 'CY'],
  ['edition', 'ET'],
  ['note', 'N1'],
])

/** The RIS tag of one of the others; null where RIS has none. */
export function risTagOf(name: string): string | null {
  return RIS_TAGS.get(name) ?? (/^[A-Z][A-Z\d]$/.test(name) ? name : null)
}

/** The names of several editors, which BibTeX parts by "and" and RIS puts on lines of their own. */
export function editorNames(value: string): readonly string[] {
  return value.split(/\s*;\s*|\s+and\s+/).filter((name) => name !== '')
}
