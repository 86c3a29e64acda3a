import { isAdmissible } from '@winnow/domain/live-documents.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { RunSnapshot } from '@winnow/runtime/service.ts'
import type { ShownText } from './core/best-sentences.ts'
import { loadText } from './shown-passages.ts'

/** What the searches of a run have shown, ready to answer from. */
export interface ShownWorks {
  /** Every text that was shown, once, in the order of searches and ranks. */
  readonly passages: readonly ShownText[]
  /** Every id that may be cited: those that were shown, of works that may be a source. */
  readonly ids: readonly string[]
  /** The id under which a shown document is cited: of several that turned out to be one work, the one shown first. Null: it is no source. */
  readonly citedAs: (documentId: string) => string | null
}

/**
 * The shown passages of a run. Documents that were found to be one work since are one; what has been excluded, or was found to
 * be retracted or a notice, is no source of an answer any more (spec §9).
 */
export async function shownWorks({ state, corpus }: RunSnapshot, blobs: BlobStore): Promise<ShownWorks> {
  const shown = [...corpus.summaries.values()].flatMap(({ passages }) => passages)
  const names = new Map<string, string>()
  const ids = new Set<string>()
  const texts = new Map<string, { readonly documentId: string; readonly textHash: string }>()
  for (const { documentId, textHash } of shown) {
    const work = resolveDocument(state, documentId)
    const document = state.documents[work]
    if (document === undefined || !isAdmissible(document)) continue
    const name = names.get(work) ?? documentId
    names.set(work, name)
    ids.add(documentId)
    texts.set(`${name}|${textHash}`, { documentId: name, textHash })
  }
  const passages = await Promise.all(
    [...texts.values()].map(async ({ documentId, textHash }) => ({ documentId, text: await loadText(blobs, textHash) })),
  )
  return {
    passages,
    ids: [...ids],
    citedAs: (documentId) => names.get(resolveDocument(state, documentId)) ?? null,
  }
}
