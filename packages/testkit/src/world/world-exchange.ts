import type { Corpus } from './corpus.ts'

/** The APIs of the world, by the prefix under which each is served; `files` holds the full texts. */
export const worldApis = ['arxiv', 'openalex', 'crossref', 'pubmed', 'semanticscholar', 'unpaywall', 'files'] as const
export type WorldApi = (typeof worldApis)[number]

/** A request as an API of the world sees it. */
export interface WorldRequest {
  readonly method: string
  /** Path below the API's prefix, still percent-encoded, from its first slash on. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Address of the world's server, for the links in records. */
  readonly origin: string
  /** Lookups answer with the metadata of another work (the fault "wrong-work"). */
  readonly wrongWork: boolean
}

export interface WorldAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** One API over a corpus: pure, so that one question always has one answer. */
export type WorldHandler = (corpus: Corpus, request: WorldRequest) => WorldAnswer

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): WorldAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** A text answer of the given media type. */
export function text(body: string, type: string, status = 200): WorldAnswer {
  return { status, headers: { 'content-type': type }, body }
}

/** A parameter as a whole number of 0 or more; `fallback` where it is absent, null where it is anything else. */
export function wholeNumber(query: URLSearchParams, name: string, fallback: number): number | null {
  const value = query.get(name)
  if (value === null || value === '') return fallback
  return /^\d+$/.test(value) ? Number(value) : null
}

/** Decodes a path segment; null when its escapes are broken. */
export function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
