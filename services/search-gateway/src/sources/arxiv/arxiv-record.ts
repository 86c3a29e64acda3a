import { authorsFromNames } from '@winnow/bibliography/author-list.ts'
import { apiRecord } from '@winnow/bibliography/make-record.ts'
import type { EditorialNotice, Record } from '@winnow/contracts/entities/record.ts'
import { normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import type { ArxivEntry } from './arxiv-feed.ts'

/** How authors say it in the comment; arXiv has no field for it (shared/scholarly-apis.md §5). */
const WITHDRAWN = /^\W*withdrawn\b|\b(?:paper|article|submission|manuscript|preprint|work)\s+(?:has\s+been|is|was)\s+withdrawn\b/i

/** The record of an entry: its id without version, its journal DOI where one is told; null without a title or an arXiv id. */
export function arxivRecord(entry: ArxivEntry): Record | null {
  const id = normaliseArxivId(entry.id)
  if (id === null) return null
  const withdrawal: EditorialNotice = { kind: 'withdrawal', direction: 'by', from: 'arxiv comment' }
  return apiRecord(
    {
      arxiv: id,
      doi: entry.doi,
      title: entry.title,
      authors: authorsFromNames(entry.authors),
      year: entry.published?.slice(0, 4),
      venue: entry.journalRef ?? 'arXiv',
      types: ['preprint'],
      abstract: entry.summary,
      keywords: entry.categories,
      url: `https://arxiv.org/abs/${id}`,
      openAccess: [{ url: entry.pdf?.replace(/^http:/, 'https:') ?? `https://arxiv.org/pdf/${id}`, kind: 'pdf' }],
      notices: WITHDRAWN.test(entry.comment ?? '') ? [withdrawal] : [],
    },
    'arxiv',
    id,
  )
}
