import { asSeenBy, spokenName } from './as-seen-by.ts'
import { type Corpus, impostor, lookUp } from './corpus.ts'
import { crossrefType } from './crossref-work.ts'
import { openCopyUrls } from './files.ts'
import { decoded, json, type WorldAnswer, type WorldRequest } from './world-exchange.ts'

/** Unpaywall: GET /v2/<doi>?email=… */
export function unpaywall(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const doi = decoded(/^\/v2\/(.+)$/.exec(request.path)?.[1] ?? '') ?? ''
  if (!/.@./.test(request.query.get('email') ?? ''))
    return refusal(422, 'Please use your own email address in API calls. See http://unpaywall.org/products/api')
  const asked = lookUp(corpus, 'unpaywall', `doi:${doi.toLowerCase()}`)
  if (asked === undefined || asked.ids.doi !== doi.toLowerCase())
    return refusal(404, `'${doi}' is an invalid doi.  See https://support.unpaywall.org/support/solutions/articles/44001900286`)
  const work = request.wrongWork ? impostor(corpus, 'unpaywall', asked) : asked
  const { record, ids } = work
  const { title, authors, year } = asSeenBy('unpaywall', work)
  const copy = openCopyUrls(work, request.origin)
  const date = `${year ?? 2000}-01-01`
  const location = (
    isBest: boolean,
    url: string,
    of: { readonly pdf: string | null; readonly landing: string; readonly host: 'publisher' | 'repository' },
  ) => ({
    url,
    url_for_pdf: of.pdf,
    url_for_landing_page: of.landing,
    evidence: 'deprecated',
    license: 'cc-by',
    version: of.host === 'publisher' ? 'publishedVersion' : 'submittedVersion',
    host_type: of.host,
    is_best: isBest,
    pmh_id: of.host === 'publisher' ? null : `oai:arXiv.org:${ids.arxiv}`,
    endpoint_id: null,
    repository_institution: of.host === 'publisher' ? null : 'Cornell University - arXiv',
    oa_date: date,
    updated: 'deprecated',
  })
  const own =
    copy.landing === null ? [] : [location(true, copy.pdf ?? copy.landing, { pdf: copy.pdf, landing: copy.landing, host: 'publisher' })]
  const preprint = `${request.origin}/arxiv/pdf/${ids.arxiv}`
  const stored =
    ids.arxiv === undefined
      ? []
      : [location(own.length === 0, preprint, { pdf: preprint, landing: `${request.origin}/files/${work.file}.html`, host: 'repository' })]
  const locations = [...own, ...stored]
  const best = locations[0] ?? null
  return json({
    doi: ids.doi,
    doi_url: `https://doi.org/${ids.doi}`,
    title,
    genre: crossrefType(work),
    is_paratext: false,
    published_date: date,
    year: year ?? null,
    journal_name: record.venue ?? null,
    journal_issns: null,
    journal_issn_l: null,
    journal_is_oa: own.length > 0,
    journal_is_in_doaj: false,
    publisher: record.publisher ?? 'World Press',
    is_oa: best !== null,
    oa_status: own.length > 0 ? 'gold' : best === null ? 'closed' : 'green',
    has_repository_copy: stored.length > 0,
    best_oa_location: best,
    first_oa_location: best,
    oa_locations: locations,
    oa_locations_embargoed: [],
    data_standard: 2,
    z_authors: authors.map((author, index) => ({
      author_position: index === 0 ? 'first' : index === authors.length - 1 ? 'last' : 'additional',
      raw_author_name: spokenName(author),
      is_corresponding: index === 0,
      raw_affiliation_strings: [],
    })),
    updated: '2026-06-30T14:10:34Z',
  })
}

function refusal(status: number, message: string): WorldAnswer {
  return json({ HTTP_status_code: status, error: true, message }, status)
}
