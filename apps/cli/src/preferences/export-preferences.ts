import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lossWords, type PreferencePair, type TrainerFormat, trainerRow } from '@winnow/domain/preferences/trainer-rows.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { z } from 'zod'
import { replace } from '../output/run-files.ts'
import { buildFiles } from './build-folder.ts'
import { writeRows } from './build-preferences.ts'
import { hashOfText } from './sample-bundle.ts'
import { trainerSchemas } from './trainer-schemas.ts'

/** A file for a trainer. */
export interface ExportedPairs {
  readonly file: string
  readonly format: TrainerFormat
  readonly rows: number
  readonly sha256: string
  /** What the loss is made of. */
  readonly loss: string
}

const segment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), query: z.string(), byModel: z.boolean() }),
  z.object({ kind: z.literal('results'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
  z.object({ kind: z.literal('answer'), text: z.string() }),
])
const pairedAnswer = z.object({
  runId: z.string(),
  score: z.number(),
  searches: z.number().int(),
  segments: z.array(segment),
  answer: z.string(),
})
const preferencePair = z.object({
  questionId: z.string(),
  origin: z.string().nullable(),
  question: z.string(),
  gap: z.number(),
  chosen: pairedAnswer,
  rejected: pairedAnswer,
}) satisfies z.ZodType<PreferencePair>

/** Of a manifest what is looked at; the rest stays as it is. */
const manifestParts = z.object({
  format: z.literal('winnow-preferences'),
  files: z.object({ [buildFiles.pairs]: z.object({ sha256: z.string() }) }),
  exports: z.record(z.string(), z.unknown()),
})

/**
 * Writes the pairs of a build for a trainer, each line checked against the trainer's format, and enters the file in the manifest by
 * its path from the folder.
 * Throws UsageError for a folder that holds no build, or whose pairs are not those of its manifest.
 */
export async function exportPreferences(folder: string, format: TrainerFormat, file: string): Promise<ExportedPairs> {
  const manifest = await readManifest(folder)
  const pairs = await readPairs(folder, manifest.pairs)
  const rows = pairs.map((pair) => trainerRow(pair, format))
  for (const [index, row] of rows.entries()) {
    const checked = trainerSchemas[format].safeParse(row)
    if (!checked.success) throw new Error(`pair ${index + 1} does not fit the format ${format}: ${z.prettifyError(checked.error)}`)
  }
  const { sha256 } = await writeRows(file, rows)
  const exported = { file, format, rows: rows.length, sha256, loss: lossWords[format] }
  const path = join(folder, buildFiles.manifest)
  await replace(
    path,
    `${JSON.stringify({ ...manifest.whole, exports: { ...manifest.exports, [format]: { ...exported, file: relative(folder, file) } } }, null, 2)}\n`,
  )
  return exported
}

async function readManifest(folder: string) {
  const path = join(folder, buildFiles.manifest)
  const whole = parsed(await read(path, folder), path)
  const manifest = manifestParts.safeParse(whole)
  if (!manifest.success) throw new UsageError(`${path} is no manifest of preference data: ${z.prettifyError(manifest.error)}`)
  const { files, exports } = manifest.data
  // What it says beside is kept as it is, in its order.
  return { whole: Object(whole) as object, exports, pairs: files[buildFiles.pairs].sha256 }
}

async function readPairs(folder: string, sha256: string): Promise<readonly PreferencePair[]> {
  const path = join(folder, buildFiles.pairs)
  const text = await read(path, folder)
  if (hashOfText(text) !== sha256)
    throw new UsageError(`${path} is not what the manifest says (sha256): build it again with winnow preferences build --resume`)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => preferencePair.parse(parsed(line, `${path}, line ${index + 1}`)))
}

async function read(path: string, folder: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${folder} holds no finished build (${error instanceof Error ? error.message : String(error)}): make one with winnow preferences build --out ${folder}`,
    )
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${place} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
