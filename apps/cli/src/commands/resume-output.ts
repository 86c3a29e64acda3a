import { resolve } from 'node:path'
import type { RunState } from '@winnow/domain/state.ts'
import { isAnswerRun } from '@winnow/report/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { makeFolder } from '../output/run-files.ts'
import { folderOfRun, knownFolderOfRun } from '../output/run-folder.ts'
import { type DriveOptions, printResult, type ReadRun, writeFiles } from './drive-and-write.ts'

interface ResumeOutput {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/**
 * Where the files and words of a resumed run go. The folder is made: that of --out, otherwise the one that has its files from
 * before. A new one is made for research only, as an answer is printed.
 */
export async function resumeOptions(
  runId: string,
  state: Pick<RunState, 'request'>,
  flags: ResumeOutput,
  cwd: string,
): Promise<DriveOptions> {
  const answers = isAnswerRun(state)
  const usual = () => (answers ? knownFolderOfRun(runId, cwd) : folderOfRun(runId, cwd))
  const out = flags.out === undefined ? await usual() : resolve(cwd, flags.out)
  if (out !== null) await makeFolder(out)
  const options = { out, json: flags.json === true, quiet: flags.quiet === true, notes: [] }
  return answers ? { ...options, answer: { stream: false } } : options
}

/** Writes the files of a run that had ended already, and says so; the answer of an answer is printed again. */
export async function tellEnded(run: ReadRun, options: DriveOptions, { terminal }: CommandContext): Promise<void> {
  const { runId, state } = run.material
  const said = `Run ${runId} was already ${state.status}.${options.out === null ? '' : ` Files: ${options.out}`}`
  const summary = await writeFiles(run, options.out)
  printResult(run, summary, options, terminal)
  if (options.answer !== undefined) {
    if (!options.quiet) terminal.say(said)
  } else if (!options.json) terminal.print(said)
}
