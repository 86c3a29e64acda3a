import { numberOf } from '@winnow/contracts/ids.ts'
import type { OwnedEvidence } from './evidence-owner.ts'
import { median } from './median.ts'
import { yearOf } from './ranking.ts'
import type { DocumentState } from './state.ts'

/** Above these shares of the evidence, or below this number of authors, the evidence is concentrated (spec §9). */
export const concentration = { topDocument: 0.35, topGroup: 0.3, firstAuthors: 4 } as const

export type ConcentrationReason = 'top document' | 'top author group' | 'few first authors'

/** How varied the documents are that contributed evidence (spec §9). Shares are in [0,1]. */
export interface DiversityReport {
  readonly documents: number
  readonly items: number
  /** Distinct known ones. */
  readonly firstAuthors: number
  readonly venues: number
  /** Shares of the evidence items (our reading: for the group as for the document); null without evidence. */
  readonly topDocument: { readonly documentId: string; readonly share: number } | null
  readonly topGroup: { readonly documentIds: readonly string[]; readonly share: number } | null
  /** Shares of the documents. */
  readonly preprintShare: number
  readonly greyShare: number
  /** Of this year, the last and the one before (our reading); a document without a year is not among them. */
  readonly recentShare: number
  readonly medianYear: number | null
  readonly concentrated: boolean
  readonly reasons: readonly ConcentrationReason[]
}

interface Contribution {
  readonly document: DocumentState
  readonly items: number
}

/** The diversity of the documents behind usable evidence. `asOf` is YYYY-MM-DD. Without evidence: zeros, and not concentrated. */
export function diversityReport(evidence: readonly OwnedEvidence[], asOf: string): DiversityReport {
  const contributions: Contribution[] = [...Map.groupBy(evidence, (item) => item.documentId).values()]
    .flatMap((items) => (items[0] === undefined ? [] : [{ document: items[0].document, items: items.length }]))
    .sort((a, b) => numberOf(a.document.documentId) - numberOf(b.document.documentId))
  const features = contributions.map(({ document }) => document.features)
  const groups = authorGroups(contributions).map((group) => ({
    documentIds: group.map(({ document }) => document.documentId),
    share: group.reduce((sum, { items }) => sum + items, 0) / evidence.length,
  }))
  const topDocument = largest(
    contributions.map(({ document, items }) => ({ documentId: document.documentId, share: items / evidence.length })),
  )
  const topGroup = largest(groups)
  const firstAuthors = distinct(features.map(({ firstAuthor }) => firstAuthor))
  const oldestRecent = yearOf(asOf) - 2
  const share = (test: (feature: DocumentState['features']) => boolean) =>
    features.length === 0 ? 0 : features.filter(test).length / features.length
  const reasons: ConcentrationReason[] = []
  if (topDocument !== null && topDocument.share > concentration.topDocument) reasons.push('top document')
  if (topGroup !== null && topGroup.share > concentration.topGroup) reasons.push('top author group')
  if (features.length > 0 && firstAuthors < concentration.firstAuthors) reasons.push('few first authors')
  return {
    documents: contributions.length,
    items: evidence.length,
    firstAuthors,
    venues: distinct(features.map(({ venue }) => venue)),
    topDocument,
    topGroup,
    preprintShare: share(({ preprint }) => preprint),
    greyShare: share(({ grey }) => grey),
    recentShare: share(({ year }) => year !== null && year >= oldestRecent),
    medianYear: median(features.flatMap(({ year }) => (year === null ? [] : [year]))),
    concentrated: reasons.length > 0,
    reasons,
  }
}

/** Documents joined by a shared first or last author, also through others: connected components, all in document order. */
function authorGroups(contributions: readonly Contribution[]): readonly (readonly Contribution[])[] {
  let groupOf = contributions.map((_, index) => index)
  for (const [i, one] of contributions.entries()) {
    for (const [j, other] of contributions.slice(0, i).entries()) {
      if (!shareAuthor(one.document, other.document)) continue
      const [from, into] = [groupOf[i], groupOf[j]]
      groupOf = groupOf.map((group) => (group === from && into !== undefined ? into : group))
    }
  }
  return [...Map.groupBy(contributions, (_, index) => groupOf[index]).values()]
}

function shareAuthor(a: DocumentState, b: DocumentState): boolean {
  const known = [a.features.firstAuthor, a.features.lastAuthor].filter((author) => author !== null)
  return known.some((author) => author === b.features.firstAuthor || author === b.features.lastAuthor)
}

/** The entry with the largest share, the first among equals. */
function largest<T extends { readonly share: number }>(entries: readonly T[]): T | null {
  return entries.reduce<T | null>((top, entry) => (top === null || entry.share > top.share ? entry : top), null)
}

function distinct(values: readonly (string | null)[]): number {
  return new Set(values.filter((value) => value !== null)).size
}
