import type { Record } from '@winnow/contracts/entities/record.ts'
import { normaliseOpenalexId } from '@winnow/domain/linkage/identifiers.ts'
import type { Fault } from '@winnow/http/api-exchange.ts'
import { type Conversation, foundPages, notFound } from '../../core/conversation.ts'
import type { Found, NotFound } from '../../core/source.ts'
import { askedAlone, askedByIds, BATCH } from './openalex-lookup.ts'
import { pagedWorks } from './openalex-page.ts'

/** Dead ids that a note names; of more it says how many. */
const NAMED_DEAD = 5

/** Works that `work` cites, in the order of its references, itself left out. Ids of deleted works are unresolved, and named. */
export function* backward(work: Record, limit: number): Conversation<Found | NotFound> {
  const asked = yield* referencesOf(work)
  if ('outcome' in asked) return asked
  const { own, ids } = asked
  const records = new Map<string, Record>()
  const dead: string[] = []
  let repeated = 0
  let fault: Fault | undefined
  for (let start = 0; start < ids.length && records.size < limit && fault === undefined; ) {
    const block = ids.slice(start, start + Math.min(BATCH, limit - records.size))
    start += block.length
    const answers = yield* askedByIds(block)
    for (const id of block) {
      const answer = answers.get(id)
      if (answer === undefined) continue
      if ('fault' in answer) fault = answer.fault
      else if (answer.record === null) dead.push(id)
      // A work that was merged can be there under its new id already, or be the seed.
      else if (records.has(answer.record.recordId) || own.has(answer.record.recordId)) repeated += 1
      else records.set(answer.record.recordId, answer.record)
    }
  }
  const found = foundPages([...records.values()], { limit, total: ids.length, fault, unresolved: dead.length, unusable: repeated })
  return 'records' in found && dead.length > 0 ? { ...found, note: [found.note, deadNote(dead)].filter(Boolean).join('; ') } : found
}

/** Works that cite `work`, the most cited first, so that a cut leaves out the least known. */
export function* forward(work: Record, limit: number): Conversation<Found | NotFound> {
  const id = idOf(work)
  if (id === null) return noId
  const paged = yield* pagedWorks([['sort', 'cited_by_count:desc']], [['cites', id]], limit)
  const others = [...paged.records.values()].filter(({ recordId }) => recordId !== id)
  return foundPages(others, { ...paged, limit, unusable: paged.unusable + paged.records.size - others.length })
}

const noId = notFound({ kind: 'refused', message: 'OpenAlex was not asked: the work has no OpenAlex id' })

interface References {
  /** The ids of the work itself: the one it is known by and, when it was merged, its new one. */
  readonly own: ReadonlySet<string>
  /** What it cites, each once, without itself. */
  readonly ids: readonly string[]
}

function* referencesOf(work: Record): Conversation<References | NotFound> {
  const id = idOf(work)
  if (id === null) return noId
  if (work.references !== undefined) return references(new Set([id]), work)
  const answer = yield* askedAlone(id)
  if ('fault' in answer) return notFound(answer.fault)
  if (answer.record === null) return notFound({ kind: 'not-found', message: `OpenAlex does not know the work ${id}` })
  return references(new Set([id, answer.record.recordId]), answer.record)
}

function references(own: ReadonlySet<string>, record: Record): References {
  const ids = record.references?.flatMap((reference) => normaliseOpenalexId(reference) ?? []) ?? []
  return { own, ids: [...new Set(ids)].filter((id) => !own.has(id)) }
}

function idOf(work: Record): string | null {
  return normaliseOpenalexId(work.ids.openalex ?? work.recordId)
}

function deadNote(dead: readonly string[]): string {
  const named = dead.slice(0, NAMED_DEAD).join(', ')
  return `no longer at OpenAlex: ${dead.length > NAMED_DEAD ? `${named} and ${dead.length - NAMED_DEAD} more` : named}`
}
