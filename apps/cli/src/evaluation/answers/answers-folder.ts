import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { newRunId } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { makeFolders } from '@winnow/runtime/make-folders.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { z } from 'zod'
import { readEvents } from '../../engine/read-events.ts'
import { writeBundle } from '../../output/bundle.ts'
import { replace } from '../../output/run-files.ts'
import { buildFiles } from '../../preferences/build-folder.ts'
import type { AnswerBlobs } from './answer-to-judge.ts'

/** Files of an evaluation. */
export const answersFiles = { settings: 'settings.json', calls: 'model-calls.jsonl', answers: 'answers', results: 'results.json' } as const

/** Which of the runs of a contestant on a question. */
export interface KeptPlace {
  readonly letter: string
  readonly question: string
  /** 1, 2, … */
  readonly run: number
}

export interface KeptRun {
  readonly run: LoadedRun
  readonly blobs: AnswerBlobs
}

const settingsFile = z.object({
  format: z.literal('winnow-eval-answers-1'),
  /** Formulas use the date of the first process, and its run ids: what it has bought is then found by the next one. */
  asOf: z.string(),
  seed: z.string(),
  settings: z.record(z.string(), z.unknown()),
})

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

/** The finished runs of an evaluation as bundles in a folder; one counts once its manifest is there, which is written last. */
export class AnswersFolder {
  readonly #path: string
  readonly #seed: string
  /** YYYY-MM-DD. */
  readonly asOf: string

  private constructor(path: string, seed: string, asOf: string) {
    this.#path = path
    this.#seed = seed
    this.asOf = asOf
  }

  /** Begins an evaluation, or goes on with one. Throws UsageError where the answers in the folder were made with other settings. */
  static async open(path: string, settings: Readonly<Record<string, unknown>>, now: Date): Promise<AnswersFolder> {
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
      return new AnswersFolder(path, kept.seed, kept.asOf)
    }
    const begun = { format: 'winnow-eval-answers-1', asOf: now.toISOString().slice(0, 10), seed: newRunId(now), settings }
    await replace(file, `${JSON.stringify(begun, null, 2)}\n`)
    return new AnswersFolder(path, begun.seed, begun.asOf)
  }

  /** The id of a run, the same in every process that works here. */
  runIdOf(place: KeptPlace): string {
    return `r-${this.asOf.replaceAll('-', '')}-${stableHash(`${this.#seed}\n${nameOf(place)}`)}`
  }

  /** The finished run of a place; null where there is none. */
  async run(place: KeptPlace): Promise<KeptRun | null> {
    const folder = this.#bundle(place)
    if (!existsSync(join(folder, 'manifest.json'))) return null
    const run = foldRun(await readEvents(folder, Number.POSITIVE_INFINITY))
    return { run, blobs: { get: async (hash) => readBlob(join(folder, 'blobs', hash), hash) } }
  }

  /** Keeps a finished run as a bundle. */
  async keepRun(place: KeptPlace, run: LoadedRun, events: readonly Recorded[], blobs: Pick<BlobStore, 'get'>): Promise<void> {
    const folder = this.#bundle(place)
    await rm(folder, { recursive: true, force: true })
    await makeFolders(folder)
    await writeBundle(folder, run, events, blobs)
  }

  #bundle(place: KeptPlace): string {
    return join(this.#path, answersFiles.answers, nameOf(place))
  }
}

/** Questions are named by a hash: their ids may hold anything, and one may come to stand at another line. */
function nameOf({ letter, question, run }: KeptPlace): string {
  return `${letter}-${stableHash(question)}-${run}`
}

function readSettings(text: string, file: string): z.infer<typeof settingsFile> {
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

async function readBlob(path: string, hash: string): Promise<Uint8Array | null> {
  if (!existsSync(path)) return null
  const bytes = await readFile(path)
  if (hashOfBytes(bytes) !== hash) throw new UsageError(`${path} is damaged: its content does not have that sha256`)
  return bytes
}
