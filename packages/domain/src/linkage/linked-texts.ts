import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import type { Blocking } from './blocking.ts'
import { BLOCK_CAP } from './blocking-keys.ts'
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
 * under the title of the article). Records described alike stand for each other: the first is the work. A name that more
 * than `BLOCK_CAP` descriptions have names no work. Costs nothing but for texts that are about something.
 */
export class LinkedTexts {
  readonly #profiles: readonly Profile[]
  readonly #blocking: Blocking
  /** Texts by what they name: "doi:…", "pmid:…", or a title without spaces. */
  readonly #naming = new Map<string, number[]>()
  readonly #texts: number[] = []

  /** Both grow beside it: a position is added here after it has its profile, and its blocks if it is a new description. */
  constructor(profiles: readonly Profile[], blocking: Blocking) {
    this.#profiles = profiles
    this.#blocking = blocking
  }

  /** Takes the profile at a position in. */
  add(position: number): void {
    const names = namesIn(profileAt(this.#profiles, position))
    if (names.length === 0) return
    this.#texts.push(position)
    for (const name of names) {
      const texts = this.#naming.get(name)
      if (texts === undefined) this.#naming.set(name, [position])
      else texts.push(position)
    }
  }

  /** All links, by the positions of the texts, then of the works. */
  all(): readonly LinkedText[] {
    return this.#texts.flatMap((text) => this.worksOf(text))
  }

  /** The links of a text to the works it is about, by position. */
  worksOf(text: number): readonly LinkedText[] {
    const profile = profileAt(this.#profiles, text)
    const named = statedTargets(profile).flatMap(({ key, kind }) => this.#identified(key).map((work) => ({ text, work, kind })))
    if (named.length > 0) return distinct(named)
    if (!isAbout(profile)) return []
    const works = this.#entitled(aboutTitle(profile)).filter((work) => mayBeAbout(profile, profileAt(this.#profiles, work)))
    return distinct(works.map((work) => ({ text, work, kind: kindOf(profile) })))
  }

  /** Every work that a text names in one way or another, be it linked to it or not. */
  worksNamed(text: number): readonly number[] {
    const profile = profileAt(this.#profiles, text)
    const stated = statedTargets(profile).flatMap(({ key }) => this.#identified(key))
    return isAbout(profile) ? [...stated, ...this.#entitled(aboutTitle(profile))] : stated
  }

  /** The texts that name what a record is called, whether they are linked to it, to others or to none. */
  textsNaming(position: number): readonly number[] {
    const profile = profileAt(this.#profiles, position)
    const names = [...identifierKeys(profile), profile.title.compact, profile.title.mainCompact]
    return [...new Set(names.flatMap((name) => this.#naming.get(name) ?? []))].filter((text) => text !== position)
  }

  #identified(name: string): readonly number[] {
    return this.#works(`i${name}`, (profile) => identifierKeys(profile).includes(name))
  }

  #entitled(title: string): readonly number[] {
    return title === '' ? [] : this.#works(`t${title}`, ({ title: own }) => own.compact === title || own.mainCompact === title)
  }

  #works(key: string, isMeant: (profile: Profile) => boolean): readonly number[] {
    const works = this.#blocking.membersOf(key)
    return works.length > BLOCK_CAP
      ? []
      : works.filter((work) => isWork(profileAt(this.#profiles, work)) && isMeant(profileAt(this.#profiles, work)))
  }
}

/** What a text may name its work by; nothing where it is about none. */
function namesIn(profile: Profile): readonly string[] {
  const about = isAbout(profile) ? aboutTitle(profile) : ''
  return [...statedTargets(profile).map(({ key }) => key), ...(about === '' ? [] : [about])]
}

function isWork(profile: Profile): boolean {
  return !isAbout(profile)
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
  return [...new Map(found.map((link) => [link.work, link])).values()].sort((x, y) => x.work - y.work)
}
