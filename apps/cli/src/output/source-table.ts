import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { apiSources } from '@winnow/search-gateway/sources/catalogue.ts'
import { webEngines } from '@winnow/search-gateway/sources/web/web-engine.ts'
import type { SourceCheck } from '../engine/check-source.ts'
import { columns } from './runs-table.ts'
import { withoutControls } from './without-controls.ts'

/** A line of `winnow sources`. */
export interface ListedSource {
  /** What --source takes. */
  readonly name: string
  /** Its id of spec §3; "web" for every engine. */
  readonly source: string
  readonly title: string
  readonly needs: string
  readonly state: 'ready' | 'not configured' | 'off'
  /** Why it is not ready and what to set; null when it is. */
  readonly detail: string | null
}

/** Every source and every engine of "web", as they stand with these settings. */
export function listSources(settings: SourceSettings): readonly ListedSource[] {
  const library = {
    name: 'library',
    source: 'library',
    title: 'Your library',
    needs: '--library <file or folder>',
    state: 'ready',
    detail: null,
  } as const
  return [
    library,
    ...apiSources(settings).map((source) => listed(source.name, source, settings)),
    ...Object.entries(webEngines).map(([name, engine]) => listed(name, engine, settings)),
  ]
}

function listed(name: string, source: ApiSource, settings: SourceSettings): ListedSource {
  const unusable = source.unusable(settings)
  const head = {
    name,
    source: source.name,
    title: name === 'web' && unusable === null ? `Web search (${source.title})` : source.title,
    needs: source.needs,
  }
  if (name === 'semantic-scholar' && settings.WINNOW_SEMANTIC_SCHOLAR === 'off') return { ...head, state: 'off', detail: unusable }
  if (unusable !== null) return { ...head, state: 'not configured', detail: unusable }
  if (settings.WINNOW_OFFLINE) return { ...head, state: 'off', detail: 'WINNOW_OFFLINE is set: only answers that were kept are used' }
  return { ...head, state: 'ready', detail: null }
}

/** The list as a table of text. */
export function sourceTable(sources: readonly ListedSource[]): string {
  return columns([['SOURCE', 'STATE', 'NAME', 'NEEDS'], ...sources.map(({ name, state, title, needs }) => [name, state, title, needs])])
}

/** What the sources said to `winnow sources check`, a line each, and below it what to do. */
export function checkText(checks: readonly SourceCheck[]): string {
  const width = Math.max(...checks.map((check) => nameOf(check).length))
  const lines = checks.flatMap((check) => [
    `${nameOf(check).padEnd(width)}  ${check.state}: ${check.detail}`,
    ...(check.fix === null ? [] : [`${' '.repeat(width)}  fix: ${check.fix}`]),
  ])
  return withoutControls(lines.join('\n'))
}

function nameOf({ source, engine }: SourceCheck): string {
  return engine ?? source
}
