import type { Corpus } from './corpus.ts'
import { lookUp } from './corpus.ts'
import { jatsArticle } from './paper-jats.ts'
import { pubmedArticle } from './pubmed-article.ts'
import { elink } from './pubmed-links.ts'
import { pubmedHits, unknownWords } from './pubmed-term.ts'
import { json, text, type WorldAnswer, type WorldRequest, wholeNumber } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

const MAX_RETMAX = 10_000
/** Only the first 9,999 hits can be reached. */
const MAX_RETSTART = 9998
const HEAD = '<?xml version="1.0" encoding="UTF-8" ?>\n'

/** PubMed's E-utilities: esearch, efetch (db=pubmed, db=pmc) and elink below /entrez/eutils/. Errors come with status 200. */
export function pubmed(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const parameters = parametersOf(request)
  switch (request.path) {
    case '/entrez/eutils/esearch.fcgi':
      return esearch(corpus, request, parameters)
    case '/entrez/eutils/efetch.fcgi':
      return efetch(corpus, parameters)
    case '/entrez/eutils/elink.fcgi':
      return elink(corpus, parameters)
    default:
      return text('<html><head><title>404 Not Found</title></head><body>Not Found</body></html>', 'text/html', 404)
  }
}

/** Parameters of the address and of a form sent by POST. */
function parametersOf({ method, query, body }: WorldRequest): URLSearchParams {
  return method === 'POST' ? new URLSearchParams([...query, ...new URLSearchParams(body)]) : query
}

function esearch(corpus: Corpus, { wrongWork }: WorldRequest, query: URLSearchParams): WorldAnswer {
  const asJson = query.get('retmode') === 'json'
  const db = query.get('db') ?? 'pubmed'
  const term = (query.get('term') ?? '').trim()
  const start = wholeNumber(query, 'retstart', 0) ?? 0
  const size = Math.min(wholeNumber(query, 'retmax', 20) ?? 20, MAX_RETMAX)
  if (db !== 'pubmed') return searchError(`Invalid db name specified: ${db}`, asJson)
  if (term === '') return searchError('Empty term and query_key - nothing todo', asJson)
  if (start > MAX_RETSTART)
    return searchError(
      `Search Backend failed: Exception:\n'retstart' cannot be larger than ${MAX_RETSTART}. For PubMed, ESearch can only retrieve the first 9,999 records matching the query.`,
      asJson,
    )
  const found =
    pubmedHits(corpus, term, wrongWork) ?? pubmedHits(corpus, term.replace(/[()"]|\[[^\]]*\]|\b(?:AND|OR|NOT)\b/g, ' '), wrongWork) ?? []
  const dated = sorted(
    found.filter((work) => inDates(work, query)),
    query,
  )
  const ids = dated.slice(start, start + size).map(({ ids: { pmid = '' } }) => pmid)
  const page = { start, ids, unknown: dated.length > 0 ? [] : unknownWords(corpus, term) }
  return asJson ? jsonHits(term, dated.length, page) : xmlHits(term, dated.length, page)
}

/** mindate and maxdate count when both are given. */
function inDates({ record }: WorldWork, query: URLSearchParams): boolean {
  const [from, to] = [query.get('mindate'), query.get('maxdate')]
  if (from === null || to === null) return true
  return record.year !== undefined && record.year >= Number(from.slice(0, 4)) && record.year <= Number(to.slice(0, 4))
}

/** Best first with sort=relevance; otherwise the newest PMID first. */
function sorted(works: readonly WorldWork[], query: URLSearchParams): readonly WorldWork[] {
  return query.get('sort') === 'relevance' ? works : [...works].sort((a, b) => Number(b.ids.pmid) - Number(a.ids.pmid))
}

interface Page {
  readonly start: number
  readonly ids: readonly string[]
  /** Words that are in no record, told when nothing was found. */
  readonly unknown: readonly string[]
}

function jsonHits(term: string, count: number, { start, ids, unknown }: Page): WorldAnswer {
  return json({
    header: { type: 'esearch', version: '0.3' },
    esearchresult: {
      count: String(count),
      retmax: String(ids.length),
      retstart: String(start),
      idlist: ids,
      translationset: [],
      querytranslation: `${term}[All Fields]`,
      ...(count > 0
        ? {}
        : {
            ...(unknown.length === 0 ? {} : { errorlist: { phrasesnotfound: unknown, fieldsnotfound: [] } }),
            warninglist: { phrasesignored: [], quotedphrasesnotfound: [], outputmessages: ['No items found.'] },
          }),
    },
  })
}

const SEARCH_TYPE =
  '<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n'

function xmlHits(term: string, count: number, { start, ids, unknown }: Page): WorldAnswer {
  const list = ids.length === 0 ? '<IdList/>' : `<IdList>\n${ids.map((id) => `<Id>${id}</Id>\n`).join('')}</IdList>`
  const notFound = unknown.map((word) => `<PhraseNotFound>${xml(word)}</PhraseNotFound>`).join('')
  const none = `${notFound === '' ? '' : `<ErrorList>${notFound}</ErrorList>`}<WarningList><OutputMessage>No items found.</OutputMessage></WarningList>`
  return xmlAnswer(
    `${SEARCH_TYPE}<eSearchResult><Count>${count}</Count><RetMax>${ids.length}</RetMax><RetStart>${start}</RetStart>${list}<TranslationSet/><QueryTranslation>${xml(term)}[All Fields]</QueryTranslation>${count > 0 ? '' : none}</eSearchResult>\n`,
  )
}

/** An error of esearch: status 200 and ERROR in the place of the result. */
export function searchError(message: string, asJson: boolean): WorldAnswer {
  if (asJson) return json({ header: { type: 'esearch', version: '0.3' }, esearchresult: { ERROR: message } })
  return xmlAnswer(`${SEARCH_TYPE}<eSearchResult><ERROR>${xml(message)}</ERROR></eSearchResult>\n`)
}

const ARTICLE_SET =
  '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
const PMC_SET =
  '<!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" "https://dtd.nlm.nih.gov/ncbi/pmc/articleset/nlm-articleset-2.0.dtd">\n'

/** Records by PMID, unknown ones silently left out; articles in JATS by PMC id, with a reply for each that is not there. */
function efetch(corpus: Corpus, query: URLSearchParams): WorldAnswer {
  const ids = query
    .getAll('id')
    .flatMap((list) => list.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) return xmlAnswer('<eFetchResult>\n\t<ERROR>Empty id list - nothing todo</ERROR>\n</eFetchResult>\n')
  if (query.get('db') === 'pmc') {
    const articles = ids.map((id) => {
      const work = lookUp(corpus, 'pubmed', `pmcid:PMC${id.replace(/^PMC/i, '')}`)
      return work === undefined
        ? `<Reply Id="${xml(id)}" error="The following PMCID is not available: ${xml(id)}"/>`
        : pmcArticle(corpus, work)
    })
    return xmlAnswer(`${PMC_SET}<pmc-articleset>${articles.join('')}</pmc-articleset>\n`)
  }
  const works = ids.flatMap((id) => lookUp(corpus, 'pubmed', `pmid:${id}`) ?? [])
  return xmlAnswer(
    `${ARTICLE_SET}<PubmedArticleSet>\n${works.map((work) => `${pubmedArticle(corpus, work)}\n`).join('')}</PubmedArticleSet>`,
  )
}

/** A closed article comes without its body, and says so in a comment. */
function pmcArticle(corpus: Corpus, work: WorldWork): string {
  const article = jatsArticle(corpus, work)
  if (work.openCopy !== 'closed') return article
  const note = '<!--The publisher of this article does not allow downloading of the full text in XML form.-->'
  return article.replace(/<body>.*<\/back>/s, note)
}

function xmlAnswer(body: string): WorldAnswer {
  return text(HEAD + body, 'text/xml; charset=UTF-8')
}
