import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { repairIds } from './id-repair.ts'

/** A sentence as a model wrote it: ids of documents or evidence, in any spelling, beside the text or in it as "[D3]". */
export interface WrittenSentence {
  readonly text: string
  readonly citations: readonly string[]
}

/** What was passed to the model and may be cited: documents, and evidence with the document it is of. */
export interface Citable {
  readonly documents: readonly string[]
  readonly evidence: ReadonlyMap<string, string>
}

export interface ResolvedSentences {
  readonly sentences: readonly CitedSentence[]
  /** Citations that named nothing passed to the model. */
  readonly removed: number
}

const ID = 'D\\d+(?:\\.e\\d+)?'
/** Only in square brackets: "(D3)" may be a vitamin. */
const INLINE = new RegExp(`\\s*\\[\\s*(${ID}(?:\\s*[,;]\\s*${ID})*)\\s*\\]`, 'gi')

/**
 * Resolves the citations of sentences to documents that were passed to the model (spec §12): ids are repaired, evidence also
 * cites its document, what resolves to nothing is removed and counted. Order is that of the first mention, each once; ids
 * written into the text move out of it and come last. Sentences without a text are left out with their citations.
 */
export function resolveCitations(written: readonly WrittenSentence[], citable: Citable): ResolvedSentences {
  const known = [...new Set([...citable.documents, ...citable.evidence.keys()])]
  const sentences: CitedSentence[] = []
  let removed = 0
  for (const sentence of written) {
    const inline = [...sentence.text.matchAll(INLINE)].map((found) => found[1] ?? '')
    const text = sentence.text.replace(INLINE, '').trim()
    if (text === '') continue
    const { ids, unknown } = repairIds([...sentence.citations, ...inline], known)
    removed += unknown.length
    sentences.push({
      text,
      citations: [...new Set(ids.map((id) => citable.evidence.get(id) ?? id))],
      evidence: ids.filter((id) => citable.evidence.has(id)),
    })
  }
  return { sentences, removed }
}
