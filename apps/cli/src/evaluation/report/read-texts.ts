import { fullText } from '@winnow/contracts/entities/full-text.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { abstractText, fullTextSections } from '@winnow/domain/readable-text.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { NamedRun } from '../../engine/run-log.ts'

/**
 * The texts that a run's evidence was read from, by their hash. A text is the stored blob; or, as bundles hold none of these, it
 * is made again of the title, abstract or full text of the document's records, and taken when it has the recorded hash. Texts
 * that cannot be had are left out.
 */
export async function readTexts({ run, blobs }: Pick<NamedRun, 'run' | 'blobs'>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { textHash, documentId } of run.corpus.evidence.values()) {
    if (texts.has(textHash)) continue
    const stored = await blobs.get(textHash)
    const text = stored === null ? await madeAgain(run, blobs, documentId, textHash) : new TextDecoder().decode(stored)
    if (text !== null) texts.set(textHash, text)
  }
  return texts
}

async function madeAgain(run: LoadedRun, blobs: NamedRun['blobs'], documentId: string, hash: string): Promise<string | null> {
  const { state, corpus } = run
  const records = recordsOf(state, corpus, resolveDocument(state, documentId))
  const has = (text: string) => hashOfBytes(new TextEncoder().encode(text)) === hash
  for (const record of records) {
    const long = record.abstractHash === undefined ? null : await blobs.get(record.abstractHash)
    const abstract = long === null ? (record.abstract ?? null) : new TextDecoder().decode(long)
    const { wholeText } = abstractText(record.title, abstract)
    if (has(wholeText)) return wholeText
  }
  const copies = [
    ...records.map(({ fullTextHash }) => fullTextHash),
    state.documents[resolveDocument(state, documentId)]?.fullText?.copy?.hash,
  ]
  for (const copy of new Set(copies)) {
    const bytes = copy === undefined ? null : await blobs.get(copy)
    if (bytes === null) continue
    const { wholeText } = fullTextSections(fullText.parse(JSON.parse(new TextDecoder().decode(bytes))), [])
    if (has(wholeText)) return wholeText
  }
  return null
}
