import { type AuthorList, authorsFromValues } from '@winnow/bibliography/author-list.ts'
import { trimPmcid } from '@winnow/bibliography/identifier-trimming.ts'
import { apiRecord } from '@winnow/bibliography/make-record.ts'
import { pageRange, parseYear } from '@winnow/bibliography/publication-fields.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { XmlDocument, XmlElement } from 'libxml2-wasm'
import { elementsAt, elementText, textAtPath, textsAtPath } from '../answers/xml-body.ts'
import { languageOfMedline } from './medline-languages.ts'
import { pubmedNotices } from './pubmed-notices.ts'

/** Roots of what efetch answers: a set of records, or one that stands alone. */
export const recordRoots: readonly string[] = ['PubmedArticleSet', 'PubmedBookArticleSet', 'PubmedArticle', 'PubmedBookArticle']

/** The records of an efetch answer in its order, articles and books; what has no PubMed id or title is left out (PBR-005). */
export function pubmedRecords(document: XmlDocument): readonly Record[] {
  const places = ['/PubmedArticle', '/PubmedBookArticle', '/*/PubmedArticle', '/*/PubmedBookArticle']
  return elementsAt(document, places.join(' | ')).flatMap((element) => {
    return (element.name === 'PubmedArticle' ? articleRecord(element) : bookRecord(element)) ?? []
  })
}

function articleRecord(element: XmlElement): Record | null {
  const [citation] = elementsAt(element, 'MedlineCitation')
  const [article] = elementsAt(element, 'MedlineCitation/Article')
  if (citation === undefined || article === undefined) return null
  return pubmedRecord(textAtPath(citation, 'PMID'), {
    // Only the direct children: the same elements stand inside each reference.
    doi: textAtPath(
      element,
      'PubmedData/ArticleIdList/ArticleId[@IdType="doi"]',
      'MedlineCitation/Article/ELocationID[@EIdType="doi"][not(@ValidYN="N")]',
    ),
    pmcid: textAtPath(element, 'PubmedData/ArticleIdList/ArticleId[@IdType="pmc"]'),
    title: titleOf(textAtPath(article, 'ArticleTitle'), textAtPath(article, 'VernacularTitle')),
    authors: authorsOf(elementsAt(article, 'AuthorList[not(@Type="editors")]').at(0)),
    year: yearAt(article, 'Journal/JournalIssue/PubDate') ?? yearAt(article, 'ArticleDate'),
    venue: textAtPath(article, 'Journal/Title', 'Journal/ISOAbbreviation') ?? textAtPath(citation, 'MedlineJournalInfo/MedlineTA'),
    volume: textAtPath(article, 'Journal/JournalIssue/Volume'),
    issue: textAtPath(article, 'Journal/JournalIssue/Issue'),
    pages: pagesOf(article),
    types: textsAtPath(article, 'PublicationTypeList/PublicationType'),
    language: languageOf(article),
    abstract: abstractOf(article),
    keywords: [...textsAtPath(citation, 'MeshHeadingList/MeshHeading/DescriptorName'), ...textsAtPath(citation, 'KeywordList/Keyword')],
    references: [...referencesIn(element, 'PubmedData'), ...citedIn(citation)],
    notices: pubmedNotices(citation),
  })
}

/** A book, or a chapter of one: it has its own title and authors, the book's authors are not those of its chapters' title. */
function bookRecord(element: XmlElement): Record | null {
  const [document] = elementsAt(element, 'BookDocument')
  if (document === undefined) return null
  const bookTitle = textAtPath(document, 'Book/BookTitle')
  const title = titleOf(textAtPath(document, 'ArticleTitle'), textAtPath(document, 'VernacularTitle'))
  const authors = elementsAt(document, 'AuthorList[not(@Type="editors")] | Book/AuthorList[not(@Type="editors")]')
  return pubmedRecord(textAtPath(document, 'PMID'), {
    doi: textAtPath(
      element,
      'BookDocument/ArticleIdList/ArticleId[@IdType="doi"]',
      'PubmedBookData/ArticleIdList/ArticleId[@IdType="doi"]',
    ),
    pmcid: textAtPath(
      element,
      'BookDocument/ArticleIdList/ArticleId[@IdType="pmc"]',
      'PubmedBookData/ArticleIdList/ArticleId[@IdType="pmc"]',
    ),
    isbn: textAtPath(document, 'Book/Isbn'),
    title: title ?? bookTitle,
    authors: authorsOf(authors.find((list) => list.parent?.name === 'BookDocument') ?? authors.at(0)),
    year: yearAt(document, 'Book/PubDate') ?? yearAt(document, 'ContributionDate'),
    venue: title === undefined ? undefined : bookTitle,
    volume: textAtPath(document, 'Book/Volume'),
    pages: pagesOf(document),
    publisher: textAtPath(document, 'Book/Publisher/PublisherName'),
    types: [...textsAtPath(document, 'PublicationType'), title === undefined ? 'Book' : 'Book Chapter'],
    language: languageOf(document),
    abstract: abstractOf(document),
    keywords: textsAtPath(document, 'KeywordList/Keyword'),
    references: referencesIn(document, '.'),
  })
}

function pubmedRecord(pmid: string | undefined, raw: RawEntry): Record | null {
  if (pmid === undefined || !/^\d+$/.test(pmid)) return null
  const pmcid = trimPmcid(raw.pmcid ?? '')
  return apiRecord(
    {
      ...raw,
      pmid,
      url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
      openAccess: pmcid === undefined ? undefined : [{ url: `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`, kind: 'html' }],
    },
    'pubmed',
    pmid,
  )
}

/** The title without the brackets of a translated one; "[Not Available]" stands where there is only the original. */
function titleOf(title: string | undefined, original: string | undefined): string | undefined {
  if (title === undefined) return original
  const translated = /^\[((?:[^[\]]|\[[^[\]]*\])*)\](\.?)$/.exec(title)
  if (translated === null) return title
  const inner = (translated[1] ?? '').trim()
  if (/^not available\.?$/i.test(inner)) return original
  return inner === '' ? original : `${inner}${/[.?!]$/.test(inner) ? '' : translated[2]}`
}

/** The first four digits that can be a year, of the year, or of a free text such as "1998 Dec-1999 Jan" (PBR-004). */
function yearAt(from: XmlElement, date: string): string | undefined {
  const text = textAtPath(from, `${date}/Year`, `${date}/MedlineDate`)
  return text === undefined || parseYear(text) === undefined ? undefined : text
}

/** Full page numbers where both are given; MEDLINE shortens the second ("557-65"). */
function pagesOf(from: XmlElement): string | undefined {
  const [first, last] = [textAtPath(from, 'Pagination/StartPage'), textAtPath(from, 'Pagination/EndPage')]
  return first !== undefined && last !== undefined ? pageRange(first, last) : (textAtPath(from, 'Pagination/MedlinePgn') ?? first)
}

/** Authors of a list: people and groups in their order, without those that a later notice took out (ValidYN="N"). */
function authorsOf(list: XmlElement | undefined): AuthorList | undefined {
  if (list === undefined) return undefined
  const authors = elementsAt(list, 'Author[not(@ValidYN="N")]').map((author) => ({
    collective: textAtPath(author, 'CollectiveName'),
    family: textAtPath(author, 'LastName', 'ForeName'),
    given: textAtPath(author, 'LastName') === undefined ? undefined : textAtPath(author, 'ForeName', 'FirstName', 'Initials'),
    suffix: textAtPath(author, 'Suffix'),
    orcid: textAtPath(author, 'Identifier[@Source="ORCID"]'),
  }))
  const read = authorsFromValues(authors)
  return { authors: read.authors, truncated: read.truncated || list.attr('CompleteYN')?.value === 'N' }
}

function languageOf(from: XmlElement): string | undefined {
  const code = textAtPath(from, 'Language')
  return code === undefined ? undefined : languageOfMedline(code)
}

/** The parts of the abstract in their order, a labelled one as "LABEL: …". OtherAbstract is in another language: not part of it. */
function abstractOf(from: XmlElement): string {
  const parts = elementsAt(from, 'Abstract/AbstractText').flatMap((part) => {
    const text = elementText(part).replaceAll('\n', ' ').trim()
    const label = (part.attr('Label')?.value ?? '').trim().replace(/:$/, '')
    if (text === '') return []
    return [label === '' || /^unlabelled$/i.test(label) ? text : `${label}: ${text}`]
  })
  return parts.join('\n\n')
}

/** Cited works of the reference lists, which may be nested: by PubMed id where there is one, else by DOI. */
function referencesIn(from: XmlElement, place: string): readonly string[] {
  return elementsAt(from, `${place}/ReferenceList//Reference`).flatMap((reference) => {
    const pmid = textAtPath(reference, 'ArticleIdList/ArticleId[@IdType="pubmed"]')
    const doi = textAtPath(reference, 'ArticleIdList/ArticleId[@IdType="doi"]')
    return pmid !== undefined ? [`pmid:${pmid}`] : doi !== undefined ? [`doi:${doi}`] : []
  })
}

/** Cited works as older records have them. */
function citedIn(citation: XmlElement): readonly string[] {
  return textsAtPath(citation, 'CommentsCorrectionsList/CommentsCorrections[@RefType="Cites"]/PMID').map((pmid) => `pmid:${pmid}`)
}
