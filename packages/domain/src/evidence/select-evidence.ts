import { acronymsIn } from '@winnow/text/acronyms.ts'
import { stem } from '@winnow/text/stem.ts'
import { type ArticleSection, type ArticleSentence, articleSentences } from './article-sentences.ts'
import {
  acronymStems,
  contentWords,
  type EvidenceRequest,
  type RequestElement,
  requestElements,
  withAcronyms,
  wordPairs,
} from './evidence-request.ts'
import { resultCue, statesAim, statesSetUp } from './result-cues.ts'

/** A sentence with how well it answers a request. */
export interface RankedSentence extends ArticleSentence {
  /** Greater than 0; only the order among sentences of the same call means something. */
  readonly score: number
  /** The request's words (stems) that it has, or has an abbreviation of. */
  readonly shared: ReadonlySet<string>
  /** Their share of all words of the request, in (0,1]. */
  readonly coverage: number
}

/** What a pair of the request's words weighs beside the words of its element: as a third of an outcome (our reading). */
const pairWeight = 1
/** How much the part of the paper counts: results are stated in them; methods and background name outcomes without any. */
const partWeight = { findings: 1.2, unknown: 1, rest: 0.5 }
/** How much is left of a sentence that states an aim or how the study was made. */
const notFound = 0.5
/** How much a sentence loses that says what a better one says in the same words. */
const redundancy = 0.2
/** So many of the best sentences are looked at for different ones. */
const poolSize = 50

/**
 * The `limit` sentences of an article that answer a request best, best first, and different from each other (our reading of
 * spec §2 and §9): see `rankEvidence` and `pickDiverse`. Fewer where fewer share a word with the request.
 */
export function selectEvidence(sections: readonly ArticleSection[], request: EvidenceRequest, limit: number): readonly RankedSentence[] {
  return pickDiverse(rankEvidence(articleSentences(sections), request), limit)
}

/**
 * The sentences that share a word with the request's outcome or question, best first, ties in the order of the paper. The
 * score is the match times how much the sentence speaks like a result (p-values, comparisons, directions: `resultCue`) times
 * the weight of its part. The match sums over the request's elements the share of their words, weighted by their rarity in the
 * article (BM25's idf), and of the pairs of words of the first. Abbreviations that the article defines count as what they stand for.
 */
export function rankEvidence(sentences: readonly ArticleSentence[], request: EvidenceRequest): readonly RankedSentence[] {
  const elements = requestElements(request)
  const [main] = elements
  if (main === undefined) return []
  const acronyms = acronymStems(acronymsIn(sentences.map(({ text }) => text).join('\n')), stem)
  const prepared = sentences.map((sentence) => {
    const sequence = contentWords(sentence.text)
    return { sentence, words: withAcronyms(sequence, acronyms), pairs: wordPairs(sequence) }
  })
  const rarity = rarityIn(prepared.map(({ words }) => words))
  const all = new Set(elements.flatMap(({ terms }) => [...terms]))
  const headed = sentences.some(({ part }) => part === 'findings')
  return prepared
    .map(({ sentence, words, pairs }, order) => {
      const match = share(main.terms, words, rarity) === 0 ? 0 : matchOf(elements, words, pairs, rarity)
      const score = match * (1 + resultCue(sentence.text)) * weightOf(sentence, headed)
      const shared = all.intersection(words)
      return { ranked: { ...sentence, score, shared, coverage: shared.size / all.size }, order }
    })
    .filter(({ ranked }) => ranked.score > 0)
    .sort((a, b) => b.ranked.score - a.ranked.score || a.order - b.order)
    .map(({ ranked }) => ranked)
}

/**
 * At most `limit` of ranked sentences so that they say different things (maximal marginal relevance, Carbonell and Goldstein
 * 1998): each time the best after what it loses by the largest overlap of its words with one taken before.
 */
export function pickDiverse(ranked: readonly RankedSentence[], limit: number): readonly RankedSentence[] {
  const pool = ranked
    .slice(0, Math.max(poolSize, limit))
    .map((sentence) => ({ sentence, words: new Set(contentWords(sentence.text)), overlap: 0 }))
  const taken: RankedSentence[] = []
  while (taken.length < limit && pool.length > 0) {
    const best = pool.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    pool.splice(pool.indexOf(best), 1)
    taken.push(best.sentence)
    for (const other of pool) other.overlap = Math.max(other.overlap, overlapOf(other.words, best.words))
  }
  return taken
}

function worth({ sentence, overlap }: { readonly sentence: RankedSentence; readonly overlap: number }): number {
  return sentence.score * (1 - redundancy * overlap)
}

/** The overlap coefficient: the share of the smaller set in the other. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.intersection(b).size / Math.max(1, Math.min(a.size, b.size))
}

function matchOf(
  elements: readonly RequestElement[],
  words: ReadonlySet<string>,
  pairs: ReadonlySet<string>,
  rarity: (term: string) => number,
): number {
  const shares = elements.reduce((sum, { terms, weight }) => sum + weight * share(terms, words, rarity), 0)
  const [main] = elements
  if (main === undefined) return 0
  // One word has no pairs: it stands for itself.
  const paired = main.pairs.size === 0 ? share(main.terms, words, rarity) : main.pairs.intersection(pairs).size / main.pairs.size
  return shares + pairWeight * paired
}

/** The share of wanted terms that are there, each weighing as much as it is rare. */
function share(wanted: ReadonlySet<string>, there: ReadonlySet<string>, rarity: (term: string) => number): number {
  let found = 0
  let all = 0
  for (const term of wanted) {
    const weight = rarity(term)
    all += weight
    if (there.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** Lucene's idf over the sentences, which is positive: a word of nearly all of them weighs little. */
function rarityIn(sentences: readonly ReadonlySet<string>[]): (term: string) => number {
  const frequency = new Map<string, number>()
  for (const words of sentences) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return (term) => {
    const found = frequency.get(term) ?? 0
    return Math.log(1 + (sentences.length - found + 0.5) / (found + 0.5))
  }
}

/** Where no heading or label tells the results, they stand further down: the place counts for up to half. */
function weightOf({ text, part, place }: ArticleSentence, headed: boolean): number {
  const byPart =
    part === 'findings' ? partWeight.findings : part === 'rest' ? partWeight.rest : headed ? partWeight.unknown : (1 + place) / 2
  return byPart * (statesAim(text) || statesSetUp(text) ? notFound : 1)
}
