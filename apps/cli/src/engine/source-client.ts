import { createApiClient } from '@winnow/http/api-client.ts'
import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { openSource } from '@winnow/search-gateway/sources/open-source.ts'
import type { CommandContext } from '../command-context.ts'
import type { Config } from '../config.ts'
import { userAgent } from '../user-agent.ts'
import { type Workshop, withWorkshop } from './workshop.ts'

/** Makes a source of an API, over the one client of this process. */
export type OpenSource = (source: ApiSource) => Source

/** The settings of the sources, with --offline on top. */
export function sourceSettings({ sources }: Pick<Config, 'sources'>, offline: boolean): SourceSettings {
  return { ...sources, WINNOW_OFFLINE: offline || sources.WINNOW_OFFLINE }
}

/** The same context, asking nothing of the network when the user says --offline. */
export function offlineIf<C extends { readonly config: Config }>(context: C, offline: boolean | undefined): C {
  return { ...context, config: { ...context.config, sources: sourceSettings(context.config, offline === true) } }
}

/** Opens the database, which keeps answers and the shared rate limits, and what sources are asked through; closes both afterwards. */
export function withSources<T>(
  context: Pick<CommandContext, 'config' | 'logger'>,
  settings: SourceSettings,
  use: (open: OpenSource) => Promise<T>,
): Promise<T> {
  return withWorkshop(context, (workshop) => withClient(workshop, context.config, settings, use))
}

/** The same over a database that is open already. */
export async function withClient<T>(
  { pool }: Pick<Workshop, 'pool'>,
  { environment }: Pick<Config, 'environment'>,
  settings: SourceSettings,
  use: (open: OpenSource) => Promise<T>,
): Promise<T> {
  const client = createApiClient({ pool, environment, userAgent: userAgent(settings), offline: settings.WINNOW_OFFLINE })
  try {
    return await use((source) => openSource(source, settings, client))
  } finally {
    await client.close()
  }
}
