import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonEntry } from '@winnow/bibliography/json-entry.ts'
import { makeRecord } from '@winnow/bibliography/make-record.ts'
import { readLibrary } from '@winnow/bibliography/read-library.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { readJsonl } from './labelled-data.ts'

/** Records as `winnow dedup` reads them, and by record id the label of the true group (a record without one is alone). */
export type LabelledRecords = { readonly records: readonly Record[]; readonly truth: ReadonlyMap<string, string> }

/** A file whose lines carry `id` and `cluster`. The reader knows no field `cluster`: the records are without it. */
export async function readClustered(data: string, ...path: readonly string[]): Promise<LabelledRecords> {
  const { records } = await readLibrary([join(data, ...path)])
  const lines = readJsonl<{ readonly id: string; readonly cluster?: string | null }>(data, ...path)
  return { records, truth: new Map(lines.map(({ id, cluster }) => [id, cluster ?? `alone ${id}`])) }
}

/** A file whose lines say with `in_duplicate_group` whether the record has a copy. */
export async function readFlagged(
  data: string,
  ...path: readonly string[]
): Promise<{ readonly records: readonly Record[]; readonly flagged: ReadonlyMap<string, boolean> }> {
  const { records } = await readLibrary([join(data, ...path)])
  const lines = readJsonl<{ readonly id: string; readonly in_duplicate_group: boolean }>(data, ...path)
  return { records, flagged: new Map(lines.map((line) => [line.id, line.in_duplicate_group])) }
}

/** Two sources of which each holds a work once, and the keys "left right" of all pairs that are one work. */
export async function readTwoSources(data: string): Promise<{
  readonly left: readonly Record[]
  readonly right: readonly Record[]
  readonly matches: ReadonlySet<string>
}> {
  const folder = join(data, 'dedup-dblp-acm')
  const [left, right] = await Promise.all(
    ['acm', 'dblp'].map(async (name) => (await readLibrary([join(folder, `${name}.jsonl.gz`)])).records),
  )
  const [, ...rows] = readFileSync(join(folder, 'matches.csv'), 'utf8').trim().split(/\r?\n/)
  return { left: left ?? [], right: right ?? [], matches: new Set(rows.map((row) => row.split(',').join(' '))) }
}

export type LabelledPair = { readonly a: Record; readonly b: Record; readonly match: boolean }

type Attributes = { readonly [name: string]: string }

/** Labelled pairs of attribute maps, each read as an object of a JSON library. Equal maps are one record. */
export function readPairs(data: string, ...path: readonly string[]): readonly LabelledPair[] {
  const lines = readJsonl<{ readonly a: Attributes; readonly b: Attributes; readonly match: 0 | 1 }>(data, ...path)
  const records = new Map<string, Record>()
  const recordOf = (attributes: Attributes): Record => {
    const key = JSON.stringify(attributes)
    const record = records.get(key) ?? makeRecord(jsonEntry(attributes), '', records.size).record
    if (record === undefined) throw new Error(`no record: ${key}`)
    records.set(key, record)
    return record
  }
  return lines.map(({ a, b, match }) => ({ a: recordOf(a), b: recordOf(b), match: match === 1 }))
}
