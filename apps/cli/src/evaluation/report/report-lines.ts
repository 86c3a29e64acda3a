import type { DepthBucket } from '@winnow/domain/evaluation/report/support-by-depth.ts'
import type { MeasuredReport } from './measure-report.ts'
import type { ReportEvaluation } from './report-evaluation.ts'

/** Examples that are told of each kind of fault; --json has all. */
const told = 5

/** One measured report, line by line. */
export function reportLines(measured: MeasuredReport & ReportEvaluation): readonly string[] {
  return [...measuredLines(measured), '', ...evaluationLines(measured)]
}

/** The figures of one report, with examples of what is wrong. */
export function measuredLines(measured: MeasuredReport): readonly string[] {
  const { claims, citedClaims, citationCoverage, marks, danglingMarks, quotes, numbers, repeatedSentences, support } = measured
  const verdicts = ({ method, verdicts: of, supported }: typeof support.byWords) =>
    `${of.supported} supported, ${of.partial} partial, ${of.unsupported} unsupported, ${of.cannotCheck} cannot be checked${share(supported)} (${method})`
  return [
    `Citations: ${citedClaims} of ${claims} claims${share(citationCoverage)}; ${marks} marks, ${danglingMarks.length} dangling`,
    ...examples(measured.uncitedClaims.map(({ text }) => `without a citation: ${text}`)),
    ...examples(danglingMarks.map(({ number, sentence }) => `[${number}] leads nowhere: ${sentence}`)),
    `Quotes: ${quotes.inText + quotes.short} of ${quotes.checked} stand in the text${share(quotes.fidelity)}; ${quotes.againstText} looked up, the others as recorded${quotes.unchecked === 0 ? '' : `; ${quotes.unchecked} never checked`}`,
    ...examples(quotes.notInText.map(({ evidenceId, quote }) => `${evidenceId}: ${quote}`)),
    `Numbers: ${numbers.absent.length} of ${numbers.stated} stand in no cited passage`,
    ...examples(numbers.absent.map(({ number, sentence }) => `${number}: ${sentence}`)),
    `Repeated sentences: ${repeatedSentences}`,
    ...examples(measured.repeated.map(({ sentence, times }) => `${times} times: ${sentence}`)),
    ...(support.recorded === null ? [] : [`Support, as the run checked it: ${verdicts(support.recorded)}`]),
    `Support, by words: ${verdicts(support.byWords)}`,
    `Tool calls: ${measured.toolCalls}`,
  ]
}

/** Support by depth, and the goals. */
export function evaluationLines({ supportByDepth, goals }: ReportEvaluation): readonly string[] {
  const { byRun, bySentence, compared, verdicts } = supportByDepth
  const buckets = (compared === 'runs' ? byRun : bySentence).buckets.filter(({ entries }) => entries > 0)
  return [
    `Support by depth (${compared === 'runs' ? 'reports by the tool calls of their run' : 'sentences by the tool calls before their evidence'}; verdicts ${verdicts})`,
    ...(buckets.length === 0 ? ['  nothing to compare'] : []),
    ...buckets.map(
      (bucket) =>
        `  ${bucketWords(bucket)}: ${bucket.supported === null ? 'none checked' : bucket.supported.toFixed(3)} (${bucket.entries})`,
    ),
    'Goals',
    ...goals.map(
      ({ name, value, goal, met }) =>
        `  ${met === null ? 'not measured' : met ? 'met' : 'MISSED'}  ${name} ${value === null ? '' : `${Number.isInteger(value) ? value : value.toFixed(3)} `}(goal ${goal})`,
    ),
  ]
}

function bucketWords({ upTo }: DepthBucket): string {
  return upTo === null ? 'more tool calls' : `up to ${upTo} tool calls`
}

function examples(lines: readonly string[]): readonly string[] {
  const more = lines.length > told ? [`    … and ${lines.length - told} more (--json has all)`] : []
  return [...lines.slice(0, told).map((line) => `    ${line}`), ...more]
}

function share(value: number | null): string {
  return value === null ? '' : `, ${(value * 100).toFixed(1)} %`
}
