import { makeRecord } from '@winnow/bibliography/make-record.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import { type LookupCheck, verifyLookup } from '@winnow/domain/linkage/verified-lookup.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'

const identifying = ['doi', 'pmid', 'pmcid', 'arxiv'] as const

/** Characters from the start of a PDF's text among which its title stands, when something else was taken for it (our reading). */
const head = 600
/** A shorter title may stand anywhere (letters; our reading). */
const shortestTitle = 30

/** A text with its own record. `askedBy`: the identifier in the address it came from, which proves nothing. */
export interface FetchedText {
  readonly format: 'pdf' | 'jats' | 'html'
  readonly entry: RawEntry
  readonly fullText: FullText
  readonly askedBy?: keyof Identifiers | undefined
}

/**
 * Whether a fetched text is of the wanted work (spec §4: addresses lead to other works): its own title agrees with that of
 * one of the work's records; or it carries another identifier of the work than the one it was asked by; or, since a PDF's
 * title is hard to find, a wanted title stands at its beginning. A text without a title is taken.
 */
export function checkWork(wanted: readonly Record[], fetched: FetchedText): LookupCheck {
  const { record } = makeRecord(fetched.entry, 'fetched', 1)
  const titled = wanted.filter(({ title }) => title !== '')
  if (record === undefined || record.title === '' || titled.length === 0) return { verified: true }
  const reasons = titled.flatMap(({ title, authors }) => {
    const check = verifyLookup({ title, authors }, record)
    return check.verified ? [] : [check.reason]
  })
  if (reasons.length < titled.length || carriesIdentifier(wanted, record, fetched.askedBy)) return { verified: true }
  if (fetched.format === 'pdf' && reasons.includes('another title') && beginsWithTitle(titled, fetched.fullText)) return { verified: true }
  return { verified: false, reason: `another work: "${record.title}" (${reasons[0]})` }
}

function carriesIdentifier(wanted: readonly Record[], found: Record, askedBy: keyof Identifiers | undefined): boolean {
  const { ids } = completeIdentifiers(found)
  return identifying.some((scheme) => {
    const own = ids[scheme]
    return scheme !== askedBy && own !== undefined && wanted.some((record) => completeIdentifiers(record).ids[scheme] === own)
  })
}

function beginsWithTitle(wanted: readonly Record[], { sections }: FullText): boolean {
  const [first] = sections
  const beginning = first === undefined ? '' : letters(`${first.heading} ${first.text.slice(0, head)}`)
  return wanted.map(({ title }) => letters(title)).some((title) => title.length >= shortestTitle && beginning.includes(title))
}

function letters(text: string): string {
  return normaliseTitle(text).replaceAll(' ', '')
}
