import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { type AnswerJson, answerJson } from '@winnow/report/answer-json.ts'
import { isAnswerRun, isWritten } from '@winnow/report/run-material.ts'
import { type ExportFormat, needsReport, renderExport } from '@winnow/runs/exports.ts'
import { type FoldedRun, foldRun } from '@winnow/runs/load-run.ts'
import { blobsOf, runMaterial } from '@winnow/runs/run-material.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { LRUCache } from 'lru-cache'

/** Folds and texts that are kept; a fold of a large run has some tens of megabytes. */
const keptFolds = 8
const keptCharacters = 64 * 1024 * 1024

type Readable = Pick<EventLog<TypedEvent>, 'read'>

/**
 * What of a run is made from its whole fold, made once for each position of its last event in the archive. `head` is that
 * position, 0 while the archive has nothing of the run: then it is read from the log, each time anew.
 */
export class RunFolds {
  readonly #archive: Readable
  readonly #log: Readable
  readonly #blobs: Pick<BlobStore, 'get'>
  readonly #folds = new LRUCache<string, Promise<FoldedRun>>({ max: keptFolds })
  readonly #texts = new LRUCache<string, string>({ maxSize: keptCharacters, sizeCalculation: (text) => Math.max(1, text.length) })

  constructor(archive: Readable, log: Readable, blobs: Pick<BlobStore, 'get'>) {
    this.#archive = archive
    this.#log = log
    this.#blobs = blobs
  }

  /** The report or the answer (null before it is written), or the bibliography of a run. */
  async text(runId: string, head: number, format: Exclude<ExportFormat, 'events' | 'csv'>): Promise<string | null> {
    const key = `${runId} ${head} ${format}`
    const kept = this.#texts.get(key)
    if (kept !== undefined) return kept
    const material = await runMaterial(await this.#fold(runId, head), this.#blobs)
    if (needsReport(format) && !isWritten(material)) return null
    const text = renderExport(format, { material, events: [] })
    if (head > 0) this.#texts.set(key, text)
    return text
  }

  /** The answer of a run of kind `answer`; null before it is written. */
  async answer(runId: string, head: number): Promise<AnswerJson | 'other-kind' | null> {
    const fold = await this.#fold(runId, head)
    if (!isAnswerRun(fold.state)) return 'other-kind'
    const material = await runMaterial(fold, this.#blobs)
    return isWritten(material) ? answerJson(material) : null
  }

  /** Whether the events of a run name a blob. */
  async names(runId: string, head: number, sha256: string): Promise<boolean> {
    return blobsOf(await this.#fold(runId, head)).includes(sha256)
  }

  #fold(runId: string, head: number): Promise<FoldedRun> {
    if (head === 0) return folded(this.#log, runId)
    const key = `${runId} ${head}`
    const kept = this.#folds.get(key)
    if (kept !== undefined) return kept
    const fold = folded(this.#archive, runId)
    this.#folds.set(key, fold)
    // What failed is tried anew by the next who asks.
    fold.catch(() => this.#folds.delete(key))
    return fold
  }
}

async function folded(log: Readable, runId: string): Promise<FoldedRun> {
  const { events: _, ...fold } = foldRun(await Array.fromAsync(log.read(runId)))
  return fold
}
