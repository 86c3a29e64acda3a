import type { Recorded } from '@winnow/contracts/envelope.ts'
import { expect } from 'vitest'
import { tracedOperations } from './operations.ts'

/** The PRISMA table of a report, by the words of its rows. */
function prismaRows(report: string): ReadonlyMap<string, number> {
  const section = /^## PRISMA flow\n([\s\S]*?)(?=^## )/m.exec(report)?.[1] ?? ''
  return new Map([...section.matchAll(/^\| (.+?) \| (\d+) \|$/gm)].map(([, row = '', count]) => [row, Number(count)]))
}

/** The sums that the report states: "108 identified = 0 set aside + 58 duplicates + 50 documents". */
function statedSums(report: string): readonly { readonly whole: number; readonly parts: readonly number[] }[] {
  const line = /^Records: \d+ identified = .*$/m.exec(report)?.[0] ?? ''
  return [...line.matchAll(/(\d+)(?: [a-z]+)? = ([^.]*)\./g)].map(([, whole, parts = '']) => ({
    whole: Number(whole),
    parts: [...parts.matchAll(/\d+/g)].map(Number),
  }))
}

interface Registered {
  readonly documents: readonly {
    readonly documentId: string
    readonly records: readonly { readonly source: string; readonly recordId: string }[]
  }[]
}

/**
 * Counts the flow of a run anew from its events, without the code that counted it for the report, and holds every number of
 * the report's PRISMA flow against it. For runs without edits, merges of documents, and seeds.
 */
export function expectPrismaOf(events: readonly Recorded[], report: string): void {
  const rows = prismaRows(report)
  const sums = statedSums(report)
  expect(sums.length).toBe(5)
  for (const { whole, parts } of sums) expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole)

  const operations = tracedOperations(events)
  const searched = new Set(operations.filter(({ kind }) => kind === 'search').flatMap(({ records }) => records))
  const snowballed = new Set(operations.flatMap(({ records }) => records).filter((record) => !searched.has(record)))
  expect(rows.get('Records identified')).toBe(searched.size + snowballed.size)
  for (const [ways, found] of [
    ['by searching', searched],
    ['by snowballing', snowballed],
  ] as const) {
    for (const source of new Set([...searched, ...snowballed].map((key) => key.slice(0, key.indexOf(':')))))
      expect([source, ways, rows.get(`– ${source}, ${ways}`)]).toEqual([
        source,
        ways,
        [...found].filter((key) => key.startsWith(`${source}:`)).length,
      ])
  }

  const dataOf = <T>(type: string) => events.filter((event) => event.type === type).map(({ data }) => data as unknown as T)
  expect(dataOf('DocumentsMerged')).toEqual([])
  const registered = dataOf<Registered>('DocumentsRegistered').flatMap(({ documents }) => documents)
  const documents = new Set(registered.map(({ documentId }) => documentId))
  const taken = new Set(registered.flatMap(({ records }) => records.map(({ source, recordId }) => `${source}:${recordId}`)))
  expect(rows.get('Documents')).toBe(documents.size)
  expect(rows.get('Duplicate records removed')).toBe(taken.size - documents.size)
  expect(rows.get('Records set aside before deduplication')).toBe(searched.size + snowballed.size - taken.size)
  const screened = new Set(dataOf<{ readonly documentId: string }>('DocumentScreened').map(({ documentId }) => documentId))
  expect(rows.get('Screened')).toBe(screened.size)
  const read = dataOf<{ readonly documentId: string; readonly items: readonly unknown[] }>('EvidenceExtracted')
  expect(rows.get('Read')).toBe(new Set(read.map(({ documentId }) => documentId)).size)
  const contributed = new Set(read.filter(({ items }) => items.length > 0).map(({ documentId }) => documentId))
  expect(rows.get('Included (contributed evidence)')).toBe(contributed.size)
}
