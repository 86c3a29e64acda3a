import type { Record } from '@winnow/contracts/entities/record.ts'
import { type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { batches } from '../../core/batches.ts'
import { type Conversation, type LookedUp, workKey } from '../../core/conversation.ts'
import { lookedUp } from '../../core/looked-up.ts'
import type { WorkId } from '../../core/source.ts'
import { askedWorks, LARGEST_PAGE } from './openalex-page.ts'
import { openalexRecord, workId } from './openalex-record.ts'
import { type WorkFilter, workRequest, worksRequest } from './openalex-request.ts'

/** Ids in one filter: more than 50 have been refused (PBR-015), 100 are documented. */
export const BATCH = 50
/** Characters that a filter's values take in an address of at most 4 KB. */
const LONGEST_FILTER = 3_000
/** So many ids of a scheme are worth a list, which costs a credit; fewer are asked for one by one, which is free. */
const WORTH_A_LIST = 5

/** A work that could be asked for: there, unknown to OpenAlex (null), or not answered. */
type AskedWork = { readonly record: Record | null } | { readonly fault: Fault }

/** Records by identifiers; an arXiv id is asked for as the DOI that arXiv gives it. */
export function* lookup(ids: readonly WorkId[]): Conversation<LookedUp> {
  const asked = ids.flatMap((id) => {
    const own = ownId(id)
    return own === null ? [] : [{ key: workKey(id), own }]
  })
  const answers = yield* askedByIds(asked.map(({ own }) => own))
  const found = asked.flatMap(({ key, own }) => {
    const answer = answers.get(own)
    return answer !== undefined && 'record' in answer && answer.record !== null ? [[key, answer.record] as const] : []
  })
  const unanswered = asked.flatMap(({ key, own }) => {
    const answer = answers.get(own)
    return answer !== undefined && 'fault' in answer ? [[key, answer.fault] as const] : []
  })
  return lookedUp(found, unanswered)
}

/** "W1", "doi:10.5555/x", "pmid:1", "pmcid:PMC1"; null for a scheme that OpenAlex does not have. */
function ownId({ scheme, value }: WorkId): string | null {
  switch (scheme) {
    case 'openalex':
      return value
    case 'arxiv':
      return `doi:10.48550/arxiv.${value}`
    case 'doi':
    case 'pmid':
    case 'pmcid':
      return `${scheme}:${value}`
    case 's2':
      return null
  }
}

const LISTED: readonly { readonly prefix: string; readonly filter: WorkFilter }[] = [
  { prefix: 'W', filter: 'openalex' },
  { prefix: 'doi:', filter: 'doi' },
  { prefix: 'pmid:', filter: 'ids.pmid' },
]

/**
 * Works by OpenAlex's own spelling of their ids. Many of a kind are asked for in lists; what a list does not have, such as
 * a work that was merged into another, is asked for alone (shared/scholarly-apis.md §1, gotcha 4).
 */
export function* askedByIds(ids: readonly string[]): Conversation<ReadonlyMap<string, AskedWork>> {
  const answers = new Map<string, AskedWork>()
  for (const { prefix, filter } of LISTED) {
    const some = ids.filter((id) => id.startsWith(prefix) && !/[,|!"]/.test(id))
    if (some.length >= WORTH_A_LIST) yield* askLists(some, filter, answers)
  }
  let down: AskedWork | undefined
  for (const id of ids) {
    if (answers.has(id)) continue
    const answer: AskedWork = down ?? (yield* askedAlone(id))
    // Whatever is not wrong with this one id would be wrong with the next one too.
    if ('fault' in answer && answer.fault.kind !== 'bad-request') down = answer
    answers.set(id, answer)
  }
  return answers
}

function* askLists(ids: readonly string[], filter: WorkFilter, answers: Map<string, AskedWork>): Conversation<void> {
  const bare = new Map(ids.map((id) => [id.replace(/^\w+:/, ''), id]))
  for (const batch of batches([...bare.keys()], BATCH, LONGEST_FILTER)) {
    const page = yield* askedWorks(worksRequest([], [[filter, batch.join('|')]], { size: LARGEST_PAGE, number: 1 }))
    if ('fault' in page) {
      // A list that is refused has an id in it that OpenAlex does not like; alone each shows whether it is the one.
      if (page.fault.kind !== 'bad-request') for (const value of batch) answers.set(bare.get(value) ?? value, { fault: page.fault })
      continue
    }
    for (const record of page.records) {
      const value = filter === 'openalex' ? record.recordId : filter === 'doi' ? record.ids.doi : record.ids.pmid
      const id = bare.get(value ?? '')
      if (id !== undefined && !answers.has(id)) answers.set(id, { record })
    }
  }
}

/** One work, free of charge; a merged one comes under its new id. */
export function* askedAlone(id: string): Conversation<AskedWork> {
  const reply = yield workRequest(id)
  if (!reply.ok) return reply.fault.kind === 'not-found' ? { record: null } : { fault: reply.fault }
  const body = jsonBody(reply.response)
  if (workId(body) === null) return { fault: { kind: 'unreadable', message: `OpenAlex answered with a list instead of the work ${id}` } }
  return { record: openalexRecord(body, 'alone') }
}
