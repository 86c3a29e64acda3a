import { UsageError } from '@winnow/runs/usage-error.ts'
import { sourceNames, webEngines } from '@winnow/search-gateway/sources/catalogue.ts'
import { unknownName } from './known-name.ts'

/** A source that a user may name: an id of spec §3, or one of the engines of "web". */
export interface AskedSource {
  /** As it was asked for: "openalex", "web", "tavily". */
  readonly name: string
  /** Its id: "web" for every engine. */
  readonly id: string
}

/** Every name that --source takes. */
export const sourceChoices: readonly string[] = [...sourceNames, ...webEngines]

/** Reads the name of a source. Throws UsageError for one that there is not, with the nearest that there is. */
export function sourceOption(raw: string): AskedSource {
  const name = raw.trim().toLowerCase()
  if (!sourceChoices.includes(name)) throw new UsageError(`--source: ${unknownName('source', raw, sourceChoices)}`)
  return { name, id: isEngine(name) ? 'web' : name }
}

/** Whether a name is that of an engine of "web". */
export function isEngine(name: string): boolean {
  return (webEngines as readonly string[]).includes(name)
}
