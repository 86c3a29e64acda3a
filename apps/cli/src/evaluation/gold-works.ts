import type { Record } from '@winnow/contracts/entities/record.ts'
import type { GoldWork } from '@winnow/domain/evaluation/gold-found.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { type GoldLabels, goldFinder, isRelevantLabel } from './gold-labels.ts'

/**
 * The works that the labels call relevant, each once, with the keys of their records: all that the run has of their documents,
 * and those of `library` (what could have been found). Lines that name nothing in the run are works as well: they were not
 * found. A document that one line calls relevant is, whatever others say of it (see `labelConflicts`). Throws UsageError for a
 * label that says neither.
 */
export function goldWorks(gold: GoldLabels, { state }: Pick<LoadedRun, 'state'>, library: readonly Record[] = []): readonly GoldWork[] {
  const works = new Map<string, Set<string>>()
  const add = (work: string, records: readonly string[]) => {
    const known = works.get(work) ?? new Set()
    for (const key of records) known.add(key)
    works.set(work, known)
  }
  for (const { line, label, records, documents } of gold.labels) {
    if (!isRelevantLabel(gold.path, line, label)) continue
    for (const documentId of documents) add(documentId, [...(state.documents[documentId]?.records ?? []), ...records])
    // Found, but left out before it became a document: a round of snowballing is cut.
    if (documents.length === 0) add(records[0] ?? '', records)
  }
  const findInLibrary = goldFinder({
    state: { documents: {}, aliases: {} },
    corpus: { records: new Map(library.map((record) => [recordKey(record), record])) },
  })
  for (const { line, label, ...named } of gold.missing) {
    if (!isRelevantLabel(gold.path, line, label)) continue
    const records = findInLibrary(named)
    add(records[0] ?? `not in the run: ${named.id || named.doi.toLowerCase() || named.title.toLowerCase() || `line ${line}`}`, records)
  }
  return [...works].map(([work, records]) => ({ work, records: [...records].sort() }))
}
