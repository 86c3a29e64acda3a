import { apiRecord } from '@winnow/bibliography/make-record.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { cutAtWord } from '../../core/cut-text.ts'
import { fullDateYear } from '../../core/full-date-year.ts'
import { addressIdentifiers, canonicalUrl, siteName } from '../../core/web-address.ts'

/** Longest text of a page that is kept, in UTF-16 units. */
export const longestPageText = 8000

/** Longest title of a page that is kept; titles of works are shorter. */
export const longestPageTitle = 500

/** One hit of a web search, its fields under our names and as they came. `dates`: texts that may be a date, best first. */
export interface WebHit {
  readonly url: string | undefined
  readonly title: string | undefined
  readonly text: string | undefined
  readonly dates?: readonly (string | undefined)[]
  readonly language?: string | undefined
}

/**
 * A hit as a record of source "web", known by its canonical address; null without an http(s) address or a title. The year
 * stands only where the engine gives a full date; the venue is the site. Identifiers are those that the address states.
 */
export function webRecord({ url, title, text, dates = [], language }: WebHit): Record | null {
  const address = url === undefined ? null : canonicalUrl(url)
  if (address === null) return null
  return apiRecord(
    {
      title: title === undefined ? undefined : cutAtWord(title, longestPageTitle),
      url: address,
      abstract: text === undefined ? undefined : cutAtWord(text, longestPageText),
      year: dates.flatMap((date) => (date === undefined ? [] : (fullDateYear(date) ?? []))).at(0),
      venue: siteName(address),
      types: ['web'],
      language,
      ...addressIdentifiers(address),
    },
    'web',
    address,
  )
}
