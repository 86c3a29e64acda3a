import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { SearchRequest, SourceAnswer } from '@winnow/search-gateway/core/source.ts'
import { apiSourceFor } from '@winnow/search-gateway/sources/catalogue.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import type { CommandContext } from '../command-context.ts'
import { askApi, askSource } from '../engine/ask-source.ts'
import { sourceSettings } from '../engine/source-client.ts'
import { exitCodes } from '../exit-codes.ts'
import { type SearchedSource, searchJson, searchText } from '../output/search-reply.ts'
import { numberOption, yearOption } from './number-option.ts'
import { defaultLimit, languageOption, recordTypes, searchRequest } from './search-request.ts'
import { type AskedSource, isEngine, sourceChoices, sourceOption } from './source-option.ts'

/** `winnow search <query> --source S`: one search, as a run would make it. */
export function registerSearch(program: Command, context: CommandContext): void {
  program
    .command('search')
    .description('search one source and list what it has; exit code 3 when it did not answer')
    .argument('<query...>', "in the source's own syntax, or plain words")
    .addOption(
      new Option('--source <name>', `the source to ask: ${sourceChoices.join(', ')}`).argParser(sourceOption).makeOptionMandatory(),
    )
    .option('--limit <n>', 'at most so many records', numberOption('--limit', 'positive whole'), defaultLimit)
    .option('--from <year>', 'only works from this year on', yearOption('--from'))
    .option('--to <year>', 'only works up to this year', yearOption('--to'))
    .addOption(new Option('--type <type>', 'only works of this type, where the source can tell').choices(recordTypes))
    .option('--language <code>', 'only works in this language (en, de, …), where the source can tell', languageOption)
    .option('-l, --library <path>', 'for --source library: a file or folder of references; repeatable', collect)
    .option('--offline', 'ask nobody: only answers that were kept')
    .option('--json', 'as JSON: {"source","outcome","total","records":[…],"error"?}')
    .option('-q, --quiet', 'no word on standard error about what is waited for')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow search "memory in language agents" --source openalex --from 2022\n  winnow search "all:transformer AND all:memory" --source arxiv --limit 50 --json\n  winnow search "agent memory" --source library --library refs.bib\n  winnow search "agent memory benchmark" --source tavily',
    )
    .action(async (words, flags) => {
      const request = searchRequest(words, flags)
      const offline = flags.offline === true || context.config.sources.WINNOW_OFFLINE
      const searching: Searching = { request, offline, quiet: flags.quiet === true, libraries: flags.library ?? [] }
      const { source, answer } =
        flags.source.id === 'library' ? await searchLibraries(searching, context) : await searchApi(flags.source, searching, context)
      const found = { source, request, answer }
      if (flags.json === true) context.terminal.print(JSON.stringify(searchJson(found)))
      else if ('records' in answer) context.terminal.print(searchText(found))
      else context.terminal.say(searchText(found))
      context.exit(context.signal.aborted ? exitCodes.interrupted : 'records' in answer ? exitCodes.done : exitCodes.failed)
    })
}

const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]

interface Searching {
  readonly request: SearchRequest
  readonly offline: boolean
  readonly quiet: boolean
  readonly libraries: readonly string[]
}

interface Searched {
  readonly source: SearchedSource
  readonly answer: SourceAnswer
}

async function searchLibraries({ request, libraries, ...how }: Searching, context: CommandContext): Promise<Searched> {
  if (libraries.length === 0)
    throw new UsageError('--source library needs at least one --library (a file or folder with references or PDFs)')
  const library = await readLibraries(libraries.map((path) => resolve(context.config.cwd, path)))
  if (!how.quiet) for (const note of libraryNotes(library)) context.terminal.say(note)
  const blobs = new MemoryBlobStore()
  const { hash } = await storeLibrary(library, blobs)
  const source = { id: 'library', title: 'the library' }
  const answer = await askSource({ ...how, title: source.title, libraries: [hash] }, context, (asked) =>
    librarySource(blobs).search(request, asked),
  )
  return { source, answer }
}

async function searchApi(
  asked: AskedSource,
  { request, offline, quiet, libraries }: Searching,
  context: CommandContext,
): Promise<Searched> {
  if (libraries.length > 0) throw new UsageError(`--library is for --source library, not for --source ${asked.name}`)
  const settings = sourceSettings(context.config, offline)
  const found = apiSourceFor(asked.name, settings)
  if ('unusable' in found) {
    const engine = isEngine(asked.name) ? { engine: asked.name } : {}
    return { source: { id: asked.id, title: asked.name, ...engine }, answer: { outcome: 'skipped', reason: found.unusable } }
  }
  const { source } = found
  const answer = await askApi({ title: source.title, offline, quiet }, context, settings, (open, how) => open(source).search(request, how))
  const engine = asked.id === 'web' ? { engine: source.title.toLowerCase() } : {}
  return { source: { id: asked.id, title: source.title, ...engine }, answer }
}
