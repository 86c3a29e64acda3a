import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import { normaliseDoi } from './doi.ts'
import { normalisePmid } from './identifiers.ts'
import { type Profile, profileAt } from './profile.ts'
import { isNoticeKind, textKind } from './text-kind.ts'
import { titleKey } from './title-key.ts'
import { withoutNotes } from './title-notes.ts'

/** A text about another work: notice, reply, protocol … (`about`), and the work it is about, by positions. Never merged. */
export type LinkedText = { readonly text: number; readonly work: number; readonly kind: LinkedKind }

/** Kinds of the contract's notices, and those of texts that belong to a work without being a notice. */
export type LinkedKind = EditorialNotice['kind'] | 'comment' | 'supplement' | 'protocol'

/**
 * Which records are about which: by the identifiers in a record's own notices, then by the work's title inside the
 * text's title ("Erratum to: …"), and for a notice without such a title by its whole title (PubMed files retractions
 * under the title of the article). Ordered by position.
 */
export function linkedTexts(profiles: readonly Profile[]): readonly LinkedText[] {
  const texts = profiles.flatMap((profile, text) => {
    const stated = statedTargets(profile)
    const about = isAbout(profile) ? aboutTitle(profile) : ''
    return stated.length > 0 || about !== '' ? [{ profile, text, stated, about }] : []
  })
  if (texts.length === 0) return []
  const wanted = new Map<string, number[]>(
    texts.flatMap(({ stated, about }) => [...stated.map(({ key }) => key), about]).map((key) => [key, []]),
  )
  profiles.forEach((profile, position) => {
    if (isAbout(profile)) return
    const keys = [...identifierKeys(profile), profile.title.compact, profile.title.mainCompact]
    for (const key of new Set(keys)) if (key !== '') wanted.get(key)?.push(position)
  })
  return texts.flatMap(({ profile, text, stated, about }) => {
    const named = stated.flatMap(({ key, kind }) => (wanted.get(key) ?? []).map((work) => ({ text, work, kind })))
    if (named.length > 0) return distinct(named)
    const works = (wanted.get(about) ?? []).filter((work) => mayBeAbout(profile, profileAt(profiles, work)))
    return distinct(works.map((work) => ({ text, work, kind: kindOf(profile) })))
  })
}

function isAbout({ isNotice, kind }: Profile): boolean {
  return isNotice || kind !== 'work'
}

function identifierKeys({ ids }: Profile): readonly string[] {
  return [...(ids.doi === undefined ? [] : [`doi:${ids.doi}`]), ...(ids.pmid === undefined ? [] : [`pmid:${ids.pmid}`])]
}

function statedTargets({ record }: Profile): readonly { readonly key: string; readonly kind: LinkedKind }[] {
  return (record.notices ?? []).flatMap(({ direction, kind, doi, pmid }) => {
    if (direction !== 'of') return []
    const keys = [doi === undefined ? null : normaliseDoi(doi), pmid === undefined ? null : normalisePmid(pmid)]
    return keys.flatMap((key, i) => (key === null ? [] : [{ key: `${i === 0 ? 'doi' : 'pmid'}:${key}`, kind }]))
  })
}

function aboutTitle({ record, title }: Profile): string {
  const { about } = textKind(withoutNotes(record.title))
  return about === null ? title.compact : titleKey(withoutNotes(about)).compact
}

/** A text about a work follows it within ten years, a protocol goes before it; a year either way for print dates (our figures). */
function mayBeAbout(text: Profile, work: Profile): boolean {
  if (work.title.distinctive.length === 0) return false
  if (text.year === null || work.year === null) return true
  const later = text.kind === 'protocol' ? work.year - text.year : text.year - work.year
  return later >= -1 && later <= 10
}

function kindOf({ record, kind }: Profile): LinkedKind {
  const own = record.notices?.find(({ direction }) => direction === 'of')?.kind
  if (own !== undefined) return own
  const raw = record.rawType ?? ''
  if (isNoticeKind(kind) || kind === 'work') {
    if (kind === 'retraction' || /retraction/i.test(raw)) return 'retraction'
    if (kind === 'concern' || /concern/i.test(raw)) return 'expression-of-concern'
    return /erratum/i.test(`${raw} ${record.title}`) ? 'erratum' : 'correction'
  }
  return kind === 'concern' ? 'expression-of-concern' : kind
}

function distinct(found: readonly LinkedText[]): readonly LinkedText[] {
  return [...new Map(found.map((link) => [link.work, link])).values()]
}
