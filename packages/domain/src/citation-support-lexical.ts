import type { CitationFlaw, CitedSentence } from '@winnow/contracts/entities/report.ts'
import { acronymsIn } from '@winnow/text/acronyms.ts'
import { truncatedStem } from '@winnow/text/truncated-stem.ts'
import { type Stance, stanceOf } from './citation/opposition.ts'
import { isStated, statedNumbers } from './citation/stated-numbers.ts'
import { type StatementWord, statementWords } from './citation/statement.ts'
import { articleSentences } from './evidence/article-sentences.ts'
import { acronymStems, withAcronyms } from './evidence/evidence-request.ts'
import { isHedge } from './turning-words.ts'

/** From this match on a sentence is supported (our reading: half of its words; on SciFact's training claims .45 does alike). */
export const supportedFrom = 0.5
/** From this match on it is partly supported, below it unsupported (our reading). */
export const partialFrom = 0.3
/** A sentence of the evidence with less of the content words speaks of something else: it opposes nothing (our reading). */
export const sameMatterFrom = 1 / 3
/** So many of the best matching sentences of the evidence, and those that match as well as the last, are asked whether they oppose. */
const sentencesAsked = 5

export type SupportVerdict = NonNullable<CitedSentence['verdict']>

/** A verdict, with what is wrong where it is not supported. */
export interface SupportCheck {
  readonly verdict: SupportVerdict
  readonly flaw: CitationFlaw | null
}

/** What is known of a cited document: the claim of an evidence item and the quote behind it. */
export interface KnownText {
  readonly claim: string
  readonly quote: string
}

/**
 * Whether the evidence behind a cited sentence supports it, judged by words alone (spec §12, without a model). Its match is the
 * mean of two shares of its content words (without directions and numbers): of those in the best matching sentence of the
 * evidence, and of those in all of it. Words match by `truncatedStem`, abbreviations by what the evidence defines.
 * - supported: a match of .5, and nothing of the following;
 * - unsupported: a match below .3; a number that the evidence does not state; or contradicted (see `opposition`);
 * - partial: between .3 and .5; a number word that the evidence does not state; or it drops the reserve of each sentence that
 *   says it;
 * - cannot-check: no evidence, or no content words on either side.
 */
export function checkSupport(sentence: string, evidence: readonly KnownText[]): SupportCheck {
  const claim = statementWords(sentence)
  const wanted = new Set(claim.filter(isContent).map(({ stem }) => stem))
  const texts = evidence.flatMap(({ claim: said, quote }) => [said, quote])
  const known = knownSentences(texts)
  if (wanted.size === 0 || known.every(({ stems }) => stems.size === 0)) return { verdict: 'cannot-check', flaw: null }

  const ranked = known.map((one) => ({ ...one, match: shareOf(wanted, one.stems) })).sort((a, b) => b.match - a.match)
  const all = shareOf(wanted, new Set(known.flatMap(({ stems }) => [...stems])))
  const match = ((ranked[0]?.match ?? 0) + all) / 2

  if (match < partialFrom) return { verdict: 'unsupported', flaw: { kind: 'few-words', note: missingWords(claim, known) } }
  const number = missingNumbers(sentence, texts)
  if (number.digits !== null)
    return { verdict: 'unsupported', flaw: { kind: 'number', note: `the evidence does not say ${number.digits}` } }
  if (match < supportedFrom) return { verdict: 'partial', flaw: { kind: 'few-words', note: missingWords(claim, known) } }
  const least = ranked[sentencesAsked - 1]?.match ?? 0
  const best = ranked.filter((one) => one.match >= least)
  const opposed = opposition(claim, wanted, best)
  if (opposed !== null) return { verdict: 'unsupported', flaw: { kind: 'contradicted', note: opposed } }
  if (number.words !== null) return { verdict: 'partial', flaw: { kind: 'number', note: `the evidence does not say ${number.words}` } }
  if (losesHedge(claim, ranked)) return { verdict: 'partial', flaw: { kind: 'hedge', note: 'the evidence says it with reserve' } }
  return { verdict: 'supported', flaw: null }
}

interface KnownSentence {
  readonly words: readonly StatementWord[]
  readonly stems: ReadonlySet<string>
}

function knownSentences(texts: readonly string[]): readonly KnownSentence[] {
  const acronyms = acronymStems(acronymsIn(texts.join('\n')), truncatedStem)
  return articleSentences(texts.map((text) => ({ heading: null, text }))).map(({ text }) => {
    const words = statementWords(text)
    const stems = words.filter(isContent).map(({ stem }) => stem)
    return { words, stems: withAcronyms(stems, acronyms) }
  })
}

function isContent({ kind }: StatementWord): boolean {
  return kind === 'content'
}

function shareOf(wanted: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  return wanted.intersection(stems).size / wanted.size
}

/**
 * How the evidence says the opposite, in words; null when it does not. Of the best matching sentences of the same matter the one
 * that says the opposite (`stanceOf`) must match better than any that says the same; one that merely denies, better than any
 * other; and a sentence that denies what the evidence nowhere denies has none that says the same.
 */
function opposition(
  claim: readonly StatementWord[],
  wanted: ReadonlySet<string>,
  best: readonly (KnownSentence & { readonly match: number })[],
): string | null {
  const directed = claim.some(({ kind }) => kind === 'direction')
  // The best match among the sentences that say the same, that say nothing either way, and that say the opposite.
  const found = { same: 0, open: 0, opposite: 0 }
  let words: Stance['words'] = null
  for (const { words: known, stems, match } of best) {
    if (match < sameMatterFrom) continue
    const stance = stanceOf(claim, known, wanted.intersection(stems))
    // A sentence with all the words of one that claims no direction says the same unless it denies it.
    const stand = stance.sign > 0 || (stance.sign === 0 && match === 1 && !directed) ? 'same' : stance.sign < 0 ? 'opposite' : 'open'
    if (stand === 'opposite' && (match > found.opposite || (match === found.opposite && isPlainer(stance.words, words))))
      words = stance.words
    found[stand] = Math.max(found[stand], match)
  }
  if (words === null) return null
  const evidenceDenies = words[0] === null
  const claimDenies = words[1] === null
  if (evidenceDenies && found.opposite <= Math.max(found.same, found.open)) return null
  if (claimDenies && found.same > 0) return null
  return found.opposite > found.same ? opposedWords(words) : null
}

/** Of equally good sentences the one whose opposite stands in words on both sides; then by the words, so that order is nothing. */
function isPlainer(one: Stance['words'], other: Stance['words']): boolean {
  if (one === null || other === null) return one !== null
  const [x, y] = [one, other].map((pair) => pair.filter((word) => word === null).length) as [number, number]
  return x !== y ? x < y : JSON.stringify(one) < JSON.stringify(other)
}

function opposedWords([said, known]: readonly [string | null, string | null]): string {
  if (said !== null && known !== null) return `the evidence says “${known}” where the sentence says “${said}”`
  return said === null ? 'the evidence denies what the sentence states' : 'the sentence denies what the evidence states'
}

/** The first number of the sentence that the evidence lacks, by how it is written. */
function missingNumbers(sentence: string, texts: readonly string[]): { readonly digits: string | null; readonly words: string | null } {
  const known = texts.flatMap(statedNumbers)
  const missing = statedNumbers(sentence).filter((stated) => !isStated(stated, known))
  return { digits: missing.find(({ word }) => !word)?.shown ?? null, words: missing.find(({ word }) => word)?.shown ?? null }
}

/** The content words of the sentence that no sentence of the evidence has, three at most. */
function missingWords(claim: readonly StatementWord[], known: readonly KnownSentence[]): string {
  const missing = claim.filter((word) => isContent(word) && !known.some(({ stems }) => stems.has(word.stem)))
  const shown = [...new Set(missing.map(({ word }) => word))].slice(0, 3)
  return shown.length === 0 ? 'no sentence of the evidence says all of it' : `the evidence does not speak of ${shown.join(', ')}`
}

/** Whether the sentence states what each sentence of the evidence that says it (the best ones, at least) says with reserve. */
function losesHedge(claim: readonly StatementWord[], ranked: readonly (KnownSentence & { readonly match: number })[]): boolean {
  const best = ranked[0]?.match ?? 0
  const saying = ranked.filter(({ match }) => match === best || match >= supportedFrom)
  return !hedges(claim) && saying.every(({ words }) => hedges(words))
}

function hedges(words: readonly StatementWord[]): boolean {
  return words.some(({ word, kind }) => kind === 'function' && isHedge(word))
}
