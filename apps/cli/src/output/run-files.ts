import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { isAnswerRun, isWritten, type RunMaterial } from '@winnow/report/run-material.ts'
import { type RunSummary, runSummary } from '@winnow/report/run-summary.ts'
import { documentsJsonl, type ExportFormat, evidenceJsonl, renderExport } from '@winnow/runs/exports.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { makeFolders } from '@winnow/runtime/make-folders.ts'

const bibliographyFiles: readonly (readonly [string, ExportFormat])[] = [
  ['references.bib', 'bibtex'],
  ['references.ris', 'ris'],
  ['references.json', 'csl'],
]

/** Writes a run's files into a folder (report or answer, and references, only once it is written); gives run.json. */
export async function writeRunFiles(folder: string, material: RunMaterial, events: readonly Recorded[]): Promise<RunSummary> {
  await makeFolder(folder)
  const exported = { material, events }
  const written = isWritten(material)
  const answers = isAnswerRun(material.state)
  const main = answers ? 'answer' : 'report'
  const texts: typeof bibliographyFiles = [
    [`${main}.md`, 'md'],
    [`${main}.html`, 'html'],
  ]
  for (const [file, format] of written ? [...texts, ...bibliographyFiles] : [])
    await replace(join(folder, file), renderExport(format, exported))
  await replace(join(folder, 'documents.jsonl'), documentsJsonl(material))
  // An answer is written from passages: it has no evidence items.
  if (!answers) await replace(join(folder, 'evidence.jsonl'), evidenceJsonl(material))
  await replace(join(folder, 'events.jsonl'), renderExport('events', exported))
  const summary = runSummary(material, { report: written ? join(folder, `${main}.md`) : null, chainHead: events.at(-1)?.hash ?? null })
  await replace(join(folder, 'run.json'), `${JSON.stringify(summary, null, 2)}\n`)
  return summary
}

/** Creates the folder of an option, and makes sure that files can be written there; what stands in the way is bad input. */
export async function makeFolder(folder: string, option = '--out'): Promise<void> {
  try {
    await makeFolders(folder)
  } catch (error) {
    throw new UsageError(`${option} ${folder} cannot be made: ${messageOf(error)}. Name another folder.`)
  }
  try {
    await tryWriting(folder)
  } catch (error) {
    throw new UsageError(`${option} ${folder} cannot be written to: ${messageOf(error)}. Name another folder.`)
  }
}

/** Throws the system's error where no file can be written in the folder; leaves nothing behind. */
async function tryWriting(folder: string): Promise<void> {
  const probe = join(folder, `.winnow-${randomUUID()}`)
  await writeFile(probe, '')
  await rm(probe)
}

/** Makes sure, before work is spent on it, that the one file that --out names can be written; what is in it stays. */
export async function checkOut(path: string): Promise<void> {
  try {
    const kind = await kindOf(path)
    if (kind === 'folder') throw new UsageError(`--out ${path} cannot be written: it is a folder. Name a file.`)
    if (kind !== 'other') await tryWriting(dirname(path))
  } catch (error) {
    throw error instanceof UsageError ? error : notWritten(path, error)
  }
}

/** Writes the one file that --out names; a place where nothing can be written is bad input. A pipe or a device is written into. */
export async function writeOut(path: string, text: string | Iterable<string>): Promise<void> {
  try {
    if ((await kindOf(path)) === 'other') await writeFile(path, text)
    else await replace(path, text)
  } catch (error) {
    throw notWritten(path, error)
  }
}

function notWritten(path: string, error: unknown): UsageError {
  const why = existsSync(dirname(path)) ? messageOf(error) : `there is no folder ${dirname(path)}. Make it first, or name another place.`
  return new UsageError(`--out ${path} cannot be written: ${why}`)
}

async function kindOf(path: string): Promise<'none' | 'file' | 'folder' | 'other'> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none'
    throw error
  }
}

/** Writes a whole file or none of it; the text may come in pieces. */
export async function replace(path: string, text: string | Iterable<string>): Promise<void> {
  const fresh = `${path}.new`
  await writeFile(fresh, text)
  await rename(fresh, path)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
