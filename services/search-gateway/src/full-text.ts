import type { DocumentReader } from '@winnow/bibliography/document-reader.ts'
import type { ReadDocument } from '@winnow/bibliography/read-document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import type { ApiClient } from '@winnow/http/api-client.ts'
import type { DocumentFetcher, FetchFailure } from '@winnow/http/fetch-document.ts'
import { addressKey, type FullTextLocation, fullTextLocations } from './core/full-text-locations.ts'
import { RefusingHosts } from './core/refusing-hosts.ts'
import { checkWork } from './core/same-work.ts'
import type { FindFullText, FullTextAnswer, Try } from './seek-full-text.ts'
import { baseUrl, type SourceSettings } from './source-settings.ts'
import { openAccessRequest, readOpenAccess, unpaywallPolicy, unusableUnpaywall } from './sources/unpaywall.ts'

export interface FullTextDependencies {
  readonly fetcher: Pick<DocumentFetcher, 'fetchDocument'>
  readonly reader: Pick<DocumentReader, 'read'>
  /** Asks Unpaywall. */
  readonly client: Pick<ApiClient, 'call'>
  readonly settings: SourceSettings
}

interface Search {
  readonly records: readonly Record[]
  readonly runId: string
  readonly signal: AbortSignal
}

/**
 * Makes what looks for the best open-access copy of a work: asks Unpaywall for its copies, then tries each known place until
 * one gives a text that is the work's and whole; the first that is not whole is taken where no other is. Every place that
 * did not give one is told with its reason. `none`: nobody knows of a place; `failed`: there were places, and none gave the
 * text. Hosts that refuse are left alone for the rest of a run.
 */
export function createFindFullText(deps: FullTextDependencies): FindFullText {
  const hosts = new RefusingHosts()
  return async (records, { signal, runId }) => {
    const { links, tries } = await askUnpaywall(deps, records, signal)
    const bases = {
      pubmed: baseUrl(deps.settings.WINNOW_PUBMED_URL, 'https://eutils.ncbi.nlm.nih.gov'),
      arxiv: baseUrl(deps.settings.WINNOW_ARXIV_URL, 'https://export.arxiv.org'),
    }
    const locations = fullTextLocations(records, links, bases)
    const visits = new Visits(deps, hosts, { records, runId, signal }, tries)
    for (const location of locations) {
      const found = await visits.visit(location)
      if (found !== null) return found
    }
    return visits.part ?? { outcome: visits.tries.length === 0 ? 'none' : 'failed', tries: visits.tries }
  }
}

async function askUnpaywall(
  { client, settings }: FullTextDependencies,
  records: readonly Record[],
  signal: AbortSignal,
): Promise<{ readonly links: NonNullable<Record['openAccess']>; readonly tries: readonly Try[] }> {
  const doi = records.map((record) => completeIdentifiers(record).ids.doi).find((id) => id !== undefined)
  if (doi === undefined || unusableUnpaywall(settings) !== null) return { links: [], tries: [] }
  const request = openAccessRequest(doi)
  const policy = unpaywallPolicy(settings)
  // Where copies lie changes slowly: any answer that is still kept will do.
  const answer = readOpenAccess(await client.call(policy, request, { signal, validSince: 0 }))
  if ('links' in answer) return { links: answer.links, tries: [] }
  return { links: [], tries: [{ url: `${policy.baseUrl}${request.path}`, reason: answer.fault.message }] }
}

/** The places that were asked for one work, in their order. */
class Visits {
  readonly tries: Try[]
  /** A text of the work of which something is missing: better than none. */
  part: FullTextAnswer | undefined
  readonly #deps: FullTextDependencies
  readonly #hosts: RefusingHosts
  readonly #search: Search
  readonly #asked = new Set<string>()

  constructor(deps: FullTextDependencies, hosts: RefusingHosts, search: Search, tries: readonly Try[]) {
    this.#deps = deps
    this.#hosts = hosts
    this.#search = search
    this.tries = [...tries]
  }

  /** The text at a place or at the PDF that its page names, when it is the work's; else null, and the tries say why. */
  async visit(location: FullTextLocation): Promise<FullTextAnswer | null> {
    const first = await this.#ask(location.url, location)
    if (first === null || typeof first !== 'string') return first
    const second = await this.#ask(first, location)
    return typeof second === 'string' ? null : second
  }

  /** The answer; the address of a PDF to follow; or null. */
  async #ask(url: string, location: FullTextLocation): Promise<FullTextAnswer | string | null> {
    if (this.#asked.has(addressKey(url))) return null
    this.#asked.add(addressKey(url))
    const { runId, signal } = this.#search
    const left = this.#hosts.reason(runId, url)
    if (left !== null) return this.#failed(url, left)
    const fetched = await this.#deps.fetcher.fetchDocument(url, { signal })
    if (!fetched.ok) {
      if (isRefusal(fetched)) this.#hosts.note(runId, url, 'refused', fetched.message)
      return this.#failed(url, fetched.message)
    }
    const document = await this.#deps.reader.read(fetched.bytes, { url: fetched.finalUrl, contentType: fetched.contentType })
    if (document.outcome === 'read') return this.#checked(document, fetched.finalUrl, location)
    const { refusal, reason, follow } = document
    if (refusal === 'quota' || refusal === 'bot-wall') this.#hosts.note(runId, url, refusal === 'quota' ? 'quota' : 'refused', reason)
    this.#failed(url, reason)
    return follow ?? null
  }

  #checked(document: ReadDocument, url: string, { recordKey, by, isWork, ...place }: FullTextLocation): FullTextAnswer | null {
    if (!isWork || addressKey(url) !== addressKey(place.url)) {
      const check = checkWork(this.#search.records, { ...document, askedBy: by })
      if (!check.verified) return this.#failed(url, check.reason)
    }
    const { fullText, format, incomplete } = document
    const answer: FullTextAnswer = { outcome: 'fetched', fullText, recordKey, url, format, tries: this.tries }
    if (incomplete === undefined) return answer
    this.part ??= answer
    return this.#failed(url, incomplete)
  }

  #failed(url: string, reason: string): null {
    this.tries.push({ url, reason })
    return null
  }
}

/** The host says that it does not want to be asked by us: status 429 or 403. */
function isRefusal({ kind, message }: FetchFailure): boolean {
  return kind === 'throttled' || (kind === 'http' && / status 403$/.test(message))
}
