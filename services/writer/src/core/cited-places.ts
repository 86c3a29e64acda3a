import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { PassedEvidence } from './passed-evidence.ts'

/** A cited sentence of a report and what its citations can be checked against. */
export interface CitedPlace {
  /** Counted from 0 over all sentences: the summary's first, then section by section. */
  readonly place: number
  readonly sentence: CitedSentence
  /** Usable evidence of the cited documents: the items behind the sentence first, then the others, by id. */
  readonly evidence: readonly PassedEvidence[]
}

/** The cited sentences of a report in reading order. */
export function citedPlaces(content: ReportContent, usable: readonly PassedEvidence[]): readonly CitedPlace[] {
  return allSentences(content).flatMap((sentence, place) => {
    if (sentence.citations.length === 0) return []
    const ofCited = usable.filter((item) => sentence.citations.includes(item.documentId))
    const behind = (item: PassedEvidence) => sentence.evidence.includes(item.evidenceId)
    return [{ place, sentence, evidence: [...ofCited.filter(behind), ...ofCited.filter((item) => !behind(item))] }]
  })
}

/** The report with some of its sentences replaced, by place. */
export function withSentences(content: ReportContent, replaced: ReadonlyMap<number, CitedSentence>): ReportContent {
  let place = 0
  const next = (sentence: CitedSentence): CitedSentence => replaced.get(place++) ?? sentence
  return {
    ...content,
    summary: content.summary.map(next),
    sections: content.sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map((paragraph) => paragraph.map(next)) })),
  }
}

/** The documents that a report cites, by number. */
export function citedDocuments(content: ReportContent): readonly string[] {
  const cited = [...allSentences(content), ...content.contradictions].flatMap(({ citations }) => citations)
  return [...new Set(cited)].sort(compareIds)
}

function allSentences(content: ReportContent): readonly CitedSentence[] {
  return [...content.summary, ...content.sections.flatMap((section) => section.paragraphs.flat())]
}
