import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import { authorKeys, shareAuthor } from './author-key.ts'
import { profileOf } from './profile.ts'
import { titleEvidence, titleVeto } from './title-evidence.ts'

/** What is known of a work that was looked up by an identifier. */
export type WantedWork = { readonly title: string; readonly authors: readonly Author[] }

/** Whether a looked-up record is the wanted work; a rejected one must never be used (`LookupRejected`). */
export type LookupCheck = { readonly verified: true } | { readonly verified: false; readonly reason: string }

/**
 * Checks a record that a source returned for an identifier against the title and authors it was asked for (spec §4: some
 * arXiv DOIs at OpenAlex lead to another work). The titles must agree as in linkage, and the author lists, where both are
 * known, must share somebody unless the titles are equal.
 */
export function verifyLookup(wanted: WantedWork, found: Record): LookupCheck {
  const there = profileOf(found)
  const here = profileOf({ ...found, title: wanted.title })
  const evidence = titleEvidence(here.title, there.title)
  if (evidence === null) return { verified: false, reason: 'another title' }
  const veto = titleVeto(here, there, evidence, null)
  if (veto !== null) return { verified: false, reason: veto }
  const authors = authorKeys(wanted.authors)
  const disjoint = authors.length > 0 && there.authors.length > 0 && !shareAuthor(authors, there.authors)
  return disjoint && evidence.kind !== 'exact' ? { verified: false, reason: 'no shared author' } : { verified: true }
}
