import type { GoldFound } from '@winnow/domain/evaluation/gold-found.ts'
import type { StageMeasure } from './comparison.ts'
import { reportLines } from './report/report-lines.ts'

/** Operations that are told; --json has all. */
const toldOperations = 20

/** What the log tells of a stage that is measured, line by line. */
export function measureLines(measure: StageMeasure): readonly string[] {
  switch (measure.stage) {
    case 'search':
      return searchLines(measure)
    case 'snowball':
      return snowballLines(measure)
    case 'report':
      return reportLines(measure)
  }
}

function searchLines(measure: Extract<StageMeasure, { stage: 'search' }>): readonly string[] {
  const { intents, operations, total, searchedAgain, notSearchedAgain } = measure
  const again = new Map((searchedAgain ?? []).map((one) => [one.intentId, one]))
  return [
    total.gold === null
      ? `The searches found ${total.documents} documents.`
      : `The searches found ${total.documents} documents, and ${total.gold.found} of ${total.gold.works} labelled works${recallWords(total.gold.recall)}.`,
    ...intents.flatMap(({ intentId, text, documents, relevant, gold }) => {
      const other = again.get(intentId)
      return [
        `  ${intentId}  ${documents} documents, ${relevant} relevant${goldWords(gold)}  ${text}`,
        ...(other === undefined
          ? []
          : [`      in the library: ${hitWords(other.recorded)} → ${hitWords(other.rerun)} with the queries written again`]),
      ]
    }),
    '',
    ...operations.slice(0, toldOperations).map(({ operationId, source, documents, outcome, gold, query }) => {
      const what = outcome === 'hits' || outcome === 'truncated' ? `${documents} documents` : outcome
      return `  ${operationId}  ${source}: ${what}${goldWords(gold)}  ${query}`
    }),
    ...(operations.length > toldOperations ? [`  … and ${operations.length - toldOperations} more (--json has all)`] : []),
    ...(notSearchedAgain === null ? [] : [`Not searched again: ${notSearchedAgain}.`]),
  ]
}

function snowballLines(measure: Extract<StageMeasure, { stage: 'snowball' }>): readonly string[] {
  const { rounds, beyondSearch, gold, directions } = measure
  const came = ({ documents, relevant, read, withEvidence, cited }: typeof beyondSearch) =>
    `${documents} documents, ${relevant} relevant, ${read} read, ${withEvidence} with evidence, ${cited} cited`
  return [
    rounds.length === 0 ? 'The run did not snowball.' : `Beyond search: ${came(beyondSearch)}.`,
    ...(gold === null
      ? []
      : [
          `Labelled works: search found ${gold.foundBySearch} of ${gold.works}${recallWords(gold.recallBySearch)}, with snowballing ${gold.foundWithSnowballing}${recallWords(gold.recallWithSnowballing)}.`,
        ]),
    ...rounds.map(
      (round) =>
        `  iteration ${round.iteration}, round ${round.round}: ${round.returned} references, ρ ${round.rho.toFixed(2)}; ${came(round)}${round.goldAdded === null ? '' : `, ${round.goldAdded} labelled works more`}`,
    ),
    ...directions.filter(({ operations }) => operations > 0).map((one) => `  ${one.direction}: ${one.operations} operations; ${came(one)}`),
  ]
}

function goldWords(gold: GoldFound | null): string {
  if (gold === null) return ''
  return `, ${gold.found} labelled (${gold.added} more, ${gold.onlyHere} only here)`
}

function hitWords({ records, gold }: { readonly records: number; readonly gold: GoldFound | null }): string {
  return `${records} records${gold === null ? '' : `, ${gold.found} labelled`}`
}

function recallWords(recall: number | null): string {
  return recall === null ? '' : ` (recall ${recall.toFixed(3)})`
}
