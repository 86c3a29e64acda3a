import { TIERS } from '@winnow/domain/linkage/tiers.ts'
import { columns } from '../output/runs-table.ts'
import { withoutControls } from '../output/without-controls.ts'
import { decisionWords, linkWords, recordLine, tierWords } from './decision-words.ts'
import type { Deduplicated } from './deduplicated.ts'

/** The result for a person: how many records, documents and duplicates, by which rule, and what was linked. */
export function dedupSummary({ library, clusters, linked, containers }: Deduplicated): string {
  const records = library.records.length
  const duplicates = records - clusters.length
  const files = library.files.filter((file) => file.records > 0).length
  const tiers = Map.groupBy(
    clusters.flatMap(({ decisions }) => decisions),
    ({ tier }) => tier,
  )
  const rows = [...tiers]
    .toSorted(([x], [y]) => strength(x) - strength(y))
    .map(([tier, decisions]) => [`  ${tierWords(tier)}`, figure(decisions.length)])
  const kinds = Map.groupBy(linked, ({ kind }) => kind)
  const kindWords = [...kinds].map(([kind, links]) => `${figure(links.length)} ${kind}`).join(', ')
  const lines = [
    `${counted(records, 'record')} of ${counted(files, 'file')}: ${counted(clusters.length, 'document')}, ${counted(duplicates, 'duplicate')}`,
    ...(rows.length === 0 ? [] : [columns(rows)]),
    ...(linked.length === 0 ? [] : [`Linked, not merged: ${kindWords}`]),
    ...(containers.length === 0 ? [] : [`DOIs that stand on different works (a book's on its chapters): ${figure(containers.length)}`]),
  ]
  return withoutControls(lines.join('\n'))
}

/** Why the records of each document belong together, in words, and which texts are about which. */
export function explainAll({ clusters, linked }: Deduplicated): string {
  const merged = clusters.filter(({ recordIds }) => recordIds.length > 1)
  const documents = merged.map(({ survivor, recordIds, decisions }) =>
    [
      recordLine(survivor),
      `  ${figure(recordIds.length)} records, ${survivor.recordId} kept`,
      ...decisions.map((decision) => `  ${decisionWords(decision)}`),
    ].join('\n'),
  )
  const links = linked.map(linkWords)
  const all = [...documents, ...(links.length === 0 ? [] : [links.join('\n')])]
  return withoutControls(all.length === 0 ? 'No two records are one work.' : all.join('\n\n'))
}

/** Strongest first; a tier that is not known last. */
function strength(tier: string): number {
  const known: readonly string[] = TIERS
  const place = known.indexOf(tier)
  return place === -1 ? TIERS.length : place
}

function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
}

function figure(count: number): string {
  return count.toLocaleString('en-US')
}
