import type { Record } from '@winnow/contracts/entities/record.ts'
import { addressOf, webAddress } from '@winnow/domain/web-address.ts'
import { authorLine } from '@winnow/report/author-line.ts'
import { withoutControls } from './without-controls.ts'

/** A record as `winnow search` and `winnow lookup` print it: with an address where any can be had, its own first. */
export function shownRecord(record: Record): Record {
  const url = (record.url === undefined ? null : webAddress(record.url)) ?? addressOf(record.ids, undefined) ?? pmcAddress(record)
  const { url: _unusable, ...rest } = record
  return url === null ? rest : { ...rest, url }
}

function pmcAddress({ ids }: Record): string | null {
  return ids.pmcid === undefined ? null : `https://pmc.ncbi.nlm.nih.gov/articles/${ids.pmcid}/`
}

const schemes = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex', 's2'] as const

/** Records for a person to read: numbered, a line each for title, what is known of it, and where it is. */
export function recordList(records: readonly Record[]): string {
  return records.map((record, index) => recordText(shownRecord(record), `${index + 1}. `)).join('\n')
}

/** One record for a person to read; the lines below its title are as far in as `mark` is long. */
export function recordText(record: Record, mark = ''): string {
  const { title, authors, authorsTruncated, year, venue, citedByCount, ids, url } = record
  const facts = [
    ...(authors.length === 0 ? [] : [authorLine(authors, authorsTruncated)]),
    ...(year === undefined ? [] : [String(year)]),
    ...(venue === undefined ? [] : [venue]),
    ...(citedByCount === undefined ? [] : [`cited by ${citedByCount}`]),
  ]
  const places = [
    ...schemes.flatMap((scheme) => (ids[scheme] === undefined ? [] : [`${scheme}:${ids[scheme]}`])),
    ...(url === undefined ? [] : [url]),
  ]
  const lines = [facts.join(' · '), ...retraction(record), places.join(' · ')].filter((line) => line !== '')
  return withoutControls([`${mark}${title}`, ...lines.map((line) => ' '.repeat(mark.length) + line)].join('\n'))
}

function retraction({ retracted, notices = [] }: Record): readonly string[] {
  const isRetracted = retracted === true || notices.some(({ kind, direction }) => kind === 'retraction' && direction === 'by')
  return isRetracted ? ['RETRACTED'] : []
}
