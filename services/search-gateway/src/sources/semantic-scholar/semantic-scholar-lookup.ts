import type { Record } from '@winnow/contracts/entities/record.ts'
import { type ApiReply, type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { type Conversation, type LookedUp, workKey } from '../../core/conversation.ts'
import { lookedUp } from '../../core/looked-up.ts'
import type { WorkId } from '../../core/source.ts'
import { textMember } from '../answers/json-members.ts'
import { fieldsParameter, paperRecord } from './semantic-scholar-record.ts'

/** Ids that one batch may hold (facts §2). */
const batchSize = 500

/** The schemes of ids that the API knows papers by, its own first. */
export const paperIdSchemes: readonly WorkId['scheme'][] = ['s2', 'doi', 'arxiv', 'pmid', 'pmcid']

/** One id by itself, several in batches whose answers stand in the order of the ids, null for an unknown one (PBR-009). */
export function* lookupPapers(ids: readonly WorkId[]): Conversation<LookedUp> {
  const records = new Map<string, Record>()
  const unanswered = new Map<string, Fault>()
  for (let start = 0; start < ids.length; start += batchSize) {
    const asked = ids.slice(start, start + batchSize)
    const papers = papersIn(yield asked.length === 1 && asked[0] !== undefined ? single(asked[0]) : batch(asked), asked.length)
    asked.forEach((id, place) => {
      if ('kind' in papers) unanswered.set(workKey(id), papers)
      else {
        const paper = papers[place] ?? null
        const record = paperRecord(paper)
        if (record !== null) records.set(workKey(id), record)
        else if (paper !== null && textMember(paper, 'paperId') === undefined) unanswered.set(workKey(id), noPaper)
      }
    })
  }
  return lookedUp(records, unanswered)
}

/** Null stands for an unknown id; anything else that is no paper says nothing about it. */
const noPaper: Fault = { kind: 'unreadable', message: 'Semantic Scholar answered with something that is no paper' }

function single(id: WorkId): ApiRequest {
  // As in the API's own examples, the colon of the prefix and the slashes of a DOI stay as they are.
  const key = paperKey(id).split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':')
  return { method: 'GET', path: `/graph/v1/paper/${key}`, query: [fieldsParameter] }
}

function batch(ids: readonly WorkId[]): ApiRequest {
  return { method: 'POST', path: '/graph/v1/paper/batch', query: [fieldsParameter], body: { json: { ids: ids.map(paperKey) } } }
}

function papersIn(reply: ApiReply, asked: number): readonly unknown[] | Fault {
  if (!reply.ok) return reply.fault.kind === 'not-found' ? [] : reply.fault
  const body = jsonBody(reply.response)
  if (Array.isArray(body) && body.length === asked) return body
  if (asked === 1 && textMember(body, 'paperId') !== undefined) return [body]
  return { kind: 'unreadable', message: `Semantic Scholar did not answer with one paper for each id (${asked} asked)` }
}

const prefixes = { doi: 'DOI:', arxiv: 'ARXIV:', pmid: 'PMID:', pmcid: 'PMCID:', s2: '' } as const

/** The API's spelling of an id: "DOI:10.1038/x", "PMCID:2323736" without "PMC", a bare paper id, "CorpusId:11". */
function paperKey({ scheme, value }: WorkId): string {
  if (scheme === 'openalex') throw new Error('Semantic Scholar knows no OpenAlex ids')
  return `${prefixes[scheme]}${scheme === 'pmcid' ? value.replace('PMC', '') : value}`
}
