import { readLibrary } from '@winnow/bibliography/read-library.ts'
import type { Record as LibraryRecord } from '@winnow/contracts/entities/record.ts'
import { buildCorpus, type Corpus } from './corpus.ts'
import type { FaultOptions } from './fault-board.ts'
import type { WorldFault } from './world-fault.ts'
import { serveWorld, type WorldLogEntry } from './world-server.ts'
import type { WorldWork } from './world-work.ts'

/** A running server that speaks the scholarly APIs over a library. */
export interface World {
  /** "http://127.0.0.1:port". */
  readonly url: string
  /** The variables that make Winnow ask this world. */
  readonly environment: Readonly<Record<string, string>>
  readonly works: readonly WorldWork[]
  readonly corpus: Corpus
  /** What was asked, in order of arrival. */
  readonly log: readonly WorldLogEntry[]
  /** Switches a fault on for an API ("openalex") or for a path prefix ("/openalex/works"). Throws for one that the route cannot have. */
  fault(route: string, fault: WorldFault, options?: FaultOptions): void
  clearFaults(): void
  close(): Promise<void>
}

/**
 * Starts a world over records, or over the library at a path in any format that Winnow reads. Throws `LibraryError` for a path
 * that cannot be read, and an Error for a library without a record.
 */
export async function startWorld(library: readonly LibraryRecord[] | string, options: { readonly port?: number } = {}): Promise<World> {
  const records = typeof library === 'string' ? (await readLibrary([library])).records : library
  if (records.length === 0) throw new Error(typeof library === 'string' ? `${library}: no readable record` : 'a world needs a record')
  const corpus = buildCorpus(records)
  const { url, faults, log, close } = await serveWorld(corpus, options.port ?? 0)
  return {
    url,
    environment: environmentOf(url),
    works: corpus.works,
    corpus,
    log,
    fault: (route, fault, faultOptions) => faults.set(route, fault, faultOptions),
    clearFaults: () => faults.clear(),
    close,
  }
}

/**
 * The variables for a world at an address. Fetching must be allowed to reach it: it is on this machine. Semantic Scholar is not
 * asked without a key unless it is switched on, and Unpaywall not without a contact.
 */
function environmentOf(url: string): Readonly<Record<string, string>> {
  return {
    WINNOW_ARXIV_URL: `${url}/arxiv`,
    WINNOW_OPENALEX_URL: `${url}/openalex`,
    WINNOW_CROSSREF_URL: `${url}/crossref`,
    WINNOW_PUBMED_URL: `${url}/pubmed`,
    WINNOW_SEMANTIC_SCHOLAR_URL: `${url}/semanticscholar`,
    WINNOW_UNPAYWALL_URL: `${url}/unpaywall`,
    WINNOW_ALLOW_PRIVATE_FETCH: '1',
    WINNOW_SEMANTIC_SCHOLAR: 'on',
    WINNOW_CONTACT: 'world@example.org',
  }
}
