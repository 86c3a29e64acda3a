import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { SourceAnswer } from '@winnow/search-gateway/core/source.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { webEngines } from '@winnow/search-gateway/sources/catalogue.ts'
import type { OpenSource } from './source-client.ts'

/** What every source is asked: words that any of them has, and one record of it. */
const question = { query: 'neural networks', limit: 1, fromYear: null, toYear: null } as const

/** How a source stands. Not asked are those that are not configured. */
export interface SourceCheck {
  readonly source: string
  /** Which engine of "web". */
  readonly engine?: string
  readonly title: string
  readonly state: 'ok' | 'throttled' | 'failed' | 'skipped' | 'not configured'
  readonly detail: string
  /** What to do; null where nothing need be done. */
  readonly fix: string | null
}

/**
 * Asks a source one small question, for at most `limitMs`. What was kept does not count as an answer, and who asks to slow down
 * is not asked again: that is the news.
 */
export async function checkSource(
  source: ApiSource,
  settings: SourceSettings,
  open: OpenSource,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<SourceCheck> {
  const unusable = source.unusable(settings)
  if (unusable !== null) return { ...named(source), state: 'not configured', detail: unusable, fix: null }
  const deadline = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([signal, deadline])
  const ended = new Promise<never>((_, reject) => either.addEventListener('abort', () => reject(either.reason), { once: true }))
  const once: ApiSource = { ...source, policy: (given) => ({ ...source.policy(given), throttleWaitsMs: [] }) }
  try {
    const asked = open(once).search(question, { libraries: [], signal: either, validSince: Number.POSITIVE_INFINITY })
    return checked(source, settings, await Promise.race([asked, ended]))
  } catch (error) {
    if (signal.aborted) return checked(source, settings, { outcome: 'skipped', reason: 'interrupted' })
    const reason = deadline.aborted ? `no answer within ${limitMs / 1000} s` : error instanceof Error ? error.message : String(error)
    return checked(source, settings, { outcome: 'failed', reason })
  }
}

/** The check of an answer to the question. No hits are an answer: a mirror may hold little. */
export function checked(source: ApiSource, settings: Pick<SourceSettings, 'WINNOW_OFFLINE'>, answer: SourceAnswer): SourceCheck {
  if ('records' in answer) {
    const hits = answer.records[0]?.title ?? `no hits for “${question.query}”`
    return { ...named(source), state: 'ok', detail: `answered: ${hits}`, fix: null }
  }
  const offline = answer.outcome === 'skipped' && settings.WINNOW_OFFLINE
  const fix = offline ? 'leave out --offline, or unset WINNOW_OFFLINE' : fixOf(answer.outcome, source)
  return { ...named(source), state: answer.outcome, detail: answer.reason, fix }
}

/** The source's id and, for an engine of "web", the engine's. */
export function named({ name, title }: ApiSource): Pick<SourceCheck, 'source' | 'engine' | 'title'> {
  const engine = webEngines.find((candidate) => candidate === title.toLowerCase())
  return { source: name, ...(name === 'web' && engine !== undefined ? { engine } : {}), title }
}

function fixOf(outcome: 'throttled' | 'failed' | 'skipped', { title, needs }: ApiSource): string {
  switch (outcome) {
    case 'throttled':
      return `wait, then try again; ${title} needs: ${needs}`
    case 'failed':
      return `check the network, a proxy, and what ${title} needs: ${needs}; runs go on without it`
    case 'skipped':
      return 'wait, then try again; runs go on without it'
  }
}
