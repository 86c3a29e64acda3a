import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { fulfils, holdsTerm, parseBoolean, positiveWords, type Term } from './boolean-query.ts'
import { type Corpus, impostor } from './corpus.ts'
import { type IndexedWork, rank } from './search-index.ts'
import type { WorldWork } from './world-work.ts'

const RANGE = /"?(\d{4})[\d/]*"?\s*(?:\[(?:dp|pdat|date - publication)\])?\s*:\s*"?(\d{4})[\d/]*"?\s*\[(?:dp|pdat|date - publication)\]/gi

/**
 * Works that a PubMed term finds, the most relevant first: tags of title, author, date, type, language and identifiers are
 * honoured, others (MeSH) taken as words. Null for a term that PubMed cannot read.
 */
export function pubmedHits(corpus: Corpus, term: string, wrongWork: boolean): readonly WorldWork[] | null {
  const query = parseBoolean(term.replace(RANGE, '$1:$2[dp]'))
  const index = corpus.indexes.get('pubmed')
  if (query === null || index === undefined) return null
  const hits = rank(index, positiveWords(query), 0, (entry) => fulfils(query, entry, meets)).map(({ entry }) => entry.work)
  const byDoi = /\[(?:doi|aid|lid|location id|article identifier)\]/i.test(term)
  return wrongWork && byDoi ? hits.flatMap((work) => otherWork(corpus, work)) : hits
}

/** Words of a term that are in no record of PubMed: what it says that it did not find. */
export function unknownWords(corpus: Corpus, term: string): readonly string[] {
  const index = corpus.indexes.get('pubmed')
  const plain = term.replace(/\[[^\]]*\]|\b(?:AND|OR|NOT)\b/g, ' ')
  return words(plain).filter((word) => !isStopWord(word) && !index?.bm25.postings.has(stem(word)))
}

/** The work that a mixed-up index gives for a DOI, with its own PMID. */
function otherWork(corpus: Corpus, work: WorldWork): readonly WorldWork[] {
  const other = corpus.byKey.get(impostor(corpus, 'pubmed', work).key)
  return other === undefined ? [] : [other]
}

function meets(term: Term, { work, year, title, abstract, authors }: IndexedWork): boolean {
  const { text } = term
  switch (term.field) {
    case 'ti':
    case 'title':
      return holdsTerm(term, title)
    case 'au':
    case 'author':
    case '1au':
      return holdsTerm({ ...term, text: text.replace(/\s+[A-Z]{1,3}$/, '') }, authors)
    case 'doi':
    case 'aid':
    case 'lid':
    case 'article identifier':
    case 'location id':
      return work.ids.doi === text.toLowerCase()
    case 'pmid':
    case 'uid':
      return work.ids.pmid === text
    case 'dp':
    case 'pdat':
    case 'date - publication': {
      const [from = '', to = from] = text.split(':')
      return year !== undefined && year >= Number(from.slice(0, 4)) && year <= Number(to.slice(0, 4))
    }
    case 'la':
    case 'lang':
    case 'language':
      return /^(?:eng|english)$/i.test(text) === ((work.record.language ?? 'en') === 'en')
    case 'pt':
    case 'publication type':
      return /review/i.test(text) ? work.record.type === 'review' : work.record.type !== 'notice'
    default:
      return text === 'hasabstract' ? abstract.length > 0 : holdsTerm(term, [...title, ...abstract])
  }
}
