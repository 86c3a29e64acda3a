import type { Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import type { SourceAnswer, WorkId } from '@winnow/search-gateway/core/source.ts'

/** What became of the lookup of one work at one source. `rejected`: what came is, by its own identifier, another work. */
export interface Lookup {
  /** The source's id, or the name it was asked by. */
  readonly source: string
  readonly title: string
  readonly outcome: 'found' | 'not-found' | 'rejected' | 'throttled' | 'failed' | 'skipped'
  readonly record: Record | null
  /** Why there is no record. */
  readonly error?: string
}

/** The outcome of a lookup from the source's answer: its record counts only when it carries the identifier asked for (spec §4). */
export function lookupOf(id: WorkId, source: string, title: string, answer: SourceAnswer): Lookup {
  const without = (outcome: Exclude<Lookup['outcome'], 'found'>, error: string): Lookup => ({ source, title, outcome, record: null, error })
  if (!('records' in answer)) return without(answer.outcome, answer.reason)
  const record = answer.records.find((candidate) => carries(candidate, id))
  if (record !== undefined) return { source, title, outcome: 'found', record }
  const other = answer.records[0]?.title ?? answer.rejected?.[0]?.foundTitle
  return other === undefined
    ? without('not-found', `${title} does not have ${shownId(id)}`)
    : without('rejected', `${title} gave another work for ${shownId(id)}: “${other}”`)
}

/** Several lookups without a record as one: not found only where every source says so, else the first that did not answer. */
export function lookupTogether(lookups: readonly Lookup[]): Lookup {
  const [first] = lookups
  if (first === undefined) throw new Error('no source was asked')
  const open = lookups.find(({ outcome }) => outcome !== 'not-found') ?? first
  return { ...open, error: lookups.map(({ error, title }) => (error?.includes(title) === true ? error : `${title}: ${error}`)).join('; ') }
}

/** "doi:10.5555/x". A PMC id and a corpus id say themselves what they are. */
export function shownId({ scheme, value }: WorkId): string {
  return scheme === 'pmcid' || value.startsWith('CorpusId:') ? value : `${scheme}:${value}`
}

/** Semantic Scholar's corpus ids stand in no record of ours: what comes for one cannot be checked. */
function carries(record: Record, { scheme, value }: WorkId): boolean {
  return (scheme === 's2' && value.startsWith('CorpusId:')) || completeIdentifiers(record).ids[scheme] === value
}
