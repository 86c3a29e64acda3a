import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import type { ReportInput } from './report-input.ts'

/** The summary of a run without usable evidence (spec §12: a short truthful report): how far it came, without citations. */
export function noEvidenceSummary({
  documents: { found, relevant, read },
  operations: { total, unanswered },
}: Pick<ReportInput, 'documents' | 'operations'>): readonly CitedSentence[] {
  const sentence = (text: string): CitedSentence => ({ text, citations: [], evidence: [] })
  // A search that failed says nothing about the literature, and must not read as if it did.
  if (total > 0 && unanswered === total)
    return [
      sentence(
        `Nothing is known: none of the ${total} searches was answered by its source, so this report says nothing about the literature.`,
      ),
    ]
  const gaps =
    unanswered === 0
      ? []
      : [sentence(`${unanswered} of ${total} searches were not answered by their source; what they would have found is not known.`)]
  return [sentence(`No evidence was found: ${howFar(found, relevant, read)}.`), ...gaps]
}

function howFar(found: number, relevant: number, read: number): string {
  if (found === 0) return 'the searches brought no document'
  const documents = `of ${found} ${found === 1 ? 'document' : 'documents'}`
  if (relevant === 0) return `${documents} found, none is relevant to the question`
  if (read === 0) return `${documents} found, ${relevant} ${areOrIs(relevant)} relevant and none was read`
  return `${documents} found, ${relevant} ${areOrIs(relevant)} relevant; ${read} read, without a usable finding`
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are'
}
