import { authorsFromValues } from '@winnow/bibliography/author-list.ts'
import { apiRecord } from '@winnow/bibliography/make-record.ts'
import { pageRange } from '@winnow/bibliography/publication-fields.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { normaliseOpenalexId } from '@winnow/domain/linkage/identifiers.ts'
import { invertedAbstract } from '../../core/inverted-abstract.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { openAccessLinks } from './openalex-links.ts'

/** Lists of works cut their authors to this number (shared/scholarly-apis.md §1). */
const LISTED_AUTHORS = 100

/** The work's id "W1"; null for what is no work. */
export function workId(work: unknown): string | null {
  return normaliseOpenalexId(textMember(work, 'id') ?? '')
}

/** The record of a work, from a list or alone (a list cuts authors); null for what is no work or has no title. */
export function openalexRecord(work: unknown, from: 'list' | 'alone'): Record | null {
  const id = workId(work)
  if (id === null) return null
  const text = (...path: readonly string[]) => textMember(work, ...path)
  const words = [text('type'), text('primary_location', 'raw_type')].flatMap((word) => word ?? [])
  const doi = text('doi') ?? text('ids', 'doi')
  const publisher = text('primary_location', 'source', 'host_organization')?.includes('/P') === true
  const record = apiRecord(
    {
      openalex: id,
      doi,
      pmid: text('ids', 'pmid'),
      pmcid: text('ids', 'pmcid'),
      title: text('title') ?? text('display_name'),
      authors: authorsOf(work, from),
      year: text('publication_year'),
      venue: text('primary_location', 'source', 'display_name') ?? text('primary_location', 'raw_source_name'),
      volume: text('biblio', 'volume'),
      issue: text('biblio', 'issue'),
      pages: pageRange(text('biblio', 'first_page'), text('biblio', 'last_page')),
      publisher: publisher ? text('primary_location', 'source', 'host_organization_name') : undefined,
      types: words,
      language: text('language'),
      abstract: invertedAbstract(member(work, 'abstract_inverted_index')),
      citedByCount: text('cited_by_count'),
      url: doi ?? text('primary_location', 'landing_page_url') ?? `https://openalex.org/${id}`,
      openAccess: openAccessLinks(work),
      references: listMember(work, 'referenced_works').flatMap((reference) => textMember(reference) ?? []),
      retracted: member(work, 'is_retracted') === true ? true : member(work, 'is_retracted') === false ? false : undefined,
    },
    'openalex',
    id,
  )
  return record !== null && isMistypedArticle(record, work) ? { ...record, type: 'article' } : record
}

/** OpenAlex calls some articles chapters (W2741809807); what stands in a journal is none (our reading). */
function isMistypedArticle({ type }: Record, work: unknown): boolean {
  return type === 'book-chapter' && textMember(work, 'primary_location', 'source', 'type') === 'journal'
}

function authorsOf(work: unknown, from: 'list' | 'alone'): RawEntry['authors'] {
  const authorships = listMember(work, 'authorships')
  const list = authorsFromValues(
    authorships.map((authorship) => ({
      name: [textMember(authorship, 'raw_author_name'), textMember(authorship, 'author', 'display_name')].find(hasLetter),
      orcid: textMember(authorship, 'author', 'orcid'),
    })),
  )
  const told = member(work, 'is_authors_truncated')
  const cut = typeof told === 'boolean' ? told : from === 'list' && authorships.length >= LISTED_AUTHORS
  return { authors: list.authors, truncated: list.truncated || cut }
}

function hasLetter(name: string | undefined): boolean {
  return name !== undefined && /\p{L}/u.test(name)
}
