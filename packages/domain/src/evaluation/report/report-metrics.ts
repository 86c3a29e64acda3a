import type { QuoteCheck } from '@winnow/contracts/entities/evidence.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { isStated, type StatedNumber, statedNumbers } from '../../citation/stated-numbers.ts'
import { checkSupport } from '../../citation-support-lexical.ts'
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
}

/** A work as a report's list of references names it and the run knows it. */
export interface CitedWork {
  readonly documentId: string
  readonly year: number | null
  readonly evidence: readonly CitedEvidence[]
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
}

/**
 * What can be said of a report without a model. `works` are those of the run that the references name, by number.
 * `checkQuote` gives whether a quote stands in a text (see quote-check.ts).
 */
export function reportMetrics(
  report: ReportText,
  works: ReadonlyMap<number, CitedWork>,
  checkQuote: (quote: string, text: string) => QuoteCheck,
): ReportMetrics {
  const resolved = (sentence: ReportSentence) => sentence.numbers.flatMap((number) => works.get(number) ?? [])
  const uncited = report.claims.filter((claim) => resolved(claim).length === 0)
  const marked = new Set(report.sentences.flatMap(({ numbers }) => numbers))
  const cited = [...new Map([...works].filter(([number]) => marked.has(number)).map(([, work]) => [work.documentId, work])).values()]
  const groups = Map.groupBy(report.claims, ({ text }) => normaliseTitle(text))
  const repeated = [...groups.values()].flatMap((same) =>
    same.length > 1 ? [{ sentence: same[0]?.text ?? '', times: same.length }] : [],
  )
  return {
    claims: report.claims.length,
    citedClaims: report.claims.length - uncited.length,
    citationCoverage: report.claims.length === 0 ? null : (report.claims.length - uncited.length) / report.claims.length,
    uncitedClaims: uncited,
    marks: report.sentences.reduce((sum, { numbers }) => sum + numbers.length, 0),
    danglingMarks: report.sentences.flatMap(({ text, numbers }) =>
      numbers.filter((number) => !works.has(number)).map((number) => ({ number, sentence: text })),
    ),
    uncitedReferences: [...report.references.keys()].filter((number) => !marked.has(number)),
    quotes: quoteFigures(cited, checkQuote),
    numbers: numberFigures(report, cited, resolved),
    repeatedSentences: repeated.reduce((sum, { times }) => sum + times - 1, 0),
    repeated,
    supportByWords: countVerdicts(
      report.sentences.flatMap((sentence) => {
        const evidence = resolved(sentence).flatMap((work) => work.evidence)
        return sentence.numbers.length === 0 ? [] : [checkSupport(sentence.text, evidence).verdict]
      }),
    ),
  }
}

function quoteFigures(works: readonly CitedWork[], checkQuote: (quote: string, text: string) => QuoteCheck): ReportMetrics['quotes'] {
  const all = works.flatMap(({ documentId, evidence }) =>
    evidence.map(({ evidenceId, quote, quoteCheck, textRead }) => ({
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

function passageNumbers({ year, evidence }: CitedWork): readonly StatedNumber[] {
  const texts = new Set(evidence.flatMap(({ quote, textRead }) => (textRead === null ? [quote] : [quote, textRead])))
  return [...(year === null ? [] : statedNumbers(String(year))), ...[...texts].flatMap(statedNumbers)]
}
