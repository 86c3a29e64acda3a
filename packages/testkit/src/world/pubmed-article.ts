import type { Author } from '@winnow/contracts/entities/record.ts'
import { asSeenBy, initials } from './as-seen-by.ts'
import { happens, numberFrom } from './chance.ts'
import type { Corpus } from './corpus.ts'
import { citationOf } from './paper.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** Journal issues, in percent, that are dated by a season or a span of months, so that there is no plain Year and Month. */
const MEDLINE_DATE = 5
const LABELLED = 30

/** A work as PubMed's efetch writes it. */
export function pubmedArticle(corpus: Corpus, work: WorldWork): string {
  const { record, ids } = work
  const { title, authors, abstract } = asSeenBy('pubmed', work)
  const pmid = `<PMID Version="1">${ids.pmid}</PMID>`
  const stop = /[.?!]$/.test(title) ? '' : '.'
  const doi = ids.doi === undefined ? '' : xml(ids.doi)
  const types = publicationTypes(work).map((type) => `<PublicationType UI="D016428">${type}</PublicationType>`)
  return `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM">${pmid}<DateRevised><Year>2026</Year><Month>06</Month><Day>30</Day></DateRevised><Article PubModel="Print-Electronic"><Journal><ISSN IssnType="Electronic">1234-5679</ISSN><JournalIssue CitedMedium="Internet">${tag('Volume', record.volume)}${tag('Issue', record.issue)}<PubDate>${pubDate(work)}</PubDate></JournalIssue><Title>${xml(record.venue ?? 'Unnamed journal')}</Title><ISOAbbreviation>${xml((record.venue ?? 'Unnamed journal').slice(0, 20))}</ISOAbbreviation></Journal><ArticleTitle>${xml(title)}${stop}</ArticleTitle>${record.pages === undefined ? '' : `<Pagination><MedlinePgn>${xml(record.pages)}</MedlinePgn></Pagination>`}${doi === '' ? '' : `<ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>`}${abstract === undefined ? '' : `<Abstract>${abstractText(work, abstract)}</Abstract>`}${authors.length === 0 ? '' : `<AuthorList CompleteYN="Y">${authors.map(authorElement).join('')}</AuthorList>`}<Language>${record.language === undefined || record.language === 'en' ? 'eng' : xml(record.language)}</Language><PublicationTypeList>${types.join('')}</PublicationTypeList></Article><MedlineJournalInfo><Country>United States</Country><MedlineTA>${xml((record.venue ?? 'Unnamed journal').slice(0, 20))}</MedlineTA><NlmUniqueID>0255562</NlmUniqueID></MedlineJournalInfo>${comments(corpus, work)}</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="pubmed"><Year>${record.year ?? 2000}</Year><Month>1</Month><Day>1</Day></PubMedPubDate></History><PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId IdType="pubmed">${ids.pmid}</ArticleId>${doi === '' ? '' : `<ArticleId IdType="doi">${doi}</ArticleId>`}${ids.pmcid === undefined ? '' : `<ArticleId IdType="pmc">${ids.pmcid}</ArticleId>`}</ArticleIdList>${referenceList(corpus, work)}</PubmedData></PubmedArticle>`
}

function tag(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${xml(value)}</${name}>`
}

function pubDate(work: WorldWork): string {
  const year = asSeenBy('pubmed', work).year ?? 2000
  const month = MONTHS[numberFrom(`month:${work.key}`, 12)] ?? 'Jan'
  if (happens(MEDLINE_DATE, `medline date:${work.key}`)) return `<MedlineDate>${year} ${month}-Dec</MedlineDate>`
  return `<Year>${year}</Year><Month>${month}</Month>`
}

/** One text, or labelled parts of whole sentences as journals with structured abstracts have them. */
function abstractText(work: WorldWork, abstract: string): string {
  const sentences = abstract.split(/(?<=[.!?]) (?=\p{Lu})/u)
  if (sentences.length < 3 || !happens(LABELLED, `labels:${work.key}`)) return `<AbstractText>${xml(abstract)}</AbstractText>`
  const parts = [sentences.slice(0, 1), sentences.slice(1, -1), sentences.slice(-1)]
  return ['BACKGROUND', 'METHODS', 'CONCLUSIONS']
    .map((label, index) => `<AbstractText Label="${label}" NlmCategory="${label}">${xml(parts[index]?.join(' ') ?? '')}</AbstractText>`)
    .join('')
}

function authorElement({ family, given, suffix, collective, orcid }: Author): string {
  if (family === undefined) return `<Author ValidYN="Y"><CollectiveName>${xml(collective ?? '')}</CollectiveName></Author>`
  const identifier = orcid === undefined ? '' : `<Identifier Source="ORCID">${xml(orcid)}</Identifier>`
  const names = given === undefined ? '' : `${tag('ForeName', given.replace(/\./g, ''))}${tag('Initials', initials(given))}`
  return `<Author ValidYN="Y">${tag('LastName', family)}${names}${tag('Suffix', suffix)}${identifier}</Author>`
}

function publicationTypes({ record }: WorldWork): readonly string[] {
  const retracts = record.notices?.some(({ kind, direction }) => kind === 'retraction' && direction === 'of') === true
  if (record.type === 'notice') return [retracts ? 'Retraction of Publication' : 'Published Erratum']
  const type =
    record.type === 'review' ? ['Review'] : record.type === 'editorial' ? ['Editorial'] : record.type === 'letter' ? ['Letter'] : []
  return ['Journal Article', ...type, ...(isRetracted(record.retracted, record.notices) ? ['Retracted Publication'] : [])]
}

function isRetracted(retracted: boolean | undefined, notices: WorldWork['record']['notices']): boolean {
  return retracted === true || notices?.some(({ kind, direction }) => kind === 'retraction' && direction === 'by') === true
}

/** The notices of a work, told from both sides. */
function comments(corpus: Corpus, { record }: WorldWork): string {
  const links = (record.notices ?? []).flatMap(({ kind, direction, doi }) => {
    if (kind !== 'retraction') return []
    const other = doi === undefined ? undefined : corpus.byId.get(`doi:${doi}`)
    const pmid = other?.ids.pmid === undefined ? '' : `<PMID Version="1">${other.ids.pmid}</PMID>`
    const source =
      other === undefined ? `doi: ${doi ?? ''}` : `${other.record.venue ?? 'Unnamed journal'}. ${other.record.year ?? ''} doi: ${doi}`
    return [
      `<CommentsCorrections RefType="Retraction${direction === 'of' ? 'Of' : 'In'}"><RefSource>${xml(source)}</RefSource>${pmid}</CommentsCorrections>`,
    ]
  })
  return links.length === 0 ? '' : `<CommentsCorrectionsList>${links.join('')}</CommentsCorrectionsList>`
}

function referenceList(corpus: Corpus, { references }: WorldWork): string {
  if (references.length === 0) return ''
  const items = references.map((reference) => {
    const pmid = 'key' in reference ? corpus.byKey.get(reference.key)?.ids.pmid : undefined
    const ids = pmid === undefined ? '' : `<ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId></ArticleIdList>`
    return `<Reference><Citation>${xml(citationOf(corpus, reference))}</Citation>${ids}</Reference>`
  })
  return `<ReferenceList>${items.join('')}</ReferenceList>`
}
