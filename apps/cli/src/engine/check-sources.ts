import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { apiSources } from '@winnow/search-gateway/sources/catalogue.ts'
import { webEngines } from '@winnow/search-gateway/sources/web/web-engine.ts'
import { checkSource, type SourceCheck } from './check-source.ts'
import type { OpenSource } from './source-client.ts'

/** The sources that can be asked, every configured engine of "web" among them; "web" itself where none is. */
export function askable(settings: SourceSettings): readonly ApiSource[] {
  const engines = Object.values(webEngines).filter((engine) => engine.unusable(settings) === null)
  return apiSources(settings).flatMap((source) => (source.name === 'web' && engines.length > 0 ? engines : [source]))
}

/** Asks every source one small question, all at once, each for at most `limitMs`. */
export function checkSources(
  settings: SourceSettings,
  open: OpenSource,
  limits: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<readonly SourceCheck[]> {
  return Promise.all(askable(settings).map((source) => checkSource(source, settings, open, limits)))
}
