import type { Corpus } from './corpus.ts'
import { openAlexType, openAlexWork, referencedWorks } from './openalex-work.ts'
import type { IndexedWork } from './search-index.ts'

/** One `field:value` of OpenAlex's filter parameter. `words`: it searches, and these count for relevance. */
export interface WorkFilter {
  readonly field: string
  readonly words?: string
  readonly test: (corpus: Corpus, entry: IndexedWork) => boolean
}

const MAX_VALUES = 100
const SEARCHES = new Set([
  'title.search',
  'title_and_abstract.search',
  'default.search',
  'fulltext.search',
  'abstract.search',
  'display_name.search',
])

type Test = (value: string, corpus: Corpus, entry: IndexedWork) => boolean

const FIELDS: Readonly<{ [field: string]: Test }> = {
  publication_year: (value, _, { year }) => inRange(value, year),
  from_publication_date: (value, _, { year }) => year !== undefined && year >= Number(value.slice(0, 4)),
  to_publication_date: (value, _, { year }) => year !== undefined && year <= Number(value.slice(0, 4)),
  type: (value, _, { work }) => openAlexType(work) === value,
  language: (value, _, { work }) => (work.record.language ?? 'en') === value,
  is_oa: (value, corpus, { work }) => String(openAlexWork(corpus, work, '').best_oa_location !== null) === value,
  is_retracted: (value, _, { work }) => String(work.record.retracted ?? false) === value,
  has_abstract: (value, _, { abstract }) => String(abstract.length > 0) === value,
  has_doi: (value, _, { work }) => String(work.ids.doi !== undefined || work.ids.arxiv !== undefined) === value,
  cites: (value, corpus, { work }) => referencedWorks(corpus, work).includes(bareId(value)),
  referenced_works: (value, corpus, { work }) => referencedWorks(corpus, work).includes(bareId(value)),
  cited_by: (value, corpus, { work }) => {
    const citing = corpus.byId.get(`openalex:${bareId(value)}`)
    return citing?.foundIn.has('openalex') === true && referencedWorks(corpus, citing).includes(work.ids.openalex)
  },
  openalex: (value, _, { work }) => work.ids.openalex === bareId(value),
  'ids.openalex': (value, _, { work }) => work.ids.openalex === bareId(value),
  openalex_id: (value, _, { work }) => work.ids.openalex === bareId(value),
  doi: (value, _, { work }) => {
    const doi = value
      .toLowerCase()
      .replace(/^https?:\/\/(?:dx\.)?doi\.org\//, '')
      .replace(/^doi:/, '')
    return doi === (work.ids.doi ?? `10.48550/arxiv.${work.ids.arxiv ?? ''}`)
  },
  'ids.pmid': (value, _, { work }) => work.ids.pmid === value.replace(/\D/g, ''),
  'ids.pmcid': (value, _, { work }) => work.ids.pmcid === `PMC${value.replace(/\D/g, '')}`,
}

/** The filters of a request, or what is wrong with them: one unknown name, and so a comma inside a value, rejects all. */
export function filtersOf(parameter: string): readonly WorkFilter[] | string {
  const filters: WorkFilter[] = []
  for (const part of parameter.split(',').filter((text) => text !== '')) {
    const [, field = part, value = ''] = /^([^:]*):(.*)$/s.exec(part) ?? []
    if (SEARCHES.has(field)) {
      if (/[|!]/.test(value)) return `The characters | and ! are not allowed in a search value: ${field}.`
      filters.push({ field, words: value, test: () => true })
      continue
    }
    const test = FIELDS[field]
    if (test === undefined)
      return `${field} is not a valid field. Valid fields are underscore or hyphenated versions of: ${[...Object.keys(FIELDS), ...SEARCHES].join(', ')}`
    const negated = value.startsWith('!')
    const values = value.slice(negated ? 1 : 0).split('|')
    if (values.length > MAX_VALUES) return `Maximum number of values exceeded for ${field}. Decrease values to ${MAX_VALUES} or below.`
    filters.push({ field, test: (corpus, entry) => values.some((one) => test(one, corpus, entry)) !== negated })
  }
  return filters
}

/** "2020", "2018-2022", ">2019", "<2020", "2018-" and "-2022". */
function inRange(range: string, year: number | undefined): boolean {
  if (year === undefined) return false
  if (range.startsWith('>')) return year > Number(range.slice(1))
  if (range.startsWith('<')) return year < Number(range.slice(1))
  const [from, to] = range.split('-')
  if (to === undefined) return year === Number(from)
  return (from === '' || year >= Number(from)) && (to === '' || year <= Number(to))
}

function bareId(value: string): string {
  return (/W\d+$/i.exec(value.trim())?.[0] ?? '').toUpperCase()
}
