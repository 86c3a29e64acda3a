import type { RecordType } from '@winnow/contracts/entities/record.ts'
import { keywords } from '@winnow/text/keywords.ts'
import type { SearchRequest, WorkId } from '../../core/source.ts'
import { medlineLanguageName } from './medline-languages.ts'

/** PubMed's publication types by ours; a type that is missing cannot be asked for. */
export const pubmedTypes: Readonly<Partial<globalThis.Record<RecordType, string>>> = {
  article: 'journal article[pt]',
  review: '(review[pt] OR systematic review[pt] OR meta-analysis[pt])',
  editorial: 'editorial[pt]',
  letter: 'letter[pt]',
  preprint: 'preprint[pt]',
  protocol: 'clinical trial protocol[pt]',
  dataset: 'dataset[pt]',
  notice: '(published erratum[pt] OR retraction of publication[pt] OR expression of concern[pt])',
}

/** A search term: the query, narrowed by the tags of its type and language where PubMed has them. */
export function searchTerm({ query, type, language }: SearchRequest): string {
  const name = language === undefined ? undefined : medlineLanguageName(language)
  const tags = [...(type === undefined ? [] : [pubmedTypes[type]]), ...(name === undefined ? [] : [`${name}[la]`])]
  const narrowing = tags.filter((tag) => tag !== undefined)
  return narrowing.length === 0 ? query : [`(${query})`, ...narrowing].join(' AND ')
}

/** The date bounds of a search: PubMed takes both or none, so an open end is one that no article reaches. */
export function dateBounds({ fromYear, toYear }: SearchRequest): readonly (readonly [string, string])[] {
  if (fromYear === null && toYear === null) return []
  return [
    ['datetype', 'pdat'],
    ['mindate', String(fromYear ?? 1000)],
    ['maxdate', String(toYear ?? 3000)],
  ]
}

/** The term for a title: each of its words anywhere in the title; function words, which are not indexed, are left out. */
export function titleTerm(title: string): string {
  const telling = keywords(title)
  return (telling.length > 0 ? telling : title.split(' ').filter((word) => word !== '')).map((word) => `${word}[ti]`).join(' AND ')
}

/** The term for works by DOI or PMC id. A DOI is quoted: its brackets and colons would be read as syntax. */
export function idTerm(ids: readonly WorkId[]): string {
  return ids.map(({ scheme, value }) => (scheme === 'doi' ? `"${value.replaceAll('"', '')}"[doi]` : `${value}[${scheme}]`)).join(' OR ')
}
