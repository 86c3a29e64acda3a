import type { EvidenceItem, Support } from '@winnow/contracts/entities/evidence.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { splitSentences } from '@winnow/text/sentences.ts'
import { shown } from './shown.ts'

/** A finding that a paper states in one sentence. */
export interface Finding {
  readonly subquestionId: string
  /** The figure in that sentence, and in no other of the paper. */
  readonly figure: string
  /** The right side to see it from; absent: any. */
  readonly support?: Support
}

/** A quote is the sentence, or part of it (the reader's prompt); one more may stand beside it. */
const quotedSentences = 2

/** The items that a reading brought. */
export function itemsOf(outcome: readonly NewEvent[]): readonly EvidenceItem[] {
  return outcome.flatMap((event) => (event.type === 'EvidenceExtracted' ? event.data.items : []))
}

/**
 * What is wrong with how a finding was taken down: null when an item has its figure in a quote that stands in the paper, at most
 * two sentences long, and in its claim. Otherwise a sentence on the item that comes nearest.
 */
export function missingFinding(items: readonly EvidenceItem[], finding: Finding): string | null {
  const { subquestionId, figure } = finding
  const own = items.filter((item) => item.subquestionId === subquestionId && hasFigure(item.quote, figure))
  if (own.length === 0) {
    const other = items.find((item) => item.subquestionId === subquestionId)
    const instead = other === undefined ? 'it gave none' : `it gave “${shown(other.claim)}”`
    return `took down no evidence for ${subquestionId} that quotes the finding with ${figure}: ${instead}`
  }
  const faults = own.map((item) => faultOf(item, finding))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

function faultOf(item: EvidenceItem, { figure, support }: Finding): string | null {
  const sentences = splitSentences(item.quote).length
  if (item.quoteCheck !== 'verified') return `its quote is ${item.quoteCheck}: “${shown(item.quote)}”`
  if (sentences > quotedSentences) return `quoted ${sentences} sentences as one: “${shown(item.quote)}”`
  if (!hasFigure(item.claim, figure)) return `its claim leaves out ${figure}: “${shown(item.claim)}”`
  if (support !== undefined && item.support !== support) return `says “${item.support}” of what ${support} it: “${shown(item.claim)}”`
  return null
}

/** Whether a text has a figure as a number of its own: 38 is not in 138, nor in 38.5. */
export function hasFigure(text: string, figure: string): boolean {
  return new RegExp(`(?<![\\d.,])${figure.replace('.', '[.,·]')}(?!\\d|[.,]\\d)`, 'u').test(text)
}

/** The figures of a text, as it writes them: "42", "3,000", "19.5". */
export function figuresOf(text: string): readonly string[] {
  return text.match(/\d+(?:[.,]\d+)*/gu) ?? []
}
