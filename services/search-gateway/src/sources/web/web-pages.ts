import type { Record } from '@winnow/contracts/entities/record.ts'
import { type ApiReply, type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { type Conversation, foundPages } from '../../core/conversation.ts'
import type { Found, NotFound } from '../../core/source.ts'
import { type WebHit, webRecord } from './web-record.ts'

/** One page of an engine's hits. */
export interface WebPage {
  readonly hits: readonly WebHit[]
  /** Whether the engine has more; null when it does not say. */
  readonly more: boolean | null
  /** Who of those that the engine asks did not answer: "bing (CAPTCHA)". */
  readonly silent?: readonly string[]
}

/** How one engine is asked. */
export interface WebEngineTalk {
  readonly title: string
  /** The request for a page, counted from 0. */
  readonly ask: (page: number) => ApiRequest
  /** The page in an answer, null when the answer has another shape. */
  readonly read: (body: unknown) => WebPage | null
  readonly mostPages: number
  /** What a user should know of the way the engine was asked, such as a cut query. */
  readonly notes: readonly string[]
}

/**
 * Asks page after page until `limit` different pages are found, the engine has no more, or a page brings nothing new. An
 * answer without hits while parts of the engine did not answer is a failure, not zero results.
 */
export function* webPages(limit: number, talk: WebEngineTalk): Conversation<Found | NotFound> {
  const records = new Map<string, Record>()
  const silent = new Set<string>()
  let more = false
  let hits = 0
  let fault: Fault | undefined
  for (let page = 0; page < talk.mostPages && records.size < limit; page++) {
    const known = records.size
    const answer = pageIn(yield talk.ask(page), talk)
    if (!('hits' in answer)) {
      fault = answer
      break
    }
    hits += answer.hits.length
    for (const hit of answer.hits) {
      const record = webRecord(hit)
      if (record !== null && !records.has(record.recordId)) records.set(record.recordId, record)
    }
    for (const name of answer.silent ?? []) silent.add(name)
    more = answer.more === true
    if (answer.more === false || records.size === known) break
  }
  if (records.size === 0) fault ??= nothingUsable(talk.title, hits, silent)
  const found = foundPages([...records.values()], { limit, total: null, more, fault })
  const notes = [...talk.notes, ...(silent.size === 0 ? [] : [`did not answer: ${[...silent].join(', ')}`])]
  return 'records' in found ? withNotes(found, notes) : found
}

/** The answer with further notes beside its own. */
export function withNotes(found: Found, notes: readonly string[]): Found {
  const all = [...(found.note === undefined ? [] : [found.note]), ...notes]
  return all.length === 0 ? found : { ...found, note: all.join('; ') }
}

function pageIn(reply: ApiReply, { title, read }: WebEngineTalk): WebPage | Fault {
  if (!reply.ok) return reply.fault
  return read(jsonBody(reply.response)) ?? { kind: 'unreadable', message: `${title} answered in an unknown shape` }
}

function nothingUsable(title: string, hits: number, silent: ReadonlySet<string>): Fault | undefined {
  if (silent.size > 0)
    return { kind: 'broken', message: `${title} has no results because engines did not answer: ${[...silent].join(', ')}` }
  if (hits === 0) return undefined
  return { kind: 'unreadable', message: `${title} answered only with results that lack a title or a web address (${hits})` }
}
