import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'

/** A stemmed word, or two that stand side by side. */
export type Term = readonly [string] | readonly [string, string]

/**
 * Words by which questions and criteria speak of the review, of studies in general and of what they may find: they name no
 * subject, and in records they are either everywhere or in the wrong ones (other reviews).
 */
const OF_REVIEWS =
  'systematic review reviews meta analysis analyses metaanalysis overview literature evidence synthesis scoping study studies article articles ' +
  'paper papers publication publications published report reports reported reporting data original research result results abstract abstracts ' +
  'title titles full text english language peer reviewed journal journals inclusion exclusion criteria criterion eligible eligibility include ' +
  'includes included including exclude excludes excluded meet met following consider considered identified applied assess assessed search ' +
  'searched available relevant interest population intervention interventions comparator comparison outcome outcomes design participants ' +
  'subjects setting effect effects efficacy effectiveness effective comparative impact influence role source important associated association ' +
  'associations relation relations relationship use used using management patient patients investigators topic general primary quantitative ' +
  'benefit benefits harm harms'
const GENERAL: ReadonlySet<string> = new Set(OF_REVIEWS.split(' ').map(stem))

/**
 * The subject words of a text and their neighbouring pairs, stemmed; none of a text of general words. A pair is broken by a
 * general word, not by a stop word ("osteoarthritis of the knee"), as in the records' features.
 */
export function subjectTerms(text: string): readonly Term[] {
  return withPairs(contentStems(text), (word) => !GENERAL.has(word))
}

/** The same of a question; of one that has general words only, all its words that are no stop words. */
export function questionTerms(question: string): readonly Term[] {
  const terms = subjectTerms(question)
  return terms.length > 0 ? terms : withPairs(contentStems(question), () => true)
}

function withPairs(stems: readonly string[], isSubject: (word: string) => boolean): readonly Term[] {
  return stems.flatMap((word, index): readonly Term[] => {
    if (!isSubject(word)) return []
    const before = stems[index - 1]
    return before !== undefined && isSubject(before) ? [[word], [before, word]] : [[word]]
  })
}

/** A concept of the question: its words as written, for people, and its terms. */
export interface Concept {
  readonly name: string
  readonly terms: readonly Term[]
}

/**
 * The concepts of a question, such as intervention, condition and place: its runs of subject words between stop words,
 * general words and punctuation. What is written as one word ("object-in-context") stays together.
 */
export function conceptsOf(question: string): readonly Concept[] {
  const runs: string[][] = [[]]
  for (const piece of question.split(/[:;,.?!()/]+/)) {
    runs.push([])
    for (const word of piece.split(/\s+/)) {
      if (contentStems(word).some((one) => !GENERAL.has(one))) runs.at(-1)?.push(word)
      else runs.push([])
    }
  }
  return runs.filter((run) => run.length > 0).map((run) => ({ name: run.join(' '), terms: subjectTerms(run.join(' ')) }))
}

function contentStems(text: string): readonly string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map(stem)
}
