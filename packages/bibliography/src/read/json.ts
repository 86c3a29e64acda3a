import { namedColumns, type WantedColumns } from '../extra-columns.ts'
import { jsonEntry } from '../json-entry.ts'
import { filledLines, type Piece, splitJsonValues } from '../json-values.ts'
import { isOurColumn } from '../other-fields.ts'
import type { EntryProblem, RawEntry, ReadResult } from '../raw-entry.ts'

/** Members of an answer or export that hold its records: OpenAlex, Crossref, Semantic Scholar, Zotero, Rayyan. */
const LIST_MEMBER = /"(?:results|items|data|records|documents|papers|references|works)"\s*:\s*\[/

/**
 * JSON with one record a line (any dialect of `jsonEntry`, CSL-JSON too), one array of records, objects over several
 * lines, or one object whose `results`, `items` … holds the records. A broken value costs only itself. `columns` are members
 * wanted beside the record.
 */
export function readJson(text: string, columns: WantedColumns = []): ReadResult {
  const entries: RawEntry[] = []
  const problems: EntryProblem[] = []
  for (const piece of recordTexts(text)) {
    const object = parseObject(piece.text)
    if (typeof object === 'string') problems.push({ line: piece.line, problem: object, excerpt: piece.text })
    else entries.push({ ...jsonEntry(object, piece.line), columns: namedColumns(Object.entries(object), columns, isOurColumn) })
  }
  return { entries, problems }
}

function recordTexts(text: string): readonly Piece[] {
  const start = text.search(/\S/)
  if (text[start] === '[') return splitJsonValues(text, start + 1)
  const lines = filledLines(text)
  const firstLine = lines[0]?.text ?? ''
  if (lines.length > 1 && isObjectText(firstLine)) return lines
  const member = LIST_MEMBER.exec(text)
  if (member !== null && isObjectText(text) && !/"(?:title|DOI|abstract)"\s*:/.test(text.slice(0, member.index))) {
    return splitJsonValues(text, member.index + member[0].length)
  }
  return isObjectText(firstLine) || /^\{[^{}]*"/.test(firstLine) ? lines : splitJsonValues(text)
}

function isObjectText(text: string): boolean {
  return typeof parseObject(text) !== 'string'
}

function parseObject(text: string): { readonly [key: string]: unknown } | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
    return 'a JSON value that is no object: not a record'
  } catch (error) {
    return `broken JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}
