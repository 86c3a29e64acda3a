import type { Reranking } from '../reranker.ts'

/**
 * The scores in the reply of a reranker that was given `count` texts: `{results: [{index, relevance_score}]}` or
 * `[{index, score}]`; null when it is neither. Entries whose index is none of a text, or came before, and scores that are no numbers
 * are dropped; a text without a score has null. Each is a fault, in words.
 */
export function readRerankReply(body: unknown, count: number): Reranking | null {
  const entries = entriesOf(body)
  if (entries === null) return null
  const scores: (number | null)[] = Array.from({ length: count }, () => null)
  const seen = new Set<number>()
  const faults: string[] = []
  for (const entry of entries) {
    const index = member(entry, 'index')
    const score = member(entry, 'relevance_score') ?? member(entry, 'score')
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count)
      faults.push('it scored a document that it was not given')
    else if (seen.has(index)) faults.push('it scored a document twice')
    else if (typeof score !== 'number' || !Number.isFinite(score)) faults.push('it gave a score that is no number')
    else {
      seen.add(index)
      scores[index] = score
    }
  }
  const missing = scores.filter((score) => score === null).length
  return { scores, faults: missing === 0 ? faults : [...faults, `it gave no score to ${missing} of ${count} documents`] }
}

/** Whether a body is of a reranker's shape, whatever is in it. */
export function isRerankReply(body: unknown): boolean {
  return entriesOf(body) !== null
}

function entriesOf(body: unknown): readonly unknown[] | null {
  const list = Array.isArray(body) ? body : member(body, 'results')
  return Array.isArray(list) ? list : null
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
