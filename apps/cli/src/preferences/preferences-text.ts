import { validityFilters } from '@winnow/domain/preferences/validity.ts'
import { withoutControls } from '../output/without-controls.ts'
import type { Built } from './build-preferences.ts'

/** Questions that a line names; all stand in samples.jsonl. */
const toldQuestions = 10

/** A build for a person to read. */
export function preferencesText({ folder, manifest, statistics, pairs, alike }: Built): string {
  const { questions, samples, gaps } = statistics
  const { theta, leastSupport } = manifest.thresholds
  const { agreement, failures } = manifest.judge
  const dropped = validityFilters.filter((filter) => samples.droppedBy[filter] > 0)
  const widest = Math.max(0, ...gaps.histogram.map(({ count }) => count))
  const lines = [
    `${pairs} ${pairs === 1 ? 'pair' : 'pairs'} at θ = ${theta}, from ${samples.total} answers to ${questions.total - questions.withoutGoldPoints} questions`,
    '',
    `Questions by origin: ${Object.entries(questions.byOrigin)
      .map(([origin, count]) => `${origin} ${count}`)
      .join(', ')}`,
    `Answers: ${samples.kept} kept, ${samples.dropped} dropped, ${samples.unjudged} not judged in full`,
    ...dropped.map(
      (filter) =>
        `  ${filter.padEnd(16)} ${String(samples.droppedBy[filter]).padStart(5)}${filter === 'supported' ? `  (--min-support ${leastSupport})` : ''}`,
    ),
    `Gaps between best and worst of ${gaps.questions} questions:`,
    ...gaps.histogram.map(
      ({ from, count }) =>
        `  ${from.toFixed(1)}–${(from + 0.1).toFixed(1)}  ${String(count).padStart(5)} ${'█'.repeat(Math.round((20 * count) / Math.max(1, widest)))}`,
    ),
    `Pairs by θ: ${statistics.pairs.map((one) => `${one.theta}: ${one.pairs}`).join(', ')}`,
    `Judge ${manifest.judge.model}, agreement with itself (alpha): clarity ${figure(agreement.clarity.alpha)}, insightfulness ${figure(agreement.insightfulness.alpha)}, key points ${figure(agreement.keyPoints.alpha)}`,
    ...(failures.length === 0 ? [] : [`Judgements that failed: ${failures.map(({ reason, count }) => `${reason} ${count}`).join(', ')}`]),
    ...alikeLines(alike),
    '',
    `${folder}: manifest.json, pairs.jsonl, samples.jsonl, runs/. For a trainer: winnow preferences export ${folder} --format trl`,
  ]
  return withoutControls(lines.join('\n'))
}

function alikeLines(alike: readonly string[]): readonly string[] {
  if (alike.length === 0) return []
  const more = alike.length > toldQuestions ? `, and ${alike.length - toldQuestions} more` : ''
  return [
    `All answers are word for word the same for ${alike.slice(0, toldQuestions).join(', ')}${more}: this model gives no pairs there (its temperature may be 0)`,
  ]
}

function figure(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(2)
}
