import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { newRunId } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { z } from 'zod'
import { replace } from '../../output/run-files.ts'
import { buildFiles } from '../../preferences/build-folder.ts'

/** Files of an evaluation; its runs lie where those of a build of preference data do. */
export const answersFiles = { settings: 'settings.json', calls: buildFiles.calls, results: 'results.json' } as const

/** Which of the runs of a contestant on a question. */
export interface RunPlace {
  readonly letter: string
  readonly question: string
  /** 1, 2, … */
  readonly run: number
}

/** A folder in which an evaluation keeps what it has done. */
export interface AnswersFolder {
  readonly path: string
  /** YYYY-MM-DD: the date of the first process, so that what it has bought is what is asked now. */
  readonly asOf: string
  /** The id of a run, the same in every process that works here. */
  readonly runIdOf: (place: RunPlace) => string
}

const settingsFile = z.object({
  format: z.literal('winnow-eval-answers-1'),
  asOf: z.string(),
  /** What the ids of the runs are made from. */
  seed: z.string(),
  settings: z.record(z.string(), z.unknown()),
})
type SettingsFile = Readonly<z.infer<typeof settingsFile>>

/**
 * Whether an evaluation may work in a folder. Throws UsageError where it holds an evaluation and `resume` is not set, and where
 * it holds something else.
 */
export async function checkAnswersFolder(path: string, resume: boolean): Promise<void> {
  const held = (await readdir(path)).filter((name) => name !== buildFiles.lock)
  const begun = held.includes(answersFiles.settings)
  if (begun && !resume) throw new UsageError(`--out ${path} holds an evaluation: go on with it by --resume, or name another folder`)
  // Calls without settings are those of a process that was ended while it began.
  if (!begun && held.some((name) => name !== answersFiles.calls))
    throw new UsageError(`--out ${path} is not empty and holds no evaluation: name another folder`)
}

/** Begins an evaluation, or goes on with one. Throws UsageError where what is in the folder was made with other settings. */
export async function openAnswersFolder(path: string, settings: Readonly<Record<string, unknown>>, now: Date): Promise<AnswersFolder> {
  const file = join(path, answersFiles.settings)
  if (existsSync(file)) {
    const kept = readSettings(await readFile(file, 'utf8'), file)
    const other = Object.keys(settings).filter(
      (name) => canonicalJson(kept.settings[name] ?? null) !== canonicalJson(settings[name] ?? null),
    )
    if (other.length > 0)
      throw new UsageError(
        `--resume: the answers in ${path} were made with other settings (${other.join(', ')}): give the same ones, or another folder`,
      )
    return folderOf(path, kept)
  }
  const begun: SettingsFile = { format: 'winnow-eval-answers-1', asOf: now.toISOString().slice(0, 10), seed: newRunId(now), settings }
  await replace(file, `${JSON.stringify(begun, null, 2)}\n`)
  return folderOf(path, begun)
}

function folderOf(path: string, { asOf, seed }: SettingsFile): AnswersFolder {
  const runIdOf = ({ letter, question, run }: RunPlace) =>
    `r-${asOf.replaceAll('-', '')}-${stableHash(JSON.stringify([seed, letter, question, run]))}`
  return { path, asOf, runIdOf }
}

function readSettings(text: string, file: string): SettingsFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = settingsFile.safeParse(value)
  if (!read.success) throw new UsageError(`${file} holds no settings of an evaluation: ${z.prettifyError(read.error)}`)
  return read.data
}
