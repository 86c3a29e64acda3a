import { asSeenBy, spokenName } from './as-seen-by.ts'
import { happens, numberFrom } from './chance.ts'
import type { Corpus } from './corpus.ts'
import { openCopyUrls } from './files.ts'
import type { WorldWork } from './world-work.ts'

/** Preprints, in percent, whose references OpenAlex does not have. */
const PREPRINTS_WITHOUT_REFERENCES = 20

/** A work as OpenAlex writes it, every field (2026-07); searches add `relevance_score` after the title. */
export function openAlexWork(corpus: Corpus, work: WorldWork, origin: string, relevance?: number): Readonly<{ [field: string]: unknown }> {
  const { record, ids } = work
  const { title, authors, year, abstract } = asSeenBy('openalex', work)
  const doi = doiOf(work)
  const { locations, best } = locationsOf(work, origin)
  const referenced = referencedWorks(corpus, work)
  const citing = citingWorks(corpus, work).length
  const published = `${year ?? 2000}-${String(1 + numberFrom(`month:${work.key}`, 12)).padStart(2, '0')}-01`
  const [firstPage, lastPage] = (record.pages ?? '').split(/[-–]+/)
  return {
    id: `https://openalex.org/${ids.openalex}`,
    doi,
    title,
    display_name: title,
    ...(relevance === undefined ? {} : { relevance_score: Math.round(relevance * 1e4) / 1e2 }),
    publication_year: year ?? null,
    publication_date: published,
    ids: {
      openalex: `https://openalex.org/${ids.openalex}`,
      ...(doi === null ? {} : { doi }),
      ...(ids.pmid === undefined ? {} : { pmid: `https://pubmed.ncbi.nlm.nih.gov/${ids.pmid}` }),
      ...(ids.pmcid === undefined ? {} : { pmcid: `https://www.ncbi.nlm.nih.gov/pmc/articles/${ids.pmcid.slice(3)}` }),
    },
    language: record.language ?? 'en',
    primary_location: locations[0] ?? null,
    type: openAlexType(work),
    indexed_in: [
      ...(ids.doi === undefined ? [] : ['crossref']),
      ...(ids.arxiv === undefined ? [] : ['arxiv']),
      ...(ids.pmid === undefined ? [] : ['pubmed']),
    ],
    open_access: {
      is_oa: best !== null,
      oa_status: best === null ? 'closed' : ids.doi === undefined ? 'green' : 'gold',
      oa_url: best?.pdf_url ?? best?.landing_page_url ?? null,
      any_repository_has_fulltext: ids.arxiv !== undefined || ids.pmcid !== undefined,
    },
    authorships: authors.map((author, index) => ({
      author_position: index === 0 ? 'first' : index === authors.length - 1 ? 'last' : 'middle',
      author: {
        id: `https://openalex.org/A5${String(numberFrom(`author:${spokenName(author)}`, 1e9)).padStart(9, '0')}`,
        display_name: spokenName(author),
        orcid: author.orcid === undefined ? null : `https://orcid.org/${author.orcid}`,
      },
      institutions: [],
      countries: [],
      is_corresponding: index === 0,
      raw_author_name: spokenName(author),
      raw_affiliation_strings: [],
      raw_orcid: null,
      affiliations: [],
    })),
    institutions: [],
    countries_distinct_count: 0,
    institutions_distinct_count: 0,
    corresponding_author_ids: [],
    corresponding_institution_ids: [],
    apc_list: null,
    apc_paid: null,
    fwci: null,
    has_fulltext: best !== null,
    cited_by_count: record.citedByCount ?? citing,
    citation_normalized_percentile: null,
    cited_by_percentile_year: null,
    biblio: { volume: record.volume ?? null, issue: record.issue ?? null, first_page: firstPage || null, last_page: lastPage || null },
    is_retracted: record.retracted ?? false,
    is_paratext: false,
    is_xpac: false,
    primary_topic: null,
    topics: [],
    keywords: [],
    concepts: [],
    mesh: [],
    locations_count: locations.length,
    locations,
    best_oa_location: best,
    sustainable_development_goals: [],
    awards: [],
    funders: [],
    has_content: { grobid_xml: false, pdf: best?.pdf_url != null },
    content_urls: null,
    referenced_works_count: referenced.length,
    referenced_works: referenced.map((id) => `https://openalex.org/${id}`),
    related_works: [],
    abstract_inverted_index: abstract === undefined ? null : inverted(abstract),
    counts_by_year: [],
    updated_date: '2026-06-30T07:55:05.734416',
    created_date: '2025-10-10T00:00:00',
  }
}

/** Ids of what OpenAlex says a work cites. Some lead nowhere: to works of the corpus that it does not have, and to works of nobody. */
export function referencedWorks(corpus: Corpus, work: WorldWork): readonly string[] {
  if (work.ids.doi === undefined && happens(PREPRINTS_WITHOUT_REFERENCES, `openalex:references:${work.key}`)) return []
  return work.references.map((reference) =>
    'key' in reference
      ? (corpus.byKey.get(reference.key)?.ids.openalex ?? '')
      : `W${4_500_000_000 + numberFrom(`openalex:${reference.elsewhere}`, 100_000_000)}`,
  )
}

/** Works of OpenAlex that cite a work, by its own lists of references. */
export function citingWorks(corpus: Corpus, work: WorldWork): readonly WorldWork[] {
  return work.citedBy.flatMap((key) => {
    const citing = corpus.byKey.get(key)
    return citing?.foundIn.has('openalex') && referencedWorks(corpus, citing).includes(work.ids.openalex) ? [citing] : []
  })
}

/** The DOI as an address, in lower case; a preprint's is the one that arXiv gives it. */
function doiOf({ ids }: WorldWork): string | null {
  const doi = ids.doi ?? (ids.arxiv === undefined ? undefined : `10.48550/arxiv.${ids.arxiv}`)
  return doi === undefined ? null : `https://doi.org/${doi}`
}

export function openAlexType({ record }: WorldWork): string {
  switch (record.type) {
    case 'conference-paper':
      return 'article'
    case 'thesis':
      return 'dissertation'
    case 'notice':
      return record.notices?.some(({ kind }) => kind === 'retraction') ? 'retraction' : 'erratum'
    case 'web':
    case 'abstract':
    case 'protocol':
      return 'other'
    case 'article':
    case 'preprint':
    case 'review':
    case 'book':
    case 'book-chapter':
    case 'report':
    case 'dataset':
    case 'editorial':
    case 'letter':
    case 'other':
      return record.type
  }
}

/** Each word with the places where it stands. */
function inverted(abstract: string): { [word: string]: number[] } {
  const index = new Map<string, number[]>()
  for (const [at, word] of abstract.split(/\s+/).entries()) index.set(word, [...(index.get(word) ?? []), at])
  return Object.fromEntries(index)
}

function locationsOf(work: WorldWork, origin: string) {
  const { ids, record } = work
  const copy = openCopyUrls(work, origin)
  const published =
    ids.doi === undefined
      ? []
      : [
          location(`doi:${ids.doi}`, {
            open: copy.landing !== null,
            landing: copy.pdf === null ? (copy.landing ?? `https://doi.org/${ids.doi}`) : `https://doi.org/${ids.doi}`,
            pdf: copy.pdf,
            venue: record.venue ?? 'Unnamed journal',
            kind: 'journal',
            version: 'publishedVersion',
          }),
        ]
  const preprint =
    ids.arxiv === undefined
      ? []
      : [
          location(`pmh:oai:arXiv.org:${ids.arxiv}`, {
            open: true,
            landing: `${origin}/files/${work.file}.html`,
            pdf: `${origin}/arxiv/pdf/${ids.arxiv}`,
            venue: 'arXiv (Cornell University)',
            kind: 'repository',
            version: 'submittedVersion',
          }),
        ]
  const locations = [...published, ...preprint]
  return { locations, best: locations.find(({ is_oa: open }) => open) ?? null }
}

function location(
  id: string,
  of: {
    readonly open: boolean
    readonly landing: string
    readonly pdf: string | null
    readonly venue: string
    readonly kind: string
    readonly version: string
  },
) {
  return {
    id,
    is_oa: of.open,
    landing_page_url: of.landing,
    pdf_url: of.pdf,
    source: {
      id: `https://openalex.org/S${numberFrom(`venue:${of.venue}`, 4_000_000_000)}`,
      display_name: of.venue,
      issn_l: null,
      issn: null,
      is_oa: of.open,
      is_in_doaj: false,
      is_core: of.kind === 'journal',
      host_organization: null,
      host_organization_name: null,
      host_organization_lineage: [],
      host_organization_lineage_names: [],
      type: of.kind,
    },
    license: of.open ? 'cc-by' : null,
    license_id: of.open ? 'https://openalex.org/licenses/cc-by' : null,
    version: of.version,
    is_accepted: of.kind === 'journal',
    is_published: of.kind === 'journal',
    raw_source_name: of.venue,
    raw_type: of.kind === 'journal' ? 'journal-article' : null,
  }
}
