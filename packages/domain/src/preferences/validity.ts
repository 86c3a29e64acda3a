import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'

/**
 * The filters that a sampled answer must pass, each on its own, to be used for training (spec §13); the order is that of reports.
 * `supported` is our addition to the published pipeline.
 */
export const validityFilters = ['finished', 'by-model', 'whole', 'usable-replies', 'cited', 'citations-valid', 'supported'] as const
export type ValidityFilter = (typeof validityFilters)[number]

/** What a filter asks, in words for reports and manifests. */
export const filterMeanings: Readonly<Record<ValidityFilter, string>> = {
  finished: 'the run came to its end and an answer was written',
  'by-model': 'a model wrote the answer; an extractive one is of no use',
  whole: 'no reply behind the answer was left cut by the token limit',
  'usable-replies': 'no step fell back because a reply could not be used',
  cited: 'at least one sentence cites a document',
  'citations-valid': 'every mark names a document that a search showed; none was removed',
  supported: 'the share of cited sentences that the passages support, as checked by words, is at least the threshold',
}

/**
 * Share of the cited sentences that must be supported, unless told. Our reading: half, as the check by words misses sentences
 * that are well paraphrased, and an answer most of whose citations say something else is nothing to learn from.
 */
export const usualSupport = 0.5

/** What is known of a sampled answer from its run's own log. */
export interface SampleFacts {
  readonly completed: boolean
  /** Null: none was written, or it cannot be read back. */
  readonly content: AnswerContent | null
  /** Documents that the searches of the run showed. */
  readonly shown: ReadonlySet<string>
  /** Marks of the answer that named no shown document and were taken out. */
  readonly removedMarks: number
  /** Steps of summarizer, agent and writer that fell back. */
  readonly fallbacks: number
  /** Steps whose last reply was cut by the token limit. */
  readonly cutReplies: number
}

/**
 * The filters that a sample fails, all of them, in their order; none: it is valid. `leastSupport`: share of the cited sentences
 * that must be supported, 0 to 1. What cannot be seen without an answer (marks, support) fails too where there is none.
 */
export function failedFilters(sample: SampleFacts, leastSupport: number): readonly ValidityFilter[] {
  const passes: Readonly<Record<ValidityFilter, boolean>> = {
    finished: sample.completed && sample.content !== null,
    'by-model': sample.content?.mode === 'model',
    whole: sample.cutReplies === 0,
    'usable-replies': sample.fallbacks === 0,
    cited: citedSentences(sample.content).length > 0,
    'citations-valid': sample.content !== null && sample.removedMarks === 0 && everyMarkIsShown(sample.content, sample.shown),
    supported: supportShare(sample.content) >= leastSupport,
  }
  return validityFilters.filter((filter) => !passes[filter])
}

/** Supported sentences among those that cite: 0 to 1, and 0 where none cites. What could not be checked is not verified. */
export function supportShare(content: AnswerContent | null): number {
  const cited = citedSentences(content)
  return cited.length === 0 ? 0 : cited.filter(({ support }) => support === 'supported').length / cited.length
}

function citedSentences(content: AnswerContent | null) {
  return (content?.paragraphs ?? []).flat().filter(({ documentIds }) => documentIds.length > 0)
}

function everyMarkIsShown({ paragraphs, citations }: AnswerContent, shown: ReadonlySet<string>): boolean {
  const listed = new Set(citations.map(({ documentId }) => documentId))
  const marked = paragraphs.flat().flatMap(({ documentIds }) => documentIds)
  return marked.every((documentId) => listed.has(documentId) && shown.has(documentId))
}
