import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { EditorialNotice, Record } from '@winnow/contracts/entities/record.ts'
import { isNoticeKind, type TextKind, textKind } from './text-kind.ts'
import { saysRetracted, withoutNotes } from './title-notes.ts'

/** PubMed's publication types of notices, where a source hands them on in `rawType`. */
const NOTICE_TYPE = /\b(?:retraction of publication|published erratum|expression of concern|retraction notice|corrigendum|erratum)\b/i
const RETRACTED_TYPE = /\bretracted publication\b/i

/** A notice about a record's work that was found as a record of its own (see `linkedTexts`). */
export type KnownNotice = { readonly kind: EditorialNotice['kind'] }

/**
 * Whether a record is itself a notice about another work, and so no study: it updates another work, its type says so,
 * or its title does (`kind`, where the caller knows it already). A record of a retracted work is none.
 */
export function isNoticeRecord(record: Record, kind: TextKind = textKind(withoutNotes(record.title)).kind): boolean {
  if (record.type === 'notice') return true
  if (record.notices?.some(({ direction, kind }) => direction === 'of' && kind !== 'reply') === true) return true
  if (record.rawType !== undefined && NOTICE_TYPE.test(record.rawType)) return true
  return isNoticeKind(kind)
}

/**
 * The editorial state of a document from all its records and from the notices that are linked to it (PBR-026):
 * `notice` – it is one itself; `retracted` – a title, a retraction notice or an uncontradicted flag says so; `conflict` –
 * a source says "retracted" while the others say "not", or know only a milder notice; then `concern`, `corrected`, `ok`.
 * A flag that says "not retracted" never outweighs a notice: sources set it before the notice appears.
 */
export function editorialState(records: readonly Record[], linked: readonly KnownNotice[] = []): EditorialState {
  if (records.length > 0 && records.every((record) => isNoticeRecord(record))) return 'notice'
  const works = records.filter((record) => !isNoticeRecord(record))
  const kinds = new Set([
    ...works.flatMap(({ notices = [] }) => notices.filter(({ direction }) => direction === 'by').map(({ kind }) => kind)),
    ...linked.map(({ kind }) => kind),
  ])
  kinds.delete('reply')
  if (kinds.has('retraction') || kinds.has('withdrawal') || works.some(saysSo)) return 'retracted'
  if (works.some(({ retracted }) => retracted === true)) {
    return kinds.size > 0 || works.some(({ retracted }) => retracted === false) ? 'conflict' : 'retracted'
  }
  if (kinds.has('expression-of-concern')) return 'concern'
  return kinds.size > 0 ? 'corrected' : 'ok'
}

function saysSo({ title, rawType }: Record): boolean {
  return saysRetracted(title) || (rawType !== undefined && RETRACTED_TYPE.test(rawType))
}
