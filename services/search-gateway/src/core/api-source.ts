import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { SourceSettings } from '../source-settings.ts'
import type { Api } from './conversation.ts'

/**
 * One API as a source: what it can be asked, how it wants to be asked, and what it needs. One file each under sources/;
 * web engines are several of these behind the one source id "web".
 */
export interface ApiSource {
  /** The source id of spec §3 ("openalex"; "web" for every engine). */
  readonly name: string
  /** The name people know it by ("OpenAlex", "Tavily"). */
  readonly title: string
  /** What it needs, for `winnow sources`: "nothing (OPENALEX_API_KEY gives a larger budget)". */
  readonly needs: string
  readonly api: Api
  /** Null when it can be used with these settings, else why not and what to set. */
  readonly unusable: (settings: SourceSettings) => string | null
  readonly policy: (settings: SourceSettings) => SourcePolicy
}
