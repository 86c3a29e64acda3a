import { nameLine } from '@winnow/bibliography/write/bibliography-item.ts'
import type { CsvCell } from '@winnow/bibliography/write/csv.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { DocumentStatus } from '@winnow/domain/document-status.ts'
import { addressOf } from '@winnow/domain/web-address.ts'
import { type DocumentRow, documentRows } from './documents.ts'
import type { RunMaterial } from './run-material.ts'

const bibliographic = ['key', 'title', 'authors', 'year', 'journal', 'volume', 'issue', 'pages', 'doi', 'pmid', 'url', 'abstract'] as const
const decided = ['label_included', 'decision', 'reason', 'status', 'read', 'editorial', 'sources', 'record_ids'] as const

/**
 * Documents with decisions and reasons as a table for Rayyan, ASReview and Zotero: header and rows for `writeCsv`, by
 * document number. label_included: 1 relevant, 0 excluded, empty undecided. One score column for each subquestion.
 */
export function csvTable(material: RunMaterial): { readonly header: readonly string[]; readonly rows: readonly (readonly CsvCell[])[] } {
  const subquestions = Object.keys(material.state.subquestions).sort(compareIds)
  return {
    header: [...bibliographic, ...decided, ...subquestions.map((id) => `score_${id}`)],
    rows: documentRows(material).map((row) => [...cells(row), ...subquestions.map((id) => row.scores[id] ?? null)]),
  }
}

function cells(row: DocumentRow): readonly CsvCell[] {
  return [
    row.documentId,
    row.title,
    row.authors.map(nameLine).join('; '),
    row.year,
    row.venue,
    row.volume,
    row.issue,
    row.pages,
    row.ids.doi,
    row.ids.pmid,
    addressOf(row.ids, row.url),
    row.abstract,
    label(row.status),
    row.decision,
    row.reason,
    row.status,
    row.read,
    row.editorial,
    row.sources.join('; '),
    row.recordIds.join('; '),
  ]
}

function label(status: DocumentStatus): 0 | 1 | null {
  switch (status) {
    case 'found':
      return null
    case 'screened-out':
      return 0
    case 'relevant':
    case 'read':
    case 'cited':
      return 1
  }
}
