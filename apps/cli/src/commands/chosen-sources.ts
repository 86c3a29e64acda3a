import { UsageError } from '@winnow/runs/usage-error.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'
import { apiSourceFor, sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import { unknownName } from './known-name.ts'

/** Sources of a run, in the order in which they are asked, and those asked for that cannot be used. */
export interface ChosenSources {
  readonly sources: readonly string[]
  readonly unusable: readonly { readonly source: string; readonly reason: string }[]
}

/** What a run without a library searches when nobody says otherwise: free, without a key, each with a field of its own. */
const free = ['openalex', 'crossref', 'arxiv', 'pubmed']
/** Searched as well once they are set up. */
const whenSetUp = ['semantic-scholar', 'web']
/** An answer is sought in an open corpus of web pages too (spec §13). */
const whenSetUpForAnswers = [...whenSetUp, 'open-corpus']

/**
 * The sources of a run. Named ones are taken in their order; one that cannot be used (no key, switched off) is left out and
 * told. Without names: the library alone where there is one, otherwise all free sources and those that are set up. Throws
 * UsageError for an unknown name, and when nothing is left to search.
 */
export function chooseSources(
  list: string | undefined,
  hasLibrary: boolean,
  settings: SourceSettings,
  kind: 'research' | 'answer' = 'research',
): ChosenSources {
  if (list === undefined) {
    if (hasLibrary) return { sources: ['library'], unusable: [] }
    const further = kind === 'answer' ? whenSetUpForAnswers : whenSetUp
    return { sources: [...free, ...further.filter((source) => unusableFor(source, settings) === null)], unusable: [] }
  }
  const named = namedSources(list)
  const unusable = named.flatMap((source) => {
    const reason = unusableFor(source, settings)
    return reason === null ? [] : [{ source, reason }]
  })
  const sources = named.filter((source) => !unusable.some((other) => other.source === source))
  if (sources.length === 0)
    throw new UsageError(`nothing to search: ${unusable.map(({ source, reason }) => `${source}: ${reason}`).join('; ')}`)
  return { sources, unusable }
}

/** The sources of a list by comma, each once. Throws UsageError for none and for an unknown name. */
export function namedSources(list: string): readonly string[] {
  const names = list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !sourceNames.includes(name))
  if (unknown !== undefined) throw new UsageError(`--sources: ${unknownName('source', unknown, sourceNames)}`)
  if (names.length === 0) throw new UsageError(`--sources: no source is named; known: ${sourceNames.join(', ')}`)
  return [...new Set(names)]
}

function unusableFor(source: string, settings: SourceSettings): string | null {
  if (source === 'library') return null
  const chosen = apiSourceFor(source, settings)
  return 'unusable' in chosen ? chosen.unusable : null
}
