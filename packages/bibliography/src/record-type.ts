import type { RecordType } from '@winnow/contracts/entities/record.ts'

/** Type words of BibTeX, RIS, CSL, Crossref, OpenAlex, PubMed, Semantic Scholar, Scopus, Zotero, EndNote and IEEE, by our type. */
const WORDS: Readonly<Record<RecordType, string>> = {
  notice:
    'notice|retraction|retraction notice|retraction of publication|erratum|published erratum|corrigendum|correction|addendum|expression of concern|withdrawal',
  review:
    'review|systematic review|meta analysis|metaanalysis|review article|literature review|survey|scoping review|annual review|short survey|mini review|critical review|umbrella review',
  editorial: 'editorial|editorial material|introductory journal article',
  letter: 'letter|comment|lettersandcomments|letter to the editor|correspondence|reply',
  protocol: 'protocol|clinical trial protocol|study protocol',
  abstract: 'abst|abstract|meeting abstract|conference abstract|congress abstract',
  preprint: 'preprint|posted content|working paper|eprint',
  thesis: 'thes|thesis|phdthesis|mastersthesis|dissertation|phd thesis|doctoral dissertation|academic dissertation|dissertation thesis',
  dataset: 'data|dataset|dbase|database|aggregated database|online database',
  'conference-paper':
    'conf|cpaper|inproceedings|conference|conference paper|conferencepaper|conference proceedings|proceedings article|paper conference|proceedings paper|conference publication|conferences',
  'book-chapter':
    'chap|echap|incollection|inbook|chapter|book chapter|book section|booksection|book part|entry encyclopedia|encyclopedia article|reference entry|book track|bookchapter|ency',
  report:
    'rprt|report|techreport|technical report|report component|reports research|tech rep|government document|govdoc|standard|stand|manual',
  book: 'book|ebook|edbook|edited book|monograph|reference book|proceedings|book set|book series|mvbook|electronic book',
  web: 'web|webpage|web page|elec|online|blog|website|post weblog|post|electronic|online multimedia|internet',
  article:
    'jour|ejour|mgzn|news|inpr|article|journal|journal article|journalarticle|article journal|article magazine|article newspaper|magazine article|newspaper article|magazine|electronic article|journals|data paper|research article|original article|article in press|journal articles|note|case report|case reports|casereport|clinical trial|clinicaltrial|study|randomized controlled trial|early access|jfull|journalpaper|newspaper',
  other:
    'other|gen|generic|misc|miscellaneous|unpb|unpublished|unpublished work|manuscript|document|figshare|patent|pat|map|bill|case|hearing|statute|software|video|conference review|journal issue|journal volume|personal communication|peer review|grant|paratext|component|supplementary materials|libguides',
}

/** Where an entry has several words, the first type of this order that one of them names is taken: the special before the general. */
const PRECEDENCE = Object.keys(WORDS) as readonly RecordType[]

const TYPE_OF = new Map(PRECEDENCE.flatMap((type) => WORDS[type].split('|').map((word) => [word, type] as const)))

/** Our type for one word of a source, or undefined when the word is not known. Case, hyphens and digits at the end do not matter. */
export function recordTypeOfWord(word: string): RecordType | undefined {
  const plain = word
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  return TYPE_OF.get(plain)
}

const PREPRINT_SERVER =
  /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|ssrn|research square|preprints?(?:\.org)?|corr|osf preprints|techrxiv|edarxiv|socarxiv)\b/i
const CONFERENCE = /\b(?:proceedings|proc\.|conference|symposium|workshop|congress)\b/i

/**
 * The record type from the source's words and, where these are silent or general, from the venue and an arXiv id (our
 * reading): a preprint server is a preprint; without any word a conference title is a conference paper, another venue
 * an article, nothing at all "other".
 */
export function recordType(words: readonly string[], venue: string | undefined, hasArxiv: boolean): RecordType {
  const named = new Set(words.map(recordTypeOfWord).filter((type) => type !== undefined))
  const type = PRECEDENCE.find((candidate) => named.has(candidate))
  if (type !== undefined && type !== 'article' && type !== 'other') return type
  if (venue !== undefined && PREPRINT_SERVER.test(venue)) return 'preprint'
  if (type === 'article') return 'article'
  if (venue === undefined) return hasArxiv ? 'preprint' : 'other'
  if (type === 'other') return 'other'
  return CONFERENCE.test(venue) ? 'conference-paper' : 'article'
}
