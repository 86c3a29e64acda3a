import { trimDoi } from '@winnow/bibliography/identifier-trimming.ts'
import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import { listMember, textMember } from '../answers/json-members.ts'

/**
 * Crossref's update types (and Retraction Watch's) that are notices, by ours. What is missing is none: new_version,
 * new_edition. A work retracted in part still stands, with a concern to be shown (our reading); removal is withdrawal.
 */
const KINDS: ReadonlyMap<string, EditorialNotice['kind']> = new Map([
  ['retraction', 'retraction'],
  ['withdrawal', 'withdrawal'],
  ['removal', 'withdrawal'],
  ['partial-retraction', 'expression-of-concern'],
  ['expression-of-concern', 'expression-of-concern'],
  ['concern', 'expression-of-concern'],
  ['correction', 'correction'],
  ['corrigendum', 'correction'],
  ['addendum', 'correction'],
  ['clarification', 'correction'],
  ['erratum', 'erratum'],
])

/**
 * The notices of a work: `update-to` (it is the notice), `updated-by` (it is the subject), each once. A work that updates
 * itself has none (PLOS does so for a new version), but one that says it is retracted or withdrawn by itself is: its notice
 * replaced it under its own DOI.
 */
export function crossrefNotices(work: unknown): readonly EditorialNotice[] {
  const own = doiOf(work)
  const notices = [...updates(work, 'update-to', 'of'), ...updates(work, 'updated-by', 'by')].filter(
    (notice) => notice.doi === undefined || notice.doi !== own || (notice.direction === 'by' && endsWork(notice)),
  )
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()]
}

/** Whether one of the notices says that the work itself is retracted or withdrawn. */
export function saysRetracted(notices: readonly EditorialNotice[]): boolean {
  return notices.some((notice) => notice.direction === 'by' && endsWork(notice))
}

function endsWork({ kind }: EditorialNotice): boolean {
  return kind === 'retraction' || kind === 'withdrawal'
}

function updates(work: unknown, list: 'update-to' | 'updated-by', direction: EditorialNotice['direction']): readonly EditorialNotice[] {
  return listMember(work, list).flatMap((update) => {
    const kind = KINDS.get((textMember(update, 'type') ?? '').toLowerCase().replace(/[\s_]/g, '-'))
    const doi = doiOf(update)
    return kind === undefined ? [] : [{ kind, direction, ...(doi === undefined ? {} : { doi }), from: `crossref ${list}` }]
  })
}

function doiOf(value: unknown): string | undefined {
  const doi = textMember(value, 'DOI')
  return doi === undefined ? undefined : trimDoi(doi)
}
