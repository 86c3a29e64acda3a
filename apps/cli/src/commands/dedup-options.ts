import { extname } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type DedupFormat, dedupFormats } from '../dedup/dedup-file.ts'

/** The command line of `winnow dedup` as commander gives it; `explain` is true without ids after it. */
export interface DedupFlags {
  readonly format?: DedupFormat
  readonly json?: true
  readonly out?: string
  readonly explain?: true | readonly string[]
}

/** What is asked for. `explain`: every document, or two records. `format` null: a summary. */
export interface DedupRequest {
  readonly paths: readonly string[]
  readonly format: DedupFormat | null
  readonly explain: 'all' | readonly [a: string, b: string] | null
}

const EXTENSIONS: ReadonlyMap<string, DedupFormat> = new Map([
  ['.json', 'json'],
  ['.csv', 'csv'],
  ['.ris', 'ris'],
  ['.bib', 'bibtex'],
  ['.bibtex', 'bibtex'],
])

/**
 * Reads the options. `--explain` takes two ids or nothing; where no file stands before it, what follows it and is a file
 * (`isFile`) is one. Without --format the name of --out tells the format.
 */
export function dedupRequest(files: readonly string[], flags: DedupFlags, isFile: (path: string) => boolean): DedupRequest {
  const after = flags.explain === undefined || flags.explain === true ? [] : flags.explain
  const paths = files.length > 0 ? files : after.filter(isFile)
  const ids = files.length > 0 ? after : after.filter((word) => !isFile(word))
  if (paths.length === 0) throw new UsageError('name the files to read: winnow dedup FILES… (--explain and its ids come after them)')
  return { paths, format: formatOf(flags), explain: flags.explain === undefined ? null : explained(ids) }
}

function formatOf({ format, json, out }: DedupFlags): DedupFormat | null {
  if (json === true && format !== undefined && format !== 'json') throw new UsageError(`--json and --format ${format} exclude each other`)
  if (json === true) return 'json'
  if (format !== undefined || out === undefined) return format ?? null
  const told = EXTENSIONS.get(extname(out).toLowerCase())
  if (told === undefined) throw new UsageError(`--out ${out} does not tell the format: give --format ${dedupFormats.join(', ')}`)
  return told
}

function explained(ids: readonly string[]): 'all' | readonly [string, string] {
  const [a, b, ...more] = ids
  if (a === undefined) return 'all'
  if (b === undefined || more.length > 0)
    throw new UsageError(`--explain takes the ids of two records, or nothing; given: ${ids.join(', ')}. Files come before it.`)
  return [a, b]
}
