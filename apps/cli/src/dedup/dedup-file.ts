import { columnValue } from '@winnow/bibliography/extra-columns.ts'
import type { BibliographyItem } from '@winnow/bibliography/write/bibliography-item.ts'
import { bibtexEntries } from '@winnow/bibliography/write/bibtex.ts'
import { isCitationKey } from '@winnow/bibliography/write/citation-keys.ts'
import { csvLine } from '@winnow/bibliography/write/csv.ts'
import { writeRis } from '@winnow/bibliography/write/ris.ts'
import { dedupJson } from './dedup-json.ts'
import { dedupRemarks, linksByDocument, remarkNote } from './dedup-remarks.ts'
import { otherNames, ownRemarks, tableHeader, tableRow } from './dedup-table.ts'
import { type Deduplicated, type MergedDocument, mergedDocument } from './deduplicated.ts'

/** What `winnow dedup` writes: the clusters, or the documents as a bibliography. */
export const dedupFormats = ['json', 'csv', 'ris', 'bibtex'] as const
export type DedupFormat = (typeof dedupFormats)[number]

/** The result in a format, as pieces of text: a library may be longer than one string can be. */
export function dedupFile(result: Deduplicated, format: DedupFormat): Iterable<string> {
  switch (format) {
    case 'json':
      return dedupJson(result)
    case 'csv':
      return csvFile(result)
    case 'ris':
      return risFile(result)
    case 'bibtex':
      return bibtexEntries([...bibliographyItems(result, isCitationKey)])
  }
}

function* csvFile(result: Deduplicated): Generator<string> {
  const names = otherNames(result.library.columns)
  yield csvLine([...tableHeader, ...names])
  const links = linksByDocument(result.linked)
  for (const document of documentsInOrder(result)) {
    const remarks = dedupRemarks(document, links.get(document.record.recordId) ?? [])
    yield csvLine([
      ...tableRow(document.record, { ...ownRemarks(document.others), ...remarks }),
      ...names.map((name) => columnValue(document.others, name)),
    ])
  }
}

function* risFile(result: Deduplicated): Generator<string> {
  for (const item of bibliographyItems(result, () => true)) yield writeRis([item])
}

/** An id that the format cannot have as its key (BibTeX: "12", "refs.ris:3") stands in the note. */
function* bibliographyItems(result: Deduplicated, canBeKey: (id: string) => boolean): Generator<BibliographyItem> {
  const links = linksByDocument(result.linked)
  for (const document of documentsInOrder(result)) {
    const { recordId } = document.record
    const remarks = dedupRemarks(document, links.get(recordId) ?? [])
    const note = remarkNote(canBeKey(recordId) ? remarks : { record_id: recordId, ...remarks })
    yield { key: recordId, record: document.record, others: document.others, ...(note === undefined ? {} : { note }) }
  }
}

/** The documents in the order in which the input first has a record of them. */
function* documentsInOrder({ library, clusters }: Deduplicated): Generator<MergedDocument> {
  const others = new Map(library.records.map(({ recordId }, index) => [recordId, library.columns[index] ?? {}] as const))
  const clusterOf = new Map(clusters.flatMap((cluster) => cluster.recordIds.map((id) => [id, cluster] as const)))
  const written = new Set<object>()
  for (const { recordId } of library.records) {
    const cluster = clusterOf.get(recordId)
    if (cluster === undefined || written.has(cluster)) continue
    written.add(cluster)
    yield mergedDocument(cluster, others)
  }
}
