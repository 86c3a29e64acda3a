import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import { shownAddress } from '@winnow/runtime/postgres/shown-address.ts'
import type { CommandContext } from '../command-context.ts'
import type { Config } from '../config.ts'
import { named, type SourceCheck } from '../engine/check-source.ts'
import { askable, checkSources } from '../engine/check-sources.ts'
import { sourceSettings, withClient } from '../engine/source-client.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { type Check, faulty, sound } from './check.ts'

/** Milliseconds a source has for its question. */
const limitMs = 10_000

/** A check of the database, which is opened, and one of each source, which is asked through it unless `live` is false. */
export async function storeChecks(context: CommandContext, live: boolean): Promise<readonly Check[]> {
  const settings = sourceSettings(context.config, false)
  const asked = live ? null : askable(settings).map((source) => idle(named(source), source.unusable(settings), 'not asked'))
  try {
    return await withWorkshop(context, async (workshop) => {
      const database = sound('database', placeOf(context.config))
      if (asked !== null) return [database, ...asked]
      const checks = await withClient(workshop, context.config, settings, (open) =>
        checkSources(settings, open, { limitMs, signal: context.signal }),
      )
      return [database, ...checks.map(sourceCheck)]
    })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const without = askable(settings).map((source) =>
      idle(named(source), source.unusable(settings), 'not asked: the rate limits that all processes share are kept in the database'),
    )
    return [databaseFault(error, context.config), ...without]
  }
}

function placeOf({ home, databaseUrl }: Config): string {
  return databaseUrl === undefined ? `embedded PostgreSQL in ${home}` : `${shownAddress(databaseUrl)} (DATABASE_URL)`
}

/** The check of a database that could not be opened. */
export function databaseFault(error: DatabaseUnavailable, config: Config): Check {
  return faulty(
    'database',
    `${placeOf(config)}: ${error.message}`,
    config.databaseUrl === undefined
      ? 'choose another folder with WINNOW_HOME, or use your own PostgreSQL with DATABASE_URL'
      : 'check DATABASE_URL and that its server runs; without DATABASE_URL the embedded database is used',
  )
}

/** What a source said, as a check; one that is not configured is no fault. */
export function sourceCheck(check: SourceCheck): Check {
  const name = nameOf(check)
  if (check.fix === null) return sound(name, check.state === 'ok' ? check.detail : `not configured: ${check.detail}`)
  return faulty(name, `${check.state}: ${check.detail}`, check.fix)
}

function idle(source: Pick<SourceCheck, 'source' | 'engine'>, unusable: string | null, why: string): Check {
  return sound(nameOf(source), unusable === null ? why : `not configured: ${unusable}`)
}

function nameOf({ source, engine }: Pick<SourceCheck, 'source' | 'engine'>): string {
  return `source ${source}${engine === undefined ? '' : ` (${engine})`}`
}
