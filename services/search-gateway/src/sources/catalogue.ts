import type { ApiSource } from '../core/api-source.ts'
import type { SourceSettings } from '../source-settings.ts'
import { arxiv } from './arxiv/arxiv.ts'
import { crossref } from './crossref/crossref.ts'
import { clueweb, fineweb } from './open-corpus/open-corpus.ts'
import { openalex } from './openalex/openalex.ts'
import { pubmed } from './pubmed/pubmed.ts'
import { semanticScholar } from './semantic-scholar/semantic-scholar.ts'
import { type WebEngineName, webEngine, webEngines as webEnginesByName } from './web/web-engine.ts'

/** The engines that "web" can use, by the names that choose one. */
export const webEngines = Object.keys(webEnginesByName) as readonly WebEngineName[]

/** How the source ids of spec §3, but for the library, become the API that answers with these settings. */
const apis: { readonly [name: string]: (settings: SourceSettings) => ApiSource } = {
  openalex: () => openalex,
  crossref: () => crossref,
  arxiv: () => arxiv,
  pubmed: () => pubmed,
  'semantic-scholar': () => semanticScholar,
  web: (settings) => webEngine(settings),
  'open-corpus': ({ WINNOW_OPEN_CORPUS }) => (WINNOW_OPEN_CORPUS === 'fineweb' ? fineweb : clueweb),
}

/** Every source id of spec §3; the order in which a run asks them unless it is told another one. */
export const sourceNames: readonly string[] = ['library', ...Object.keys(apis)]

/** Each source but the library, as it stands with these settings. */
export function apiSources(settings: SourceSettings): readonly ApiSource[] {
  return Object.values(apis).map((choose) => choose(settings))
}

/**
 * The API behind a source id or the name of a web engine, or why it cannot be used with these settings and what to set.
 * Throws for a name that is none of them: callers check names first.
 */
export function apiSourceFor(name: string, settings: SourceSettings): { readonly source: ApiSource } | { readonly unusable: string } {
  const source = isWebEngine(name) ? webEnginesByName[name] : Object.hasOwn(apis, name) ? apis[name]?.(settings) : undefined
  if (source === undefined) throw new Error(`there is no source ${name}`)
  const unusable = source.unusable(settings)
  return unusable === null ? { source } : { unusable }
}

function isWebEngine(name: string): name is WebEngineName {
  return Object.hasOwn(webEnginesByName, name)
}
