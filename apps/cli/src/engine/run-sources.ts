import type { Source } from '@winnow/search-gateway/core/source.ts'
import type { FindFullText } from '@winnow/search-gateway/seek-full-text.ts'
import { apiSources } from '@winnow/search-gateway/sources/catalogue.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import type { Config } from '../config.ts'
import { withClient } from './source-client.ts'
import type { Workshop } from './workshop.ts'

/** What the search gateway of a process asks. */
export interface RunSources {
  readonly sources: readonly Source[]
  readonly findFullText: FindFullText
}

/** Opens every source of spec §3 over the one client of this process, and closes what they hold afterwards. */
export function withRunSources<T>(
  workshop: Pick<Workshop, 'pool' | 'blobs'>,
  config: Config,
  use: (open: RunSources) => Promise<T>,
): Promise<T> {
  const settings = config.sources
  return withClient(workshop, config, settings, (open) =>
    use({
      sources: [librarySource(workshop.blobs), ...apiSources(settings).map(open)],
      findFullText: async () => ({ outcome: 'none', tries: [] }),
    }),
  )
}
