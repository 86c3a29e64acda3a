import type { QuoteCheck } from '@winnow/contracts/entities/evidence.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { isStated, type StatedNumber, statedNumbers } from '../../citation/stated-numbers.ts'
import { checkSupport, type SupportVerdict } from '../../citation-support-lexical.ts'
import { checkQuote } from '../../quote-check.ts'
import type { ReportSentence, ReportText } from './report-text.ts'
import { countVerdicts, type VerdictCounts } from './verdict-counts.ts'

/** A piece of evidence of a cited work. */
export interface CitedEvidence {
  readonly evidenceId: string
  readonly claim: string
  readonly quote: string
  readonly quoteCheck: QuoteCheck
  /** The text that was read; null when it is not at hand, and the check of the quote is the one that was recorded. */
  readonly textRead: string | null
  /** Whether the report was written from it: its quote counts. */
  readonly cited: boolean
}

/** A work as a report's list of references names it and the run knows it. */
export interface CitedWork {
  readonly documentId: string
  readonly year: number | null
  readonly evidence: readonly CitedEvidence[]
  /** Texts that were shown to who wrote, where these are cited and not evidence (answers, spec §13). */
  readonly passages: readonly string[]
}

/** A cited sentence and what its check by words found. */
export interface CheckedSentence {
  readonly sentence: string
  readonly documents: readonly string[]
  readonly verdict: SupportVerdict
  /** What is wrong, in words; null when it is supported, or cannot be checked. */
  readonly flaw: string | null
}

export interface ReportMetrics {
  readonly claims: number
  /** Claims with a mark that leads to a work of the run. */
  readonly citedClaims: number
  /** citedClaims / claims; null without a claim. */
  readonly citationCoverage: number | null
  readonly uncitedClaims: readonly ReportSentence[]
  readonly marks: number
  /** Marked numbers without an entry in the references, or whose entry is no work of the run; with the sentence. */
  readonly danglingMarks: readonly { readonly number: number; readonly sentence: string }[]
  /** Entries of the references that no sentence cites. */
  readonly uncitedReferences: readonly number[]
  /** Quotes of the evidence that the report was written from. */
  readonly quotes: {
    readonly checked: number
    readonly inText: number
    /** In the text read, but with too few words to count as evidence. */
    readonly short: number
    readonly refused: number
    /** Recorded as never checked, and without a text at hand: they count neither way. */
    readonly unchecked: number
    /** Checked in the text that was read; the others have the check that was recorded when it was read. */
    readonly againstText: number
    /** (inText + short) / checked; null when there was nothing to check. */
    readonly fidelity: number | null
    readonly notInText: readonly { readonly evidenceId: string; readonly documentId: string; readonly quote: string }[]
  }
  readonly numbers: {
    readonly stated: number
    readonly absent: readonly { readonly number: string; readonly sentence: string }[]
  }
  /** Claims that say again, word for word, what an earlier one said. */
  readonly repeatedSentences: number
  readonly repeated: readonly { readonly sentence: string; readonly times: number }[]
  /** Each cited sentence against the evidence of what it cites, by words alone (see `checkSupport`). */
  readonly supportByWords: VerdictCounts
  readonly checked: readonly CheckedSentence[]
}

/** What can be said of a report without a model. `works` are those of the run that the references name, by number. */
export function reportMetrics(report: ReportText, works: ReadonlyMap<number, CitedWork>): ReportMetrics {
  const resolved = (sentence: ReportSentence) => sentence.numbers.flatMap((number) => works.get(number) ?? [])
  const uncited = report.claims.filter((claim) => resolved(claim).length === 0)
  const marks = [...report.sentences, ...report.contradictions].filter(({ numbers }) => numbers.length > 0)
  const marked = new Set(marks.flatMap(({ numbers }) => numbers))
  const cited = [...new Map([...works].filter(([number]) => marked.has(number)).map(([, work]) => [work.documentId, work])).values()]
  const groups = Map.groupBy(report.claims, ({ text }) => normaliseTitle(text))
  const repeated = [...groups.values()].flatMap((same) => (same.length > 1 ? [{ sentence: same[0]?.text ?? '', times: same.length }] : []))
  const checked = report.sentences
    .filter(({ numbers }) => numbers.length > 0)
    .map((sentence) => checkSentence(sentence, resolved(sentence)))
  return {
    claims: report.claims.length,
    citedClaims: report.claims.length - uncited.length,
    citationCoverage: report.claims.length === 0 ? null : (report.claims.length - uncited.length) / report.claims.length,
    uncitedClaims: uncited,
    marks: marks.reduce((sum, { numbers }) => sum + numbers.length, 0),
    danglingMarks: marks.flatMap(({ text, numbers }) =>
      numbers.filter((number) => !works.has(number)).map((number) => ({ number, sentence: text })),
    ),
    uncitedReferences: [...report.references.keys()].filter((number) => !marked.has(number)),
    quotes: quoteFigures(cited),
    numbers: numberFigures(report, cited, resolved),
    repeatedSentences: repeated.reduce((sum, { times }) => sum + times - 1, 0),
    repeated,
    supportByWords: countVerdicts(checked.map(({ verdict }) => verdict)),
    checked,
  }
}

function checkSentence({ text }: ReportSentence, works: readonly CitedWork[]): CheckedSentence {
  const known = works.flatMap(({ evidence, passages }) => [...evidence, ...passages.map((claim) => ({ claim, quote: '' }))])
  const { verdict, flaw } = checkSupport(text, known)
  return { sentence: text, documents: works.map(({ documentId }) => documentId), verdict, flaw: flaw?.note ?? null }
}

function quoteFigures(works: readonly CitedWork[]): ReportMetrics['quotes'] {
  const all = works.flatMap(({ documentId, evidence }) =>
    evidence
      .filter(({ cited }) => cited)
      .map(({ evidenceId, quote, quoteCheck, textRead }) => ({
        evidenceId,
        documentId,
        quote,
        check: textRead === null ? quoteCheck : checkQuote(quote, textRead),
        againstText: textRead !== null,
      })),
  )
  const count = (check: QuoteCheck) => all.filter((one) => one.check === check).length
  const [inText, short, refused, unchecked] = [count('verified'), count('short'), count('refused'), count('unchecked')]
  const checked = all.length - unchecked
  return {
    checked,
    inText,
    short,
    refused,
    unchecked,
    againstText: all.filter((one) => one.againstText).length,
    fidelity: checked === 0 ? null : (inText + short) / checked,
    notInText: all
      .filter(({ check }) => check === 'refused')
      .map(({ evidenceId, documentId, quote }) => ({ evidenceId, documentId, quote })),
  }
}

/**
 * Numbers in digits that a sentence states and no passage of what it cites has: the quotes, and the text read where it is at
 * hand. A sentence without a citation is held against all that the report cites. The year of a cited work is no finding.
 */
function numberFigures(
  report: ReportText,
  cited: readonly CitedWork[],
  resolved: (sentence: ReportSentence) => readonly CitedWork[],
): ReportMetrics['numbers'] {
  const known = new Map(cited.map((work) => [work.documentId, passageNumbers(work)]))
  let stated = 0
  const absent: { number: string; sentence: string }[] = []
  for (const sentence of report.claims) {
    const own = resolved(sentence)
    const numbers = (own.length > 0 ? own : cited).flatMap(({ documentId }) => known.get(documentId) ?? [])
    for (const number of statedNumbers(sentence.text)) {
      if (number.word) continue
      stated += 1
      if (!isStated(number, numbers)) absent.push({ number: number.shown, sentence: sentence.text })
    }
  }
  return { stated, absent }
}

function passageNumbers({ year, evidence, passages }: CitedWork): readonly StatedNumber[] {
  const texts = new Set([...evidence.flatMap(({ quote, textRead }) => (textRead === null ? [quote] : [quote, textRead])), ...passages])
  return [...(year === null ? [] : statedNumbers(String(year))), ...[...texts].flatMap(statedNumbers)]
}
