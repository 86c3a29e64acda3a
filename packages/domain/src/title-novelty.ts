/**
 * N of the ranking for many documents at once (spec §6): an index from title tokens to documents, so that a document that
 * is newly read costs only the documents that share a token with it.
 */
export interface TitleNovelty {
  /** 1 − the largest Jaccard similarity of the document's title to any title noted; 1 when none was noted. */
  of(documentId: string): number
  /** Notes a title as read or allocated. */
  note(titleTokens: readonly string[]): void
}

/** An index over the given documents, with nothing noted. It gives the same numbers as `jaccard` of packages/text. */
export function titleNovelty(documents: readonly { readonly documentId: string; readonly titleTokens: readonly string[] }[]): TitleNovelty {
  const titles = documents.map((document) => ({ documentId: document.documentId, tokens: new Set(document.titleTokens) }))
  const holders = new Map<string, { readonly documentId: string; readonly size: number }[]>()
  for (const { documentId, tokens } of titles) {
    const holder = { documentId, size: tokens.size }
    for (const token of tokens) {
      const known = holders.get(token)
      if (known === undefined) holders.set(token, [holder])
      else known.push(holder)
    }
  }
  const largest = new Map<string, number>()
  return {
    of: (documentId) => 1 - (largest.get(documentId) ?? 0),
    note: (titleTokens) => {
      const tokens = new Set(titleTokens)
      const shared = new Map<{ readonly documentId: string; readonly size: number }, number>()
      for (const token of tokens) {
        for (const holder of holders.get(token) ?? []) shared.set(holder, (shared.get(holder) ?? 0) + 1)
      }
      for (const [{ documentId, size }, count] of shared) {
        largest.set(documentId, Math.max(largest.get(documentId) ?? 0, count / (size + tokens.size - count)))
      }
    },
  }
}
