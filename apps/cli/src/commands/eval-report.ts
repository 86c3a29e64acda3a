import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { decodeText } from '@winnow/bibliography/decode-file.ts'
import { runLineOf } from '@winnow/domain/evaluation/report/report-text.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { type NamedRun, withNamedRun } from '../engine/run-log.ts'
import { type MeasuredWithDepth, measureReport } from '../evaluation/report/measure-report.ts'
import { reportEvaluation } from '../evaluation/report/report-evaluation.ts'
import { evaluationLines, measuredLines } from '../evaluation/report/report-lines.ts'
import { exitCodes } from '../exit-codes.ts'
import { withoutControls } from '../output/without-controls.ts'
import { collected } from './eval-stage.ts'

const help = `
Measures report.md (or an answer in Markdown) by the log of its run, without a model:
  citation coverage   claims with a mark that leads to a work of the run (goal: 90 % or more). A claim is a sentence of the answer's
                      sections with four words or more that is no question, leads over to no list and is not about the search.
  dangling marks      marks whose number has no reference, or whose reference is no work of the run (goal: 0)
  quote fidelity      quotes of the evidence behind the report that stand in the text that was read (goal: 100 %). Where the log is no
                      bundle: of all evidence of the cited works; where the text is not at hand: as recorded when it was read.
  absent numbers      numbers in digits that no passage of what the sentence cites has (goal: 0)
  repeated sentences  claims that say an earlier one again, word for word
  support             the run's own check of its citations, and one by words alone
  support by depth    supported sentences by tool calls (searches, lookups, requests for references, reads): up to 2, 20, 150, more. It must
                      not fall. Several reports are compared by the tool calls of their runs; within one, sentences by the tool calls
                      before the last of their evidence was read.

It ends with 0 whether goals are met or missed; the JSON has "goals": [{"name", "value", "goal", "met"}]. Several reports, each with its
log: {"runs": […], "supportByDepth", "goals"}.

Examples:
  winnow eval report winnow-r-20261130-4kq0z7xd/report.md --log winnow-r-20261130-4kq0z7xd/events.jsonl
  winnow eval report report.md --log run-bundle --json
  winnow eval report a/report.md b/report.md --log a/events.jsonl b/events.jsonl`

interface ReportFlags {
  readonly log?: readonly string[] | undefined
  readonly json?: boolean | undefined
}

/** `winnow eval report REPORT.md --log F`: figures of a report without a model. */
export function registerEvalReport(group: Command, context: CommandContext): void {
  group
    .command('report')
    .description('measure a report by the log of its run, without a model')
    .argument('<reports...>', 'report.md, or several')
    .option(
      '--log <run>',
      "the report's run: its id, or a file of its events, its folder or its bundle; for several: --log a b c",
      collected,
    )
    .option('--json', 'as JSON, whole')
    .addHelpText('after', help)
    .action((files, flags) => measureReports(files, flags, context))
}

type MeasuredFile = MeasuredWithDepth & { readonly file: string }

interface GivenReport {
  readonly file: string
  readonly markdown: string
}

/** Measures reports and prints the figures; 130 when interrupted. Throws UsageError for reports and logs that do not belong together. */
export async function measureReports(files: readonly string[], flags: ReportFlags, context: CommandContext): Promise<void> {
  const { reports, logs } = givenFiles(files, flags.log ?? [])
  const given = await Promise.all(reports.map((file) => readMarkdown(file, context.config.cwd)))
  const measured: MeasuredFile[] = []
  for (const [index, log] of logs.entries()) {
    if (context.signal.aborted) {
      context.terminal.say('Interrupted.')
      return context.exit(exitCodes.interrupted)
    }
    await withNamedRun(log, context, async (named) => {
      const { file, markdown } = reportOf(named, given, index)
      measured.push({ file, ...(await measureReport(named, markdown, file)) })
    })
  }
  context.terminal.print(flags.json === true ? JSON.stringify(inJson(measured), null, 2) : inWords(measured))
}

/** "--log a b" leaves b among the reports: of several files, what is no Markdown is a log. */
function givenFiles(files: readonly string[], named: readonly string[]) {
  const isReport = (file: string) => /\.(?:md|markdown|txt)$/i.test(file)
  const [first = ''] = files
  const reports = files.some(isReport) ? files.filter(isReport) : [first]
  const logs = [...named, ...files.filter((file) => !reports.includes(file))]
  if (logs.length === 0) throw new UsageError(`the run is missing: winnow eval report ${first} --log <run id, events.jsonl or bundle>`)
  if (reports.length !== logs.length)
    throw new UsageError(`${reports.length} reports and ${logs.length} logs: give each report the log of its run`)
  return { reports, logs }
}

function inJson(measured: readonly MeasuredFile[]): object {
  const runs = measured.map((one) => ({ report: one.file, ...one.measured }))
  const all = reportEvaluation(measured)
  return runs.length === 1 ? { ...runs[0], ...all } : { runs, ...all }
}

function inWords(measured: readonly MeasuredFile[]): string {
  const each = measured.flatMap((one) => [`${one.file}, of run ${one.measured.runId}`, ...measuredLines(one.measured), ''])
  return withoutControls([...each, ...evaluationLines(reportEvaluation(measured))].join('\n'))
}

/** The report that names the run; with none that does, the one at the log's own place. */
function reportOf(named: NamedRun, given: readonly GivenReport[], index: number): GivenReport {
  const own = given.filter(({ markdown }) => runLineOf(markdown) === named.run.runId)
  const [first, second] = own
  if (first !== undefined && second !== undefined)
    throw new UsageError(`${first.file} and ${second.file} are both the report of run ${named.run.runId}: name it once`)
  const placed = first ?? given[index]
  if (placed === undefined) throw new UsageError(`there is no report for run ${named.run.runId}`)
  return placed
}

async function readMarkdown(file: string, cwd: string): Promise<GivenReport> {
  try {
    return { file, markdown: decodeText(await readFile(resolve(cwd, file))).text }
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
