import type { FigureName } from '@winnow/domain/judging/answer-figures.ts'
import type { MeanInterval } from '@winnow/domain/judging/mean-interval.ts'
import { withoutControls } from '../../output/without-controls.ts'
import type { AnswersEvaluation, ModelRow } from './answers-evaluation.ts'

interface Column {
  readonly name: FigureName
  readonly title: string
  readonly digits: number
  /** What a figure is multiplied with: 100 for percent. */
  readonly times: number
}

const columns: readonly Column[] = [
  { name: 'clarity', title: 'clarity', digits: 1, times: 1 },
  { name: 'insightfulness', title: 'insight', digits: 1, times: 1 },
  { name: 'keyPointRecall', title: 'key points', digits: 2, times: 1 },
  { name: 'score', title: 'score', digits: 2, times: 1 },
  { name: 'unresolved', title: 'unresolved %', digits: 1, times: 100 },
  { name: 'unsupported', title: 'unsupported %', digits: 1, times: 100 },
  { name: 'searches', title: 'searches', digits: 1, times: 1 },
  { name: 'words', title: 'words', digits: 0, times: 1 },
  { name: 'costUsd', title: 'USD', digits: 4, times: 1 },
]

/** Failures of the judge whose example is told. */
const toldFailures = 5
const longestExample = 160

/** The table of spec §13 for a person to read, with 95 % intervals, and the paired comparison. */
export function answersText(evaluation: AnswersEvaluation): string {
  const { questions, withoutGold, models, paired, judge, stopped } = evaluation
  const rows = columns.map((column) => ({
    title: column.title,
    cells: [
      ...models.map((row) => interval(row[column.name], column)),
      ...(paired === null ? [] : [comparison(paired[column.name], column)]),
    ],
  }))
  const heads = [...models.map(({ letter }) => letter), ...(paired === null ? [] : ['A − B (wins/ties/losses, sign test)'])]
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map(({ cells }) => cells[index]?.length ?? 0)))
  const line = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(14)}${cells.map((cell, index) => cell.padStart((widths[index] ?? 0) + 2)).join('')}`.trimEnd()
  const lines = [
    `${questions} ${questions === 1 ? 'question' : 'questions'}${withoutGold === 0 ? '' : `, ${withoutGold} without gold points`}; mean [95 % interval] over questions`,
    ...models.map(modelLine),
    '',
    line('', heads),
    ...rows.map(({ title, cells }) => line(title, cells)),
    ...(paired === null || paired.preference === null
      ? []
      : ['', `The judge prefers A in ${paired.preference.a}, B in ${paired.preference.b}, neither in ${paired.preference.ties}`]),
    '',
    ...judgeLines(judge),
    ...(stopped === null ? [] : ['', 'The cost limit is reached: not every question was answered.']),
  ]
  return withoutControls(lines.join('\n'))
}

function modelLine({ letter, model, n, failures, extractive }: ModelRow): string {
  const byRule = extractive === 0 ? '' : `, ${extractive} of them extractive`
  return `  ${letter} = ${model}: ${n} ${n === 1 ? 'answer' : 'answers'} judged${byRule}${failures === 0 ? '' : `, ${failures} not written`}`
}

function interval(value: MeanInterval | null, { digits, times }: Column): string {
  if (value === null) return '–'
  const { mean, low, high } = value
  return `${shown(mean * times, digits)} [${shown(low * times, digits)}, ${shown(high * times, digits)}]`
}

function comparison(
  { difference, wins, ties, losses, signTest }: NonNullable<AnswersEvaluation['paired']>[FigureName],
  column: Column,
): string {
  if (difference === null) return '–'
  return `${interval(difference, column)} (${wins}/${ties}/${losses}, ${signTest === null ? 'p –' : `p ${signTest.toFixed(3)}`})`
}

function judgeLines({ model, repeats, agreement, positionBias, lengthBias, failures, cost, addressedToJudge }: AnswersEvaluation['judge']) {
  if (repeats === 1 && cost.calls === 0)
    return [`Judged by ${model}: key points and support of citations by rule; clarity and insightfulness need --judge-model`]
  const alpha = (of: (typeof agreement)['clarity']) => (of.alpha === null ? '–' : of.alpha.toFixed(2))
  const number = (value: number | null) => (value === null ? '–' : value.toFixed(2))
  const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(0)} %`)
  return [
    `Judge ${model}, ${repeats} judgements of each answer in changing orders; ${cost.calls} calls, ${cost.usd === null ? 'price unknown' : `${cost.usd.toFixed(4)} USD`}`,
    `  agreement (alpha): clarity ${alpha(agreement.clarity)}, insightfulness ${alpha(agreement.insightfulness)}, key points ${alpha(agreement.keyPoints)}`,
    `  mean difference: clarity ${number(agreement.clarity.difference)}, insightfulness ${number(agreement.insightfulness.difference)}; other verdicts on key points ${percent(agreement.keyPoints.difference)}`,
    ...(positionBias.pairs === 0
      ? []
      : [
          `  position: ${percent(positionBias.consistent)} of ${positionBias.pairs} pairs alike in both orders; first in both ${percent(positionBias.firstInBoth)}, second in both ${percent(positionBias.secondInBoth)}`,
        ]),
    `  length: correlation with clarity ${number(lengthBias.clarity)}, insightfulness ${number(lengthBias.insightfulness)}, key points ${number(lengthBias.keyPointRecall)}${lengthBias.longerPreferred === null ? '' : `; longer preferred ${percent(lengthBias.longerPreferred)}`}`,
    ...(addressedToJudge === 0
      ? []
      : [`  ${addressedToJudge} ${addressedToJudge === 1 ? 'answer speaks' : 'answers speak'} to the judge: --json shows where`]),
    ...failures
      .slice(0, toldFailures)
      .map(({ reason, count, example }) => `  failed: ${count} ${reason} (${oneLine(example)}); they count as unknown, not as 0`),
  ]
}

/** No "-0.0". */
function shown(value: number, digits: number): string {
  return (Number(value.toFixed(digits)) + 0).toFixed(digits)
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= longestExample ? line : `${line.slice(0, longestExample - 1)}…`
}
