import type { ApiSource } from '../../core/api-source.ts'
import type { SourceSettings } from '../../source-settings.ts'
import { brave } from './brave.ts'
import { searxng } from './searxng.ts'
import { serper } from './serper.ts'
import { tavily } from './tavily.ts'

/** The engines behind the source id "web" by the name that chooses one, in the order of preference. */
export const webEngines = { tavily, brave, serper, searxng } as const satisfies Readonly<Record<string, ApiSource>>

export type WebEngineName = keyof typeof webEngines

/**
 * The engine of "web": the one that is named, else the first whose key or address is set. Without any it is the first
 * engine under the name of all, unusable, with what to set.
 */
export function webEngine(settings: SourceSettings, named?: WebEngineName): ApiSource {
  if (named !== undefined) return webEngines[named]
  return Object.values(webEngines).find((engine) => engine.unusable(settings) === null) ?? noEngine
}

const noEngine: ApiSource = {
  ...tavily,
  title: 'Web search',
  needs: 'TAVILY_API_KEY, BRAVE_API_KEY, SERPER_API_KEY or WINNOW_SEARXNG_URL',
  unusable: () => 'no web search engine is set up: set TAVILY_API_KEY, BRAVE_API_KEY, SERPER_API_KEY or WINNOW_SEARXNG_URL',
}
