import { DocumentReader } from '@winnow/bibliography/document-reader.ts'
import { createApiClient } from '@winnow/http/api-client.ts'
import { createDocumentFetcher } from '@winnow/http/fetch-document.ts'
import { systemClock } from '@winnow/http/http-clock.ts'
import { toldFetches } from '@winnow/http/told-fetches.ts'
import { tellingSourceCalls } from '@winnow/runtime/telemetry/source-calls.ts'
import type { Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import { createFindFullText } from '@winnow/search-gateway/full-text.ts'
import type { FindFullText } from '@winnow/search-gateway/seek-full-text.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { apiSources } from '@winnow/search-gateway/sources/catalogue.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import { openSource } from '@winnow/search-gateway/sources/open-source.ts'
import type { Config } from '../config.ts'
import { userAgent } from '../user-agent.ts'
import type { Workshop } from './workshop.ts'

/** What the search gateway of a process asks. */
export interface RunSources {
  readonly sources: readonly Source[]
  readonly findFullText: FindFullText
}

/** Opens every source of spec §3 and the way to full texts, over the one client of this process. */
export function openRunSources(
  { pool, blobs }: Pick<Workshop, 'pool' | 'blobs'>,
  { sources: settings, environment }: Config,
  telemetry: Telemetry,
): RunSources & { close(): Promise<void> } {
  const shared = { pool, environment, userAgent: userAgent(settings), offline: settings.WINNOW_OFFLINE }
  const onCall = tellingSourceCalls(telemetry)
  const client = createApiClient({ ...shared, onCall })
  const allowPrivate = settings.WINNOW_ALLOW_PRIVATE_FETCH
  const documents = createDocumentFetcher({ ...shared, allowPrivate, trustedOrigins: configuredOrigins(settings) })
  const fetcher = toldFetches(documents, onCall, systemClock)
  const reader = new DocumentReader()
  return {
    sources: [librarySource(blobs), ...apiSources(settings).map((source) => openSource(source, settings, client))],
    findFullText: createFindFullText({ fetcher, reader, client, settings }),
    close: async () => {
      await Promise.all([client.close(), fetcher.close(), reader[Symbol.asyncDispose]()])
    },
  }
}

/** The same for the time of some work. */
export async function withRunSources<T>(
  workshop: Pick<Workshop, 'pool' | 'blobs'>,
  config: Config,
  telemetry: Telemetry,
  use: (open: RunSources) => Promise<T>,
): Promise<T> {
  const { close, ...open } = openRunSources(workshop, config, telemetry)
  try {
    return await use(open)
  } finally {
    await close()
  }
}

/** Origins of the APIs that full texts are fetched from, where the operator has set them (design §9: those are exempt). */
function configuredOrigins({ WINNOW_ARXIV_URL, WINNOW_PUBMED_URL }: SourceSettings): readonly string[] {
  return [WINNOW_ARXIV_URL, WINNOW_PUBMED_URL].flatMap((address) => (address === undefined ? [] : [new URL(address).origin]))
}
