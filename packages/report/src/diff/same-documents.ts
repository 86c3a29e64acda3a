import type { Record } from '@winnow/contracts/entities/record.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { titleKey } from '@winnow/domain/linkage/title-key.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { ComparedRun } from './compared-run.ts'

/** Documents of two runs that are one work, by their ids; one of the lists is empty when only one run has it. */
export interface SameWork {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

/**
 * Matches the live documents of two runs: those that share a record of a source, an entry of the same library, or an
 * identifier of any of their records; what is left by title and year. Numbers of documents mean nothing across runs. A work
 * that is one document here may be several there. In the order of A's documents, then of B's.
 */
export function sameDocuments(a: ComparedRun, b: ComparedRun): readonly SameWork[] {
  const libraries = (b.state.request?.libraries ?? []).join() === (a.state.request?.libraries ?? []).join()
  const keysA = keysOf(a, (record) => identityKeys(record, libraries))
  const keysB = keysOf(b, (record) => identityKeys(record, libraries))
  const byIdentity = joined(keysA, keysB)
  const aloneA = new Map(byIdentity.filter(({ b: others }) => others.length === 0).flatMap((work) => work.a.map((id) => [id, []])))
  const aloneB = new Map(byIdentity.filter(({ a: others }) => others.length === 0).flatMap((work) => work.b.map((id) => [id, []])))
  const titles = joined(
    new Map([...keysOf(a, titleKeys)].filter(([id]) => aloneA.has(id))),
    new Map([...keysOf(b, titleKeys)].filter(([id]) => aloneB.has(id))),
  )
  const both = byIdentity.filter((work) => work.a.length > 0 && work.b.length > 0)
  return [...both, ...titles].sort((one, other) => order(one, a, b) - order(other, a, b))
}

function order(work: SameWork, a: ComparedRun, b: ComparedRun): number {
  const first = (ids: readonly string[]) => Math.min(...ids.map((id) => Number(id.slice(1))))
  const offset = Math.max(Object.keys(a.state.documents).length, Object.keys(b.state.documents).length) + 1
  return work.a.length > 0 ? first(work.a) : offset + first(work.b)
}

type Keys = ReadonlyMap<string, readonly string[]>

function keysOf(run: ComparedRun, keys: (record: Record) => readonly string[]): Keys {
  return new Map(liveDocuments(run.state).map(({ documentId }) => [documentId, recordsOf(run.state, run.corpus, documentId).flatMap(keys)]))
}

function identityKeys(record: Record, sameLibraries: boolean): readonly string[] {
  const own = record.source === 'library' && !sameLibraries ? [] : [recordKey(record)]
  return [...own, ...Object.entries(record.ids).map(([scheme, id]) => `${scheme}:${id}`)]
}

/** Words of a title that tell it from others, at least: fewer are a heading (our reading). */
const tellingWords = 3

function titleKeys(record: Record): readonly string[] {
  const { compact, distinctive } = titleKey(record.title)
  return distinctive.length < tellingWords ? [] : [`${compact} ${record.year ?? ''}`]
}

/** Groups of documents that are joined by keys, across both runs (union by the smallest group). */
function joined(keysA: Keys, keysB: Keys): readonly SameWork[] {
  const parent = new Map<string, string>()
  const root = (node: string): string => {
    let current = node
    for (let next = parent.get(current); next !== undefined && next !== current; next = parent.get(current)) current = next
    return current
  }
  const join = (node: string, other: string) => {
    if (!parent.has(other)) parent.set(other, other)
    const [left, right] = [root(node), root(other)]
    if (left !== right) parent.set(left, right)
  }
  const nodes = [...[...keysA].map(([id, keys]) => ({ side: 'a', id, keys })), ...[...keysB].map(([id, keys]) => ({ side: 'b', id, keys }))]
  for (const { side, id, keys } of nodes) {
    const node = `${side}|${id}`
    parent.set(node, parent.get(node) ?? node)
    for (const key of keys) join(node, `key|${key}`)
  }
  const groups = Map.groupBy(nodes, ({ side, id }) => root(`${side}|${id}`))
  return [...groups.values()].map((members) => ({
    a: members.filter(({ side }) => side === 'a').map(({ id }) => id),
    b: members.filter(({ side }) => side === 'b').map(({ id }) => id),
  }))
}
