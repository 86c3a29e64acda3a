import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { makeFolders } from '@winnow/runtime/make-folders.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { readEvents } from '../../engine/read-events.ts'
import { writeBundle } from '../../output/bundle.ts'
import { makeFolder, replace } from '../../output/run-files.ts'
import type { AnswerBlobs } from './answer-to-judge.ts'

/** What was asked of an evaluation that its answers depend on. */
export type AnswersSettings = Readonly<Record<string, unknown>>

/** Where an answer, a judgement or a compared pair is kept: whose it is, the question, and which of several runs. */
export interface KeptPlace {
  /** "A", "B" or "pairs". */
  readonly whose: string
  readonly question: string
  /** 1, 2, … */
  readonly run: number
}

export interface KeptRun {
  readonly run: LoadedRun
  readonly blobs: AnswerBlobs
}

/**
 * What an evaluation keeps in a folder, so that it can go on after it was ended: a bundle for each finished run
 * (answers/A/<question>-<run>), and what was judged. A bundle counts once its manifest is there, which is written last.
 */
export class AnswersFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /**
   * Makes the folder for an evaluation, or opens it again. Throws UsageError where it holds something and `resume` is not set,
   * where the answers in it were made with other settings, and where it cannot be written to.
   */
  static async open(path: string, settings: AnswersSettings, resume: boolean): Promise<AnswersFolder> {
    await makeFolder(path)
    const file = join(path, 'settings.json')
    if (existsSync(file)) {
      if (!resume) throw new UsageError(`--out ${path} holds an evaluation: go on with it by --resume, or name another folder`)
      const kept: unknown = await readJson(file)
      const other = Object.keys(settings).filter((name) => canonicalJson(member(kept, name)) !== canonicalJson(settings[name]))
      if (other.length > 0)
        throw new UsageError(
          `--resume: the answers in ${path} were made with other settings (${other.join(', ')}): give those, or another folder`,
        )
    } else if ((await readdir(path)).length > 0)
      throw new UsageError(`--out ${path} is not empty and holds no evaluation: name another folder`)
    await replace(file, `${JSON.stringify(settings, null, 2)}\n`)
    return new AnswersFolder(path)
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

  /** What was judged of exactly that; null where nothing was, or something else. */
  async judged<T>(place: KeptPlace, of: unknown): Promise<T | null> {
    const file = this.#judgement(place)
    if (!existsSync(file)) return null
    const kept = (await readJson(file)) as { readonly of?: unknown; readonly judged?: unknown }
    return kept.of === keyOf(of) && kept.judged !== undefined ? (kept.judged as T) : null
  }

  async keepJudged(place: KeptPlace, of: unknown, judged: unknown): Promise<void> {
    const file = this.#judgement(place)
    await makeFolders(join(this.path, 'judgements', place.whose))
    await replace(file, `${JSON.stringify({ of: keyOf(of), judged }, null, 2)}\n`)
  }

  #bundle(place: KeptPlace): string {
    return join(this.path, 'answers', place.whose, nameOf(place))
  }

  #judgement(place: KeptPlace): string {
    return join(this.path, 'judgements', place.whose, `${nameOf(place)}.json`)
  }
}

/** Questions are named by a hash: their ids may hold anything, and one may come to stand at another line. */
function nameOf({ question, run }: KeptPlace): string {
  return `${stableHash(question)}-${run}`
}

function keyOf(of: unknown): string {
  return hashOfBytes(Buffer.from(canonicalJson(of)))
}

async function readBlob(path: string, hash: string): Promise<Uint8Array | null> {
  if (!existsSync(path)) return null
  const bytes = await readFile(path)
  if (hashOfBytes(bytes) !== hash) throw new UsageError(`${path} is damaged: its content does not have that sha256`)
  return bytes
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null
}
