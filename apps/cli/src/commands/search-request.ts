import { type RecordType, recordType } from '@winnow/contracts/entities/record.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { SearchRequest } from '@winnow/search-gateway/core/source.ts'
import { sanitiseText } from '@winnow/text/sanitise-text.ts'

/** Records that a search brings unless --limit says otherwise, and at most (our reading: ten pages of a hundred). */
export const defaultLimit = 10
export const largestLimit = 1000

export interface SearchFlags {
  readonly limit?: number | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly type?: RecordType | undefined
  readonly language?: string | undefined
}

export const recordTypes = recordType.options

/** What to search for, from the words and options of the command line. Throws UsageError where it makes no sense. */
export function searchRequest(words: readonly string[], flags: SearchFlags): SearchRequest {
  const query = sanitiseText(words.join(' ')).replace(/\s+/gu, ' ').trim()
  if (query === '') throw new UsageError('the query is empty: winnow search "memory in language agents" --source openalex')
  const limit = flags.limit ?? defaultLimit
  if (limit > largestLimit) throw new UsageError(`--limit takes at most ${largestLimit}, not ${limit}`)
  if (flags.from !== undefined && flags.to !== undefined && flags.from > flags.to)
    throw new UsageError(`--from ${flags.from} is after --to ${flags.to}`)
  return {
    query,
    limit,
    fromYear: flags.from ?? null,
    toYear: flags.to ?? null,
    ...(flags.type === undefined ? {} : { type: flags.type }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
  }
}

/** Reads a language as ISO 639-1 has it. */
export function languageOption(raw: string): string {
  const language = raw.trim().toLowerCase()
  if (!/^[a-z]{2}$/.test(language)) throw new UsageError(`--language takes two letters (ISO 639-1) such as en, not "${raw}"`)
  return language
}
