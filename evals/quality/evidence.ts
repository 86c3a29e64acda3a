import { articleSentences } from '@winnow/domain/evidence/article-sentences.ts'
import type { EvidenceRequest } from '@winnow/domain/evidence/evidence-request.ts'
import { selectEvidence } from '@winnow/domain/evidence/select-evidence.ts'
import { buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { type EvidencePrompt, evidencePrompts } from './evidence-inference-data.ts'
import { wilsonInterval } from './intervals.ts'
import type { Measurement, Metric, SetUse } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'

/** Where a sentence stands in the article's text. */
interface Place {
  readonly start: number
  readonly end: number
}

const deepest = 10

/** Evidence sentences on Evidence Inference: does one of the best sentences overlap what an annotator marked? */
export const evidence: QualityBench = {
  name: 'evidence',
  summary: 'evidence sentences of full articles, on Evidence Inference',
  measure: async ({ data, quick }) =>
    (['validation', 'test'] as const).flatMap((split) => {
      const prompts = evidencePrompts(data, split)
      const use = split === 'validation' ? 'tuned' : 'held-out'
      const bm25 = prompts.map((prompt) => ({ prompt, places: bm25Sentences(prompt) }))
      const compared = measured(`evidence-inference ${split}`, use, prompts, comparison, bm25)
      return quick ? [compared] : [compared, measured(`evidence-inference ${split}, as a question`, use, prompts, question, bm25)]
    }),
}

const method =
  'hit@k: one of the k best sentences overlaps (by a character) a span of a valid annotation; half@5: by half of the shorter of the two; ' +
  'prompts without a valid annotation are left out; Wilson intervals over prompts; counts are sentences among the best five (P) and not (N); ' +
  'peer: BM25 of the same sentences for all words of the prompt (overlap of words over both splits, SOURCES.md: hit@1 .157, hit@5 .457)'

interface Found {
  readonly prompt: EvidencePrompt
  readonly places: readonly Place[]
}

/** How many prompts have a hit among their first `depth` places. */
function hitsOf(found: readonly Found[], depth: number, hit = overlaps): number {
  return found.filter(({ prompt, places }) => places.slice(0, depth).some((place) => hit(prompt, place))).length
}

function measured(
  set: string,
  use: SetUse,
  prompts: readonly EvidencePrompt[],
  request: (prompt: EvidencePrompt) => EvidenceRequest,
  bm25: readonly Found[],
): Measurement {
  const started = performance.now()
  const found = prompts.map((prompt) => ({ prompt, places: selected(prompt, request(prompt), deepest) }))
  const seconds = (performance.now() - started) / 1000
  const counts = { TP: 0, FP: 0, FN: 0, TN: 0 }
  let valid = 0
  let returned = 0
  for (const { prompt, places } of found) {
    const taken = new Set(places.slice(0, 5).map(({ start }) => start))
    for (const place of allPlaces(prompt)) {
      const gold = overlaps(prompt, place)
      if (taken.has(place.start)) counts[gold ? 'TP' : 'FP'] += 1
      else counts[gold ? 'FN' : 'TN'] += 1
    }
    returned += places.length
    valid += places.filter(({ start, end, text }) => text !== '' && prompt.text.slice(start, end) === text).length
  }
  const metric = (depth: number, more: Omit<Metric, 'value' | 'interval'> = {}, hit = overlaps): Metric => {
    const prompted = hitsOf(found, depth, hit)
    const peer = { name: 'BM25', value: hitsOf(bm25, depth, hit) / prompts.length }
    return { value: prompted / prompts.length, interval: wilsonInterval(prompted, prompts.length), peer, ...more }
  }
  return {
    set,
    use,
    counts,
    metrics: {
      'hit@1': metric(1),
      'hit@3': metric(3),
      'hit@5': metric(5, { goal: 0.7 }),
      'half@5': metric(5, {}, overlapsByHalf),
      'hit@10': metric(deepest),
      'valid offsets': { value: valid / Math.max(1, returned), goal: 1 },
    },
    method,
    seconds,
  }
}

function selected(prompt: EvidencePrompt, request: EvidenceRequest, limit: number): readonly (Place & { readonly text: string })[] {
  return selectEvidence(prompt.sections, request, limit).map(({ section, start, end, text }) => {
    const offset = prompt.sections[section]?.offset ?? 0
    return { start: offset + start, end: offset + end, text }
  })
}

function comparison({ intervention, comparator, outcome }: EvidencePrompt): EvidenceRequest {
  return { intervention, comparator, outcome }
}

function question({ intervention, comparator, outcome }: EvidencePrompt): EvidenceRequest {
  return { question: `What is the effect of ${intervention} compared with ${comparator} on ${outcome}?` }
}

function allPlaces({ sections }: EvidencePrompt): readonly Place[] {
  return articleSentences(sections).map(({ section, start, end }) => {
    const offset = sections[section]?.offset ?? 0
    return { start: offset + start, end: offset + end }
  })
}

/** The plain baseline: BM25 of the sentences for all words of the prompt. */
function bm25Sentences(prompt: EvidencePrompt): readonly Place[] {
  const places = allPlaces(prompt)
  const index = buildIndex(
    places.map(({ start, end }) => ({ id: String(start), fields: [{ tokens: tokenise(prompt.text.slice(start, end)), weight: 1 }] })),
  )
  const scores = scoreAll(index, searchTerms(`${prompt.intervention} ${prompt.comparator} ${prompt.outcome}`))
  return [...places.keys()]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, deepest)
    .flatMap((at) => places[at] ?? [])
}

function overlaps({ spans }: EvidencePrompt, { start, end }: Place): boolean {
  return spans.some((span) => span.start < end && start < span.end)
}

function overlapsByHalf({ spans }: EvidencePrompt, { start, end }: Place): boolean {
  return spans.some((span) => Math.min(end, span.end) - Math.max(start, span.start) >= Math.min(end - start, span.end - span.start) / 2)
}
