import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Fault } from '@winnow/http/api-exchange.ts'
import { type LookedUp, notFound } from './conversation.ts'

/**
 * The outcome of a lookup by `workKey`: what was found, and what could not be asked for. When nothing was found, the first
 * of the faults is the outcome: a failed lookup never looks like an unknown id.
 */
export function lookedUp(
  found: Iterable<readonly [key: string, record: Record]>,
  unanswered: Iterable<readonly [key: string, fault: Fault]>,
): LookedUp {
  const records = new Map(found)
  const faults = [...unanswered]
  const [first] = faults
  if (first === undefined) return { outcome: 'answered', records }
  if (records.size === 0) return notFound(first[1])
  return { outcome: 'answered', records, unanswered: new Map(faults.map(([key, { message }]) => [key, message])) }
}
