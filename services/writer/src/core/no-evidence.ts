import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import type { ReportInput } from './report-input.ts'

/** The summary of a run without usable evidence (spec §12: a short truthful report): how far it came, without citations. */
export function noEvidenceSummary({ found, relevant, read }: ReportInput['documents']): readonly CitedSentence[] {
  return [{ text: `No evidence was found: ${howFar(found, relevant, read)}.`, citations: [], evidence: [] }]
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
