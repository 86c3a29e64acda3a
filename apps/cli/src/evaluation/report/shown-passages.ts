import { documentText } from '@winnow/domain/document-text.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { NamedRun } from '../../engine/run-log.ts'

/**
 * Of a run of kind `answer`: the texts that were shown to who answered, by document. Where a text is not stored it is the title
 * and abstract of the log. Empty for a run of research.
 */
export async function shownPassages({ run, blobs }: Pick<NamedRun, 'run' | 'blobs'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const shown = new Map<string, Set<string>>()
  for (const { passages } of run.corpus.summaries.values()) {
    for (const { documentId, textHash } of passages) {
      const survivor = resolveDocument(run.state, documentId)
      const stored = await blobs.get(textHash)
      const known = documentText(run.state, run.corpus, survivor)
      const text =
        stored === null
          ? [known?.title, known?.abstract].filter((part) => typeof part === 'string').join('\n')
          : new TextDecoder().decode(stored)
      shown.set(survivor, (shown.get(survivor) ?? new Set()).add(text))
    }
  }
  return new Map([...shown].map(([documentId, texts]) => [documentId, [...texts]]))
}
