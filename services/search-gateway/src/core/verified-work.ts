import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import { verifyLookup, type WantedWork } from '@winnow/domain/linkage/verified-lookup.ts'
import { type Api, type Conversation, workKey } from './conversation.ts'
import type { NotFound, RejectedLookup, WorkId } from './source.ts'

/** A source's own record of a work that was known from elsewhere, and what was turned down on the way. */
export type VerifiedWork =
  | { readonly work: Record; readonly rejected: readonly RejectedLookup[] }
  | { readonly work: null; readonly failure: NotFound; readonly rejected: readonly RejectedLookup[] }

/**
 * Finds a work at a source (spec §4, verified lookups): its own record of the work when it is among `known`; else by the
 * identifiers of the known records, each answer checked against title and authors; else by the title without punctuation,
 * checked alike. What fails the check is named and never used. A source that does not have the work is `skipped`, one that
 * failed to answer is `throttled` or `failed`.
 */
export function* verifiedWork(api: Api, source: string, known: readonly Record[]): Conversation<VerifiedWork> {
  const own = known.find((record) => record.source === source)
  if (own !== undefined) return { work: own, rejected: [] }
  const wanted = wantedWork(known)
  const byId = yield* byIdentifiers(api, known, wanted)
  if (byId.work !== null) return byId
  const byTitle = wanted === null ? byId : yield* byTitleSearch(api, wanted)
  const rejected = [...byId.rejected, ...byTitle.rejected]
  if (byTitle.work !== null) return { work: byTitle.work, rejected }
  // A lookup that was not answered, or not asked because the source is left alone, leaves it open whether it has the work.
  const failure = [byId.failure, byTitle.failure].find((one) => one !== unknown) ?? {
    outcome: 'skipped' as const,
    reason: rejected.length > 0 ? `${source} has no record that is surely this work` : `${source} does not have this work`,
  }
  return { work: null, failure, rejected }
}

/** Identifiers of all records that the API can look up, in the API's order of preference, each once. */
export function workIds(records: readonly Record[], schemes: readonly WorkId['scheme'][]): readonly WorkId[] {
  const complete = records.map((record) => completeIdentifiers(record).ids)
  const ids = schemes.flatMap((scheme) =>
    complete.flatMap((known: Identifiers) => (known[scheme] === undefined ? [] : [known[scheme]])).map((value) => ({ scheme, value })),
  )
  return ids.filter((id, place) => ids.findIndex((other) => workKey(other) === workKey(id)) === place)
}

/** Title and authors of the best of the records: the first with authors, else the first with a title. */
function wantedWork(known: readonly Record[]): WantedWork | null {
  const titled = known.filter(({ title }) => title !== '')
  const best = titled.find(({ authors }) => authors.length > 0) ?? titled[0]
  return best === undefined ? null : { title: best.title, authors: best.authors }
}

const unknown: NotFound = { outcome: 'skipped', reason: 'not asked' }

function* byIdentifiers(api: Api, known: readonly Record[], wanted: WantedWork | null): Conversation<VerifiedWork> {
  const ids = workIds(known, api.lookupSchemes)
  if (api.lookup === undefined || ids.length === 0) return { work: null, failure: unknown, rejected: [] }
  const answer = yield* api.lookup(ids)
  if (answer.outcome !== 'answered') return { work: null, failure: answer, rejected: [] }
  const rejected: RejectedLookup[] = []
  for (const id of ids) {
    const found = answer.records.get(workKey(id))
    if (found === undefined) continue
    const check = wanted === null ? { verified: true as const } : verifyLookup(wanted, found)
    if (check.verified) return { work: found, rejected }
    rejected.push({ asked: workKey(id), foundTitle: found.title, reason: check.reason })
  }
  // An identifier that was not answered may be the one that leads to the work.
  const [reason] = answer.unanswered?.values() ?? []
  return { work: null, failure: reason === undefined ? unknown : { outcome: 'failed', reason }, rejected }
}

function* byTitleSearch(api: Api, wanted: WantedWork): Conversation<VerifiedWork> {
  const title = withoutPunctuation(wanted.title)
  if (api.findTitle === undefined || title === '') return { work: null, failure: unknown, rejected: [] }
  const answer = yield* api.findTitle(title)
  if (!('records' in answer)) return { work: null, failure: answer, rejected: [] }
  const found = answer.records.find((record) => verifyLookup(wanted, record).verified)
  if (found !== undefined) return { work: found, rejected: [] }
  // Of a search only the best hit is worth naming: the others were never claimed to be the work.
  const [best] = answer.records
  if (best === undefined) return { work: null, failure: unknown, rejected: [] }
  const check = verifyLookup(wanted, best)
  return {
    work: null,
    failure: unknown,
    rejected: [{ asked: 'title', foundTitle: best.title, reason: check.verified ? '' : check.reason }],
  }
}

/** A title as words to search for; an apostrophe inside a word is part of it ("two’s" is not "two s"). */
function withoutPunctuation(title: string): string {
  return title
    .replace(/(?<=\p{L})[’'](?=\p{L})/gu, '\u0001')
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replaceAll('\u0001', '’')
    .replace(/\s+/gu, ' ')
    .trim()
}
