import { authorsFromNames } from '../author-list.ts'
import { taggedColumns, type WantedColumns } from '../extra-columns.ts'
import type { RawEntry, ReadResult } from '../raw-entry.ts'
import { allValues, firstValue, type TaggedEntry, TaggedLines } from '../tagged-lines.ts'

const TAGGED = /^%(\S) ?(.*)$/

/** EndNote import lines ("%T Title", "%A Author"): an entry ends at a blank line before the next tag, or where %0 or %T comes again. `columns`: see `taggedColumns`. */
export function readEndnoteTagged(text: string, columns: WantedColumns = []): ReadResult {
  const lines = new TaggedLines()
  let blankBefore = false
  for (const [index, content] of text.split('\n').entries()) {
    const [, tag, value = ''] = TAGGED.exec(content) ?? []
    if (content.trim() === '') {
      blankBefore = true
      continue
    }
    if (tag === undefined) lines.goOn(content)
    else {
      if (blankBefore || ((tag === '0' || tag === 'T') && lines.has(tag))) lines.close()
      lines.add(tag, value, index + 1)
    }
    blankBefore = false
  }
  const entries = lines.entries().map((entry) => ({ ...endnoteEntry(entry), columns: taggedColumns(entry.fields, columns, () => null) }))
  return { entries, problems: [] }
}

function endnoteEntry(entry: TaggedEntry): RawEntry {
  return {
    id: firstValue(entry, 'F', 'M'),
    line: entry.line,
    doi: firstValue(entry, 'R'),
    isbn: firstValue(entry, '@'),
    title: firstValue(entry, 'T'),
    authors: authorsFromNames(allValues(entry, 'A')),
    year: firstValue(entry, 'D', '8'),
    venue: firstValue(entry, 'J', 'B', 'S'),
    volume: firstValue(entry, 'V'),
    issue: firstValue(entry, 'N'),
    pages: firstValue(entry, 'P'),
    publisher: firstValue(entry, 'I'),
    types: allValues(entry, '0'),
    language: firstValue(entry, 'G'),
    abstract: firstValue(entry, 'X'),
    keywords: allValues(entry, 'K').flatMap((value) => value.split(/[;\n]/)),
    url: firstValue(entry, 'U'),
  }
}
