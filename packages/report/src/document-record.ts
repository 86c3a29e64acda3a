import type { Record } from '@winnow/contracts/entities/record.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { type MergedRecord, mergeFields } from '@winnow/domain/linkage/merge-fields.ts'
import type { RunMaterial } from './run-material.ts'

type Source = Pick<RunMaterial, 'state' | 'corpus' | 'abstracts'>

/** The one record of a live document: its records' fields merged (spec §4), the abstract whole where it was loaded. */
export function documentRecord(material: Source, documentId: string): Record {
  return mergedDocument(material, documentId).merged
}

/** `documentRecord` with the identifiers of all its records. The log holds the records of every document: throws without. */
export function mergedDocument({ state, corpus, abstracts }: Source, documentId: string): MergedRecord {
  const records = recordsOf(state, corpus, documentId)
  if (records.length === 0) throw new Error(`no record of ${documentId}`)
  return mergeFields(
    records.map((record) => {
      const abstract = record.abstractHash === undefined ? undefined : abstracts.get(record.abstractHash)
      return abstract === undefined ? record : { ...record, abstract }
    }),
  )
}
