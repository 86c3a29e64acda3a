import { type PrismaFlow, prismaFlow } from '@winnow/domain/prisma.ts'
import { numberedCriteria } from '@winnow/domain/screening/numbered-criteria.ts'
import { exclusionWords } from '../exclusion-words.ts'
import { escapeMarkdown, section, table } from '../markdown-text.ts'
import type { RunMaterial } from '../run-material.ts'

/** Reasons for exclusion that are named; the rest is one row, so that the sum stays right. */
export const namedReasons = 10

/** The flow of records and documents in the manner of PRISMA 2020 (spec §12), with the sums that hold between its boxes. */
export function prismaSection({ state, corpus }: Pick<RunMaterial, 'state' | 'corpus'>, cited: number): string {
  const flow = prismaFlow(state)
  const criteria = new Map(numberedCriteria(corpus.request?.criteria ?? '').map(({ id, text }) => [id, text]))
  return section(2, 'PRISMA flow', [
    table(['Step', 'Count'], rows(flow, cited, criteria)),
    [
      `Records: ${flow.identified.total} identified = ${flow.setAside} set aside + ${flow.duplicates} duplicates + ${flow.documents} documents.`,
      `Documents: ${flow.documents} = ${flow.excludedByUser} excluded by the user + ${flow.retracted} retracted + ${flow.notices} notices + ${flow.notScreened} not screened + ${flow.screened} screened.`,
      `Screened: ${flow.screened} = ${flow.excludedByScreening.total} excluded + ${flow.relevant} relevant.`,
      `Relevant: ${flow.relevant} = ${flow.notRead} not read + ${flow.reading} being read + ${flow.readingFailed} whose reading failed + ${flow.read} read.`,
      `Read: ${flow.read} = ${flow.withoutEvidence} without evidence + ${flow.included} included.`,
    ].join(' '),
  ])
}

function rows(flow: PrismaFlow, cited: number, criteria: ReadonlyMap<string, string>): readonly (readonly [string, number])[] {
  return [
    ['Records identified', flow.identified.total],
    ...flow.identified.bySource.flatMap(({ source, searches, snowballing }): [string, number][] => [
      [`– ${escapeMarkdown(source)}, by searching`, searches],
      [`– ${escapeMarkdown(source)}, by snowballing`, snowballing],
    ]),
    ['Records set aside before deduplication', flow.setAside],
    ['Duplicate records removed', flow.duplicates],
    ['Documents', flow.documents],
    ['Excluded by the user', flow.excludedByUser],
    ['Retracted', flow.retracted],
    ['Notices about other works', flow.notices],
    ['Not screened', flow.notScreened],
    ['Screened', flow.screened],
    ['Excluded by screening', flow.excludedByScreening.total],
    ...reasonRows(flow, criteria),
    ['Relevant', flow.relevant],
    ['Relevant, not read', flow.notRead],
    ['Being read when the run ended', flow.reading],
    ['Reading failed', flow.readingFailed],
    ['Read', flow.read],
    ['Read, without evidence that counts', flow.withoutEvidence],
    ['Included (contributed evidence)', flow.included],
    ['Cited in this report', cited],
  ]
}

function reasonRows(
  { excludedByScreening: { reasons } }: PrismaFlow,
  criteria: ReadonlyMap<string, string>,
): readonly (readonly [string, number])[] {
  const named = reasons.slice(0, namedReasons).map((one) => [`– ${escapeMarkdown(exclusionWords(one, criteria))}`, one.count] as const)
  const rest = reasons.slice(namedReasons)
  if (rest.length === 0) return named
  return [...named, [`– ${rest.length} other reasons`, rest.reduce((sum, { count }) => sum + count, 0)]]
}
