import { type ReportContent, reportContent } from '@winnow/contracts/entities/report.ts'
import { longAbstracts, type RunMaterial } from '@winnow/report/run-material.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { FoldedRun } from './load-run.ts'
import { writtenAnswer } from './written-answer.ts'

/** Adds to a loaded run what lies in the blob store: its report or its answer, and its long abstracts. */
export async function runMaterial(run: FoldedRun, blobs: Pick<BlobStore, 'get'>): Promise<RunMaterial> {
  const abstracts = new Map<string, string>()
  for (const hash of longAbstracts(run.corpus)) abstracts.set(hash, await text(blobs, hash))
  const written = await writtenAnswer(run.state, blobs)
  return {
    runId: run.runId,
    state: run.state,
    corpus: run.corpus,
    content: await content(run, blobs),
    ...(written === null ? {} : { answer: written }),
    abstracts,
  }
}

/** The passages that the searches of an answer showed, by the sha256 of their texts. */
export async function passageTexts(run: FoldedRun, blobs: Pick<BlobStore, 'get'>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const hash of passageHashes(run)) texts.set(hash, await text(blobs, hash))
  return texts
}

function passageHashes({ corpus }: FoldedRun): readonly string[] {
  const hashes = [...corpus.summaries.values()].flatMap(({ passages }) => passages.map(({ textHash }) => textHash))
  return [...new Set(hashes)].sort()
}

async function content(run: FoldedRun, blobs: Pick<BlobStore, 'get'>): Promise<ReportContent | null> {
  const hash = run.state.report?.contentHash
  return hash === undefined ? null : reportContent.parse(JSON.parse(await text(blobs, hash)))
}

async function text(blobs: Pick<BlobStore, 'get'>, hash: string): Promise<string> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`blob ${hash} is missing from the blob store`)
  return new TextDecoder().decode(bytes)
}

/** Every blob that a run's events name, for a bundle. */
export function blobsOf(run: FoldedRun): readonly string[] {
  const full = [...run.corpus.records.values()].flatMap((record) => record.fullTextHash ?? [])
  const fetched = Object.values(run.state.documents).flatMap((document) => document.fullText?.copy?.hash ?? [])
  const reports = [run.corpus.report?.contentHash, run.corpus.check?.contentHash].filter((hash) => hash !== undefined)
  const libraries = run.state.request?.libraries ?? []
  const answered = [...passageHashes(run), ...(run.corpus.answer === null ? [] : [run.corpus.answer.contentHash])]
  return [...new Set([...longAbstracts(run.corpus), ...full, ...fetched, ...reports, ...answered, ...libraries])].sort()
}
