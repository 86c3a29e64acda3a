import { authorsFromNames } from '../author-list.ts'
import { taggedColumns, type WantedColumns } from '../extra-columns.ts'
import { otherRisTag } from '../other-fields.ts'
import { pageRange, parseYear } from '../publication-fields.ts'
import type { EntryProblem, RawEntry, ReadResult } from '../raw-entry.ts'
import { recordTypeOfWord } from '../record-type.ts'
import { allValues, firstValue, type TaggedEntry, TaggedLines } from '../tagged-lines.ts'

/** "TY  - JOUR"; one blank before the hyphen, none after it, and longer tags ("PMID  - ") are met in exports. */
const TAGGED = /^(?:([A-Z][A-Z\d]) {1,2}|([A-Z]{3,5}) {2})-(?: (.*)|)$/
/** What Ovid adds after an abstract, with the address on the next line. */
const OVID_LINK = /^Link to the Ovid Full Text/i

/** RIS: entries from TY to ER. A missing ER ends at the next TY; fields without TY make an entry of unknown type, with a problem. `columns`: see `taggedColumns`. */
export function readRis(text: string, columns: WantedColumns = []): ReadResult {
  const lines = new TaggedLines()
  let afterOvidLink = false
  for (const [index, content] of text.split('\n').entries()) {
    const [, short, long, value = ''] = TAGGED.exec(content.trimEnd().replace(/^\uFEFF/, '')) ?? []
    const tag = short ?? long
    if (tag === undefined) {
      const isLink = OVID_LINK.test(content) || (afterOvidLink && /^\s*https?:/.test(content))
      afterOvidLink = OVID_LINK.test(content)
      if (!isLink && content.trim() !== '') lines.goOn(content)
      continue
    }
    afterOvidLink = false
    if (tag === 'TY') lines.close()
    if (tag === 'ER') lines.close()
    else lines.add(tag, value, index + 1)
  }
  const found = lines.entries()
  return {
    entries: found.map((entry) => ({ ...risEntry(entry), columns: taggedColumns(entry.fields, columns, otherRisTag) })),
    problems: found.flatMap(typeProblem),
  }
}

function typeProblem(entry: TaggedEntry): EntryProblem[] {
  if (firstValue(entry, 'TY') !== undefined) return []
  const excerpt = entry.fields.map(({ tag, value }) => `${tag}  - ${value}`).join('\n')
  return [{ line: entry.line, problem: 'an entry without TY, the type that begins it', excerpt }]
}

function risEntry(entry: TaggedEntry): RawEntry {
  const word = firstValue(entry, 'M3')
  const database = firstValue(entry, 'DB', 'DP') ?? ''
  const accession = firstValue(entry, 'AN')
  return {
    id: firstValue(entry, 'ID') ?? accession,
    line: entry.line,
    doi: firstValue(entry, 'DO', 'DI') ?? (/\b10\.\d{4,9}\//.test(word ?? '') ? word : undefined),
    arxiv: allValues(entry, 'UR').find((url) => url.includes('arxiv.org/abs/')) ?? allValues(entry, 'AX')[0],
    pmid: firstValue(entry, 'PMID') ?? (/medline|pubmed/i.test(database) ? accession : undefined),
    pmcid: firstValue(entry, 'PMCID') ?? firstValue(entry, 'C2')?.match(/^PMC\d+$/)?.[0],
    openalex: allValues(entry, 'UR').find((url) => /openalex\.org\/(?:works\/)?W\d+/.test(url)),
    s2: allValues(entry, 'UR')
      .map((url) => /semanticscholar\.org\/paper\/(?:\S*\/)?([\w:.-]+)$/.exec(url.trim())?.[1])
      .find((id) => id !== undefined),
    isbn: allValues(entry, 'SN').join(' '),
    title: firstValue(entry, 'TI', 'T1', 'CT', 'BT'),
    authors: authorsOf(entry),
    year: ['PY', 'Y1', 'DA'].flatMap((tag) => allValues(entry, tag)).find((value) => parseYear(value) !== undefined),
    venue: firstValue(entry, 'JF', 'T2', 'JO', 'JA', 'J2', 'BT', 'T3'),
    volume: firstValue(entry, 'VL', 'VO'),
    issue: firstValue(entry, 'IS'),
    pages: pageRange(firstValue(entry, 'SP'), firstValue(entry, 'EP')),
    publisher: firstValue(entry, 'PB'),
    types: [firstValue(entry, 'TY'), word].filter(
      (type) => type !== undefined && (type !== word || recordTypeOfWord(type) !== undefined),
    ) as string[],
    language: firstValue(entry, 'LA'),
    abstract: firstValue(entry, 'AB', 'N2'),
    keywords: allValues(entry, 'KW').flatMap((value) => value.split('\n')),
    url: firstValue(entry, 'UR'),
  }
}

/** One author a line; a line with several (joined by ";" or "and") is taken apart. */
function authorsOf(entry: TaggedEntry): RawEntry['authors'] {
  const names = entry.fields.filter(({ tag }) => tag === 'AU' || tag === 'A1').map(({ value }) => value)
  return authorsFromNames(names.flatMap((name) => (name.includes(';') ? name.split(';') : [name])))
}
