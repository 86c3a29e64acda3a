import type { Record as LibraryRecord } from '@winnow/contracts/entities/record.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { happens, numberFrom } from './chance.ts'
import type { WorldApi } from './world-exchange.ts'
import type { WorldIds } from './world-work.ts'

/** Share of works, in percent. Journals: what has a DOI of Crossref. */
const JOURNALS_IN_PUBMED = 70
const OF_PUBMED_IN_PMC = 70
const IN_OPENALEX = 92
const IN_SEMANTIC_SCHOLAR = 85
/** Works that are no preprints and carry no DOI in the library: so many are given one. */
const GIVEN_A_DOI = 60

/** Identifiers of a record and the APIs that have it. `taken` holds every id given so far and is added to: no two works share one. */
export function workIds(record: LibraryRecord, taken: Set<string>): { readonly ids: WorldIds; readonly foundIn: ReadonlySet<WorldApi> } {
  const key = record.recordId
  const preprint = record.type === 'preprint'
  const own = record.ids
  const doi = own.doi?.startsWith('10.48550/') ? undefined : own.doi
  const published =
    doi ?? (!preprint && happens(GIVEN_A_DOI, `doi:${key}`) ? free(taken, 'doi', (n) => `10.5555/w.${fraction(n, key)}`) : undefined)
  const arxiv =
    own.arxiv ?? (preprint && published === undefined ? free(taken, 'arxiv', (n) => arxivId(record.year ?? 2020, `${key}${n}`)) : undefined)
  const inPubmed = own.pmid !== undefined || (published !== undefined && !preprint && happens(JOURNALS_IN_PUBMED, `pubmed:${key}`))
  const pmid =
    own.pmid ?? (inPubmed ? free(taken, 'pmid', (n) => String(20_000_000 + numberFrom(`pmid:${key}${n}`, 19_000_000))) : undefined)
  const inPmc = own.pmcid !== undefined || (inPubmed && record.abstract !== undefined && happens(OF_PUBMED_IN_PMC, `pmc:${key}`))
  const pmcid = own.pmcid ?? (inPmc ? free(taken, 'pmcid', (n) => `PMC${5_000_000 + numberFrom(`pmc:${key}${n}`, 6_000_000)}`) : undefined)
  const ids: WorldIds = {
    ...(published === undefined ? {} : { doi: published }),
    ...(arxiv === undefined ? {} : { arxiv }),
    ...(pmid === undefined ? {} : { pmid }),
    ...(pmcid === undefined ? {} : { pmcid }),
    openalex: own.openalex ?? free(taken, 'openalex', (n) => `W${2_000_000_000 + numberFrom(`openalex:${key}${n}`, 2_400_000_000)}`),
    s2: own.s2 ?? free(taken, 's2', (n) => sha(`${key}${n}`)),
    corpusId: Number(free(taken, 'corpus', (n) => String(10_000_000 + numberFrom(`corpus:${key}${n}`, 260_000_000)))),
  }
  const foundIn = new Set<WorldApi>()
  if (arxiv !== undefined) foundIn.add('arxiv')
  if (published !== undefined) foundIn.add('crossref').add('unpaywall')
  if (pmid !== undefined) foundIn.add('pubmed')
  if (happens(IN_OPENALEX, `in openalex:${key}`)) foundIn.add('openalex')
  if (happens(IN_SEMANTIC_SCHOLAR, `in s2:${key}`)) foundIn.add('semanticscholar')
  return { ids, foundIn }
}

/** The first id of a series that nobody has yet. */
function free(taken: Set<string>, scheme: string, make: (attempt: string) => string): string {
  for (let attempt = 0; ; attempt++) {
    const id = make(attempt === 0 ? '' : `#${attempt}`)
    if (taken.has(`${scheme}:${id}`)) continue
    taken.add(`${scheme}:${id}`)
    return id
  }
}

function fraction(attempt: string, key: string): string {
  return String(numberFrom(`doi:${key}${attempt}`, 1_000_000_000))
}

/** New style: year, month and five digits; nothing was given a new-style id before April 2007. */
function arxivId(year: number, key: string): string {
  const month = 4 + numberFrom(`month:${key}`, 9)
  return `${String(Math.max(2007, year) % 100).padStart(2, '0')}${String(month).padStart(2, '0')}.${String(numberFrom(`arxiv:${key}`, 100_000)).padStart(5, '0')}`
}

function sha(key: string): string {
  return ['a', 'b', 'c']
    .map((part) => stableHash(`${part}:${key}`))
    .join('')
    .slice(0, 40)
}
