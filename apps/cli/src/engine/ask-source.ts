import { unlessAborted } from '@winnow/http/unless-aborted.ts'
import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import type { SourceAnswer, SourceContext } from '@winnow/search-gateway/core/source.ts'
import { operationDeadlineMs } from '@winnow/search-gateway/service.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import type { CommandContext } from '../command-context.ts'
import { type OpenSource, withSources } from './source-client.ts'

/** Milliseconds without an answer after which a person is told what is waited for. */
export const patienceMs = 2_000
/** A kept answer may be this old when nobody is offline: asking twice within the hour spends nobody's budget. Our reading. */
const keptForMs = 3_600_000

export interface Asking {
  /** The source's name, for the line that says what is waited for. */
  readonly title: string
  readonly offline: boolean
  readonly quiet: boolean
  /** Hashes of libraries, for the source "library". */
  readonly libraries?: readonly string[]
}

/**
 * Asks a source once, as a run would: no longer than an operation may take, an error of the source being a failed operation and
 * not an empty one. Offline, every kept answer will do. When the user ends it the answer is `skipped`.
 */
export async function askSource(
  asking: Asking,
  context: Pick<CommandContext, 'terminal' | 'signal' | 'now'>,
  ask: (context: SourceContext) => Promise<SourceAnswer>,
): Promise<SourceAnswer> {
  const deadline = AbortSignal.timeout(operationDeadlineMs)
  const signal = AbortSignal.any([context.signal, deadline])
  const notice = asking.quiet
    ? undefined
    : setTimeout(() => context.terminal.say(`Waiting for ${asking.title}: it is slow, or it is not yet our turn to ask …`), patienceMs)
  try {
    signal.throwIfAborted()
    const validSince = asking.offline ? 0 : context.now().getTime() - keptForMs
    return await unlessAborted(ask({ libraries: asking.libraries ?? [], signal, validSince }), signal)
  } catch (error) {
    if (context.signal.aborted) return { outcome: 'skipped', reason: 'interrupted' }
    if (deadline.aborted) return { outcome: 'failed', reason: `no answer within ${operationDeadlineMs / 1000} s` }
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(notice)
  }
}

/** Asks a source that is reached by its API. Without a database, which keeps the shared rate limits, it is `skipped`. */
export async function askApi(
  asking: Asking,
  context: CommandContext,
  settings: SourceSettings,
  ask: (open: OpenSource, context: SourceContext) => Promise<SourceAnswer>,
): Promise<SourceAnswer> {
  try {
    return await withSources(context, settings, (open) => askSource(asking, context, (asked) => ask(open, asked)))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { outcome: 'skipped', reason: error.message }
    throw error
  }
}
