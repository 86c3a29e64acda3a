import { basename, join, resolve } from 'node:path'
import { type Command, Command as CommandClass } from '@commander-js/extra-typings'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import { localRun, newRunId, requestRun } from '@winnow/runs/new-run.ts'
import { researchRequest } from '@winnow/runs/research-request.ts'
import type { CommandContext } from '../command-context.ts'
import { client } from '../engine/drive-locked.ts'
import { offlineIf } from '../engine/source-client.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { makeFolder } from '../output/run-files.ts'
import { researchRemotely } from '../remote/research-remotely.ts'
import { keyOption, namedServer, serverOption } from '../remote/with-server.ts'
import { driveAndWrite } from './drive-and-write.ts'
import { estimateRun } from './estimate.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { addResearchOptions, readWish } from './research-options.ts'

const examples = `
Examples:
  winnow "How do memory mechanisms help LLM agents?" --library examples/agent-memory.jsonl
  winnow research "…" --model openai:gpt-5-mini --max-cost 2 --full-text
  winnow research "…" --sources openalex,pubmed --seed doi:10.1145/3586183.3606763
  winnow research "…" --library refs.bib --library pdfs/ --sources library,openalex
  winnow research "…" --library refs.ris --estimate
  winnow research "…" --library refs.bib --server https://winnow.example.org`

/** `winnow research <question>`: runs the whole loop and writes the report. */
export function registerResearch(program: Command, context: CommandContext): void {
  const command = addResearchOptions(new CommandClass('research').argument('[question...]', 'the research question'))
    .description('answer a question from the literature or a library of papers, with a cited report')
    .option(...serverOption)
    .option(...keyOption)
    .option('--estimate', 'say what the run would do and cost, without running')
    .option('-o, --out <folder>', 'where the files are written (default ./winnow-<runId>)')
    .option('--json', 'progress as JSON lines on standard output; the last line is run.json')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action(async (words, flags) => {
      const server = namedServer(flags, context.config)
      if (server !== null) return researchRemotely(words, flags, server, context)
      const { wish, libraryPaths, notes } = await readWish(words, flags, false, context)
      refuseUnknownCosts(wish, context.config)
      const library = libraryPaths.length === 0 ? null : await readLibraries(libraryPaths)
      // Everything that can be wrong with the request is said before a database is started.
      const request = (libraries: readonly { hash: string; name: string }[]) => researchRequest(wish, libraries)
      const names = libraryPaths.map((path) => basename(path)).join(', ')
      request(library === null ? [] : [{ hash: '0'.repeat(64), name: names }])
      if (flags.estimate === true) {
        context.terminal.print(estimateRun(wish, library?.records.length ?? 0, context.config, flags.json === true))
        return
      }
      const runId = newRunId(context.now())
      const out = resolve(context.config.cwd, flags.out ?? join('.', `winnow-${runId}`))
      await makeFolder(out)
      await withWorkshop(context, async (workshop) => {
        const imported = library === null ? [] : [await storeLibrary(library, workshop.blobs)]
        const libraries = imported.map(({ hash }) => ({ hash, name: names }))
        const begin = () =>
          requestRun(workshop.log, localRun({ runId, request: request(libraries), imports: imported }), client, context.now())
        const told = [...notes, ...(library === null ? [] : libraryNotes(library))]
        await driveAndWrite(
          runId,
          { out, json: flags.json === true, quiet: flags.quiet === true, notes: told },
          workshop,
          offlineIf(context, flags.offline),
          begin,
        )
      })
    })
  program.addCommand(command)
}
