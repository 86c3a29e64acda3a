import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { claimKey } from '@winnow/domain/clusters.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { againstGold } from '@winnow/domain/evaluation/against-gold.ts'
import { dice, mean, paired } from '@winnow/domain/evaluation/agreement.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import type { Comparison, Figures } from './comparison.ts'
import { type GoldLabels, relevanceOf } from './gold-labels.ts'

interface Reading {
  readonly documentId: string
  readonly recorded: readonly EvidenceItem[]
  readonly rerun: readonly EvidenceItem[]
  readonly shared: number
}

/** Evidence items of documents: how many, how many quotes stand in the text, and how many say the same. */
export function compareReading(run: LoadedRun): Comparison {
  const readings: Reading[] = []
  return {
    take: ({ recorded, again }) => {
      const documentId = documentOf(recorded) ?? documentOf(again)
      if (documentId === undefined) return
      const [before, after] = [itemsOf(recorded), itemsOf(again)]
      readings.push({ documentId, recorded: before, rerun: after, shared: paired(before, after, sameItem).pairs.length })
    },
    result: (gold) => {
      const [before, after] = [readings.flatMap(({ recorded }) => recorded), readings.flatMap(({ rerun }) => rerun)]
      const shared = readings.reduce((sum, one) => sum + one.shared, 0)
      return {
        agreement: {
          documents: readings.length,
          itemsRecorded: before.length,
          itemsRerun: after.length,
          verifiedRecorded: verified(before),
          verifiedRerun: verified(after),
          sameItems: shared,
          overlap: dice(before.length, after.length, shared),
        },
        gold: gold === null ? null : goldOf(run, readings, gold),
        changed: readings.filter((one) => one.shared < Math.max(one.recorded.length, one.rerun.length)).map((one) => changeOf(run, one)),
      }
    },
  }
}

function documentOf(events: readonly (TypedEvent | NewEvent)[]): string | undefined {
  for (const event of events) if (event.type === 'EvidenceExtracted' || event.type === 'ReadingFailed') return event.data.documentId
  return undefined
}

function itemsOf(events: readonly (TypedEvent | NewEvent)[]): readonly EvidenceItem[] {
  return events.flatMap((event) => (event.type === 'EvidenceExtracted' ? event.data.items : []))
}

/** For one subquestion, the same claim, or one on the same quote. */
function sameItem(a: EvidenceItem, b: EvidenceItem): boolean {
  if (a.subquestionId !== b.subquestionId) return false
  const quote = normaliseTitle(a.quote)
  return claimKey(a.claim) === claimKey(b.claim) || (quote !== '' && quote === normaliseTitle(b.quote))
}

function verified(items: readonly EvidenceItem[]): number | null {
  return mean(items.map(({ quoteCheck }) => (quoteCheck === 'verified' ? 1 : 0)))
}

/** A document counts as found relevant when reading it gave an item with a verified quote. */
function goldOf(run: LoadedRun, readings: readonly Reading[], gold: GoldLabels) {
  const labels = relevanceOf(gold)
  const of = (items: (reading: Reading) => readonly EvidenceItem[]): Figures => {
    const judged = new Map<string, boolean>()
    for (const reading of readings) {
      const documentId = resolveDocument(run.state, reading.documentId)
      judged.set(documentId, judged.get(documentId) === true || items(reading).some(({ quoteCheck }) => quoteCheck === 'verified'))
    }
    const labelled = [...judged].flatMap(([documentId, one]) => {
      const label = labels.get(documentId)
      return label === undefined ? [] : [{ gold: label, judged: one }]
    })
    const { recall, precision, f1, labels: count } = againstGold(labelled)
    return { documents: count, recall, precision, f1 }
  }
  return { recorded: of(({ recorded }) => recorded), rerun: of(({ rerun }) => rerun) }
}

function changeOf(run: LoadedRun, { documentId, recorded, rerun, shared }: Reading) {
  const title = documentText(run.state, run.corpus, resolveDocument(run.state, documentId))?.title ?? ''
  return {
    documentId,
    title,
    recorded,
    rerun,
    words: `${documentId}  ${recorded.length} → ${rerun.length} items, ${shared} the same  ${title}`,
  }
}
