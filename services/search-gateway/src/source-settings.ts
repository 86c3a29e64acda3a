import { z } from 'zod'

const filled = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))
const address = filled.refine((value) => value === undefined || (URL.canParse(value) && /^https?:/.test(value)), {
  error: 'takes an http(s) address',
})
const flag = filled
  .refine((value) => value === undefined || ['0', '1', 'true', 'false'].includes(value), { error: 'takes 1 or 0' })
  .transform((value) => value === '1' || value === 'true')

/** Environment variables that the sources and the fetching of documents look at, all optional. */
export const sourceEnvironment = z.object({
  WINNOW_CONTACT: filled,
  WINNOW_OFFLINE: flag,
  WINNOW_ALLOW_PRIVATE_FETCH: flag,
  WINNOW_SEMANTIC_SCHOLAR: filled.pipe(z.enum(['auto', 'on', 'off'], { error: 'takes auto, on or off' }).default('auto')),
  WINNOW_OPEN_CORPUS: filled.pipe(z.enum(['clueweb22', 'fineweb'], { error: 'takes clueweb22 or fineweb' }).default('clueweb22')),
  OPENALEX_API_KEY: filled,
  SEMANTIC_SCHOLAR_API_KEY: filled,
  NCBI_API_KEY: filled,
  TAVILY_API_KEY: filled,
  BRAVE_API_KEY: filled,
  SERPER_API_KEY: filled,
  CLUEWEB_API_KEY: filled,
  WINNOW_ARXIV_URL: address,
  WINNOW_OPENALEX_URL: address,
  WINNOW_CROSSREF_URL: address,
  WINNOW_PUBMED_URL: address,
  WINNOW_SEMANTIC_SCHOLAR_URL: address,
  WINNOW_TAVILY_URL: address,
  WINNOW_BRAVE_URL: address,
  WINNOW_SERPER_URL: address,
  WINNOW_SEARXNG_URL: address,
  WINNOW_OPEN_CORPUS_URL: address,
  WINNOW_UNPAYWALL_URL: address,
})

/** The sources' part of the configuration, read once (see `sourceEnvironment`). */
export type SourceSettings = Readonly<z.output<typeof sourceEnvironment>>

/** A base address of the settings, or the API's own, without a slash at its end. */
export function baseUrl(configured: string | undefined, own: string): string {
  return (configured ?? own).replace(/\/+$/, '')
}
