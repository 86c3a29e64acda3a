import type { Record } from '@winnow/contracts/entities/record.ts'
import { record as recordSchema } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiResponse } from '@winnow/http/api-exchange.ts'
import type { ApiSource } from '../core/api-source.ts'
import type { Conversation, LookedUp } from '../core/conversation.ts'
import type { Found, NotFound, WorkId } from '../core/source.ts'
import { sourceEnvironment } from '../source-settings.ts'
import { converse } from './converse.ts'

/** A key that no message may show, set for every source. */
export const secretKey = 'sk-secret-4711'

export const keyedSettings = sourceEnvironment.parse({
  WINNOW_CONTACT: 'check@example.org',
  WINNOW_SEARXNG_URL: 'https://searx.example.org',
  ...Object.fromEntries(
    ['OPENALEX', 'SEMANTIC_SCHOLAR', 'NCBI', 'TAVILY', 'BRAVE', 'SERPER', 'CLUEWEB'].map((name) => [`${name}_API_KEY`, secretKey]),
  ),
})

/** One thing that a source was asked, and what it made of the answer. */
export interface Asked {
  readonly kind: 'search' | 'title' | 'lookup' | 'backward' | 'forward'
  /** "answered" only of a lookup. */
  readonly outcome: Found['outcome'] | NotFound['outcome'] | 'answered'
  readonly records: readonly Record[]
  readonly unresolved: number
  /** A reason or a note. */
  readonly message: string | undefined
  readonly limit: number
}

const workIds: readonly WorkId[] = [
  { scheme: 'doi', value: '10.5555/nothing' },
  { scheme: 'arxiv', value: '1605.08386' },
  { scheme: 'pmid', value: '38534005' },
  { scheme: 'pmcid', value: 'PMC2323736' },
  { scheme: 'openalex', value: 'W2741809807' },
  { scheme: 's2', value: 'e945ca4fdcf45b1a118f1462db7afa12629a131f' },
]

/** A source's own record, by an id as its API spells it. */
function seed(source: string): Record {
  const recordId = { openalex: 'W2741809807', crossref: '10.1371/journal.pone.0033693', pubmed: '38534005' }[source] ?? 'p1'
  return { recordId, source, ids: {}, title: 'Seed', authors: [], type: 'article' }
}

/** Asks a source everything it can be asked, each request answered alike: judged by its policy, as the client does. */
export function askEverything(source: ApiSource, response: ApiResponse, limit = 3): readonly Asked[] {
  const { api } = source
  const fault = source.policy(keyedSettings).faultOf(response)
  const reply: ApiReply = fault === null ? { ok: true, response } : { ok: false, fault }
  const hold = <T>(conversation: Conversation<T>): T => converse(conversation, () => reply).result
  const work = seed(source.name)
  const known = workIds.filter(({ scheme }) => api.lookupSchemes.includes(scheme))
  return [
    foundBy('search', hold(api.search({ query: 'river ecology', limit, fromYear: 2019, toYear: 2021 })), limit),
    ...(api.findTitle === undefined ? [] : [foundBy('title', hold(api.findTitle('Ecology of rivers')), 5)]),
    ...(api.lookup === undefined ? [] : [looked(hold(api.lookup(known)), known.length)]),
    ...(api.lookup === undefined ? [] : known.map((id) => looked(hold(api.lookup?.([id]) ?? nothing()), 1))),
    ...(api.backward === undefined ? [] : [foundBy('backward', hold(api.backward(work, limit)), limit)]),
    ...(api.forward === undefined ? [] : [foundBy('forward', hold(api.forward(work, limit)), limit)]),
  ]
}

// biome-ignore lint/correctness/useYield: it asks nothing
function* nothing(): Conversation<LookedUp> {
  return { outcome: 'answered', records: new Map() }
}

function foundBy(kind: Asked['kind'], answer: Found | NotFound, limit: number): Asked {
  return 'records' in answer
    ? { kind, outcome: answer.outcome, records: answer.records, unresolved: answer.unresolved, message: answer.note, limit }
    : { kind, outcome: answer.outcome, records: [], unresolved: 0, message: answer.reason, limit }
}

function looked(answer: LookedUp, limit: number): Asked {
  const shared = { kind: 'lookup' as const, unresolved: 0, limit }
  if (answer.outcome !== 'answered') return { ...shared, outcome: answer.outcome, records: [], message: answer.reason }
  const records = [...new Map([...answer.records.values()].map((record) => [record.recordId, record])).values()]
  return { ...shared, outcome: 'answered', records, message: [...(answer.unanswered?.values() ?? [])].join('\n') || undefined }
}

/** What is wrong with an answer whatever was sent: nothing that a source sends may lead to one of these. */
export function wrongWith({ kind, outcome, records, message, limit }: Asked): readonly string[] {
  const wrong: string[] = []
  if (records.length > limit) wrong.push(`${records.length} records for a limit of ${limit}`)
  if ((outcome === 'hits' || outcome === 'truncated') !== records.length > 0 && outcome !== 'answered')
    wrong.push(`${records.length} records beside "${outcome}"`)
  if (outcome === 'failed' || outcome === 'throttled' || outcome === 'skipped') {
    if ((message ?? '').length < 10) wrong.push(`no reason: ${message}`)
  }
  for (const line of (message ?? '').split('\n')) {
    if (line.length > 400) wrong.push(`a message of ${line.length} characters: ${line}`)
    if (/<\/?[a-z!][^>]*>/i.test(line)) wrong.push(`markup in the message: ${line}`)
    if (line.includes(secretKey)) wrong.push('the key in the message')
  }
  if (new Set(records.map(({ recordId }) => recordId)).size < records.length) wrong.push('a recordId twice')
  return [...wrong, ...records.flatMap(wrongWithRecord)].map((text) => `${kind}: ${text}`)
}

function wrongWithRecord(record: Record): readonly string[] {
  const { recordId, title, year } = record
  const read = recordSchema.strict().safeParse(record)
  return [
    ...(read.success ? [] : [`no record: ${read.error.message}`]),
    ...(title.trim() === '' ? ['no title'] : []),
    ...(/<\/?(?:i|b|sub|sup|p|script|mml:\w+|jats:\w+)\b[^>]*>|&[a-z]+;|&#\w+;/i.test(title) ? [`markup in the title: ${title}`] : []),
    ...(/[\u0000-\u001F\u007F]/.test(JSON.stringify(Object.values(record)).replaceAll('\\n', '')) ? ['control characters'] : []),
    ...(/[\u0000-\u001F]/.test(title) || !title.isWellFormed() ? [`control characters in the title: ${JSON.stringify(title)}`] : []),
    ...(year === undefined || (Number.isInteger(year) && year >= 1000 && year <= 2100) ? [] : [`the year ${year}`]),
    ...(recordId.trim() === '' || recordId !== recordId.trim() ? [`the id "${recordId}"`] : []),
  ]
}
