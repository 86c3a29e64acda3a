import type { WorkItem } from '../work-queue.ts'

/**
 * A lane or work id is at most this many UTF-16 units: a work id is part of an event's key, which has no more (see
 * `envelope`). At worst 9 characters each, so a subject stays below the server's limit of 4 KiB for a control line.
 */
export const maxTokenSource = 300

/**
 * A text as one token of a subject: what a subject may not hold (".", " ", "*", ">", "%", "/", control characters, non-ASCII)
 * is percent-encoded as UTF-8; ":" stays. Two texts never share a token. Throws on an empty, a too long or an ill-formed text.
 */
export function toToken(text: string): string {
  if (text === '' || text.length > maxTokenSource) throw new Error(`a token has 1 to ${maxTokenSource} characters, not ${text.length}`)
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('.', '%2E').replaceAll('*', '%2A')
}

/** The text of a token; null when `toToken` gives no such token. */
export function fromToken(token: string): string | null {
  try {
    const text = decodeURIComponent(token)
    return toToken(text) === token ? text : null
  } catch {
    return null
  }
}

/** The literal subject of an item: work.<service>.<lane>.<run>.<work id>. */
export function workSubject(item: Pick<WorkItem, 'service' | 'lane' | 'runId' | 'workId'>): string {
  return `work.${toToken(item.service)}.${toToken(item.lane)}.${toToken(item.runId)}.${toToken(item.workId)}`
}

/** The subjects of all items of a lane. */
export function laneSubjects(service: string, lane: string): string {
  return `work.${toToken(service)}.${toToken(lane)}.>`
}

/** The subjects of a run's items, in whatever lane. */
export function runSubjects(runId: string): string {
  return `work.*.*.${toToken(runId)}.>`
}

/** The name of the durable consumer of a lane, such as "screener-default". */
export function consumerName(service: string, lane: string): string {
  return `${toToken(service)}-${toToken(lane)}`
}
