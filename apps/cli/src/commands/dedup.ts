import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import type { WantedColumns } from '@winnow/bibliography/extra-columns.ts'
import type { Library } from '@winnow/bibliography/read-library.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { dedupFile, dedupFormats } from '../dedup/dedup-file.ts'
import { dedupSummary, explainAll } from '../dedup/dedup-summary.ts'
import { type Deduplicated, deduplicate } from '../dedup/deduplicated.ts'
import { explainTwo, explainTwoText } from '../dedup/explain-two.ts'
import { readGiven } from '../dedup/read-given.ts'
import { readingNotes } from '../dedup/reading-notes.ts'
import { patienceMs } from '../engine/ask-source.ts'
import { endingAtOnce } from '../engine/ending-at-once.ts'
import { checkOutput } from '../output/check-output.ts'
import { writeOut } from '../output/run-files.ts'
import { type DedupRequest, dedupRequest } from './dedup-options.ts'
import { unknownId } from './unknown-id.ts'

const examples = `
Examples:
  winnow dedup scopus.ris pubmed.nbib wos.bib
  winnow dedup exports/ --format ris --out unique.ris
  winnow dedup refs.jsonl --format json > clusters.json
  winnow dedup refs.bib --explain Smith2019 Smith2020`

/** `winnow dedup FILES…`: one's own exports without duplicates. */
export function registerDedup(program: Command, context: CommandContext): void {
  program
    .command('dedup')
    .description('find the duplicates in files of references, of any mix of formats')
    .argument('[files...]', 'files and folders: BibTeX, RIS, nbib, CSV, CSL-JSON, JSONL, EndNote XML, PDF')
    .addOption(new Option('--format <format>', 'write the clusters (json) or the documents').choices(dedupFormats))
    .option('-o, --out <file>', 'write into a file (default: standard output)')
    .option('--explain [ids...]', 'say in words why records were merged: all, or two by their ids')
    .option('--json', 'the same as --format json')
    .option('-q, --quiet', 'no word on standard error about what goes on')
    .addHelpText('after', examples)
    .action(async (files, flags) => {
      const { cwd } = context.config
      const request = dedupRequest(files, flags, (path) => existsSync(resolve(cwd, path)))
      const paths = request.paths.map((path) => resolve(cwd, path))
      const out = flags.out === undefined ? null : resolve(cwd, flags.out)
      if (out !== null) await checkOutput(out, paths)
      const say = flags.quiet === true ? () => undefined : context.terminal.say
      const result = await endingAtOnce(() => deduplicateFiles(paths, request, say))
      await answer(result, request, out, { print: context.terminal.print, say })
    })
}

type Say = (text: string) => void

/** Larger files take longer than two seconds to read (measured: about 5 MB a second). */
const LARGE_BYTES = 10 * 1024 * 1024
/** More records take longer than two seconds to link on a slow machine. */
const MANY_RECORDS = 20_000

async function deduplicateFiles(paths: readonly string[], { format }: DedupRequest, say: Say): Promise<Deduplicated> {
  const library = await readPatiently(paths, format === null || format === 'json' ? [] : 'others', say)
  for (const note of readingNotes(library)) say(note)
  if (library.records.length >= MANY_RECORDS) say(`Linking ${library.records.length.toLocaleString('en-US')} records …`)
  return deduplicate(library)
}

async function readPatiently(paths: readonly string[], columns: WantedColumns, say: Say): Promise<Library> {
  const bytes = await Promise.all(paths.filter((path) => existsSync(path)).map(async (path) => (await stat(path)).size))
  const isLarge = bytes.reduce((sum, size) => sum + size, 0) > LARGE_BYTES
  const notice = setTimeout(() => say('Reading …'), isLarge ? 0 : patienceMs)
  try {
    return await readGiven(paths, columns)
  } finally {
    clearTimeout(notice)
  }
}

async function answer(
  result: Deduplicated,
  { format, explain }: DedupRequest,
  out: string | null,
  { print, say }: { readonly print: Say; readonly say: Say },
): Promise<void> {
  if (explain !== null && explain !== 'all') return answerTwo(result, explain, format === 'json', print)
  if (format !== null && out !== null) {
    await writeOut(out, dedupFile(result, format))
    say(`Written: ${out}`)
  } else if (format !== null) {
    for (const piece of dedupFile(result, format)) print(piece.replace(/\n$/, ''))
  }
  const words = [...(format === null || out !== null ? [dedupSummary(result)] : []), ...(explain === 'all' ? [explainAll(result)] : [])]
  if (words.length === 0) return
  if (format === null || out !== null) print(words.join('\n\n'))
  else say(words.join('\n\n'))
}

function answerTwo(result: Deduplicated, [a, b]: readonly [string, string], json: boolean, print: Say): void {
  const explained = explainTwo(result, a, b)
  if ('unknown' in explained)
    throw new UsageError(
      unknownId(
        explained.unknown,
        result.clusters.flatMap(({ recordIds }) => recordIds),
      ),
    )
  print(json ? JSON.stringify({ ...explained, a: explained.a.recordId, b: explained.b.recordId }) : explainTwoText(explained))
}
