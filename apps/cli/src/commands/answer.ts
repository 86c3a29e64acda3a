import { basename, resolve } from 'node:path'
import { type Command, Command as CommandClass } from '@commander-js/extra-typings'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import { answerRequest } from '@winnow/runs/answer-request.ts'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import { localRun, newRunId, requestRun } from '@winnow/runs/new-run.ts'
import { requestedAnswer } from '@winnow/runs/requested-answer.ts'
import type { CommandContext } from '../command-context.ts'
import { client } from '../engine/drive-locked.ts'
import { offlineIf, sourceSettings } from '../engine/source-client.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { makeFolder } from '../output/run-files.ts'
import { answerRemotely } from '../remote/answer-remotely.ts'
import { keyOption, namedServer, serverOption } from '../remote/with-server.ts'
import { addAnswerOptions, askedAnswer } from './answer-options.ts'
import { chooseSources } from './chosen-sources.ts'
import { driveAndWrite } from './drive-and-write.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { resolveModels } from './model-options.ts'
import { rerankerName } from './reranker-name.ts'

const examples = `
The answer goes to standard output, as Markdown or with --json as one JSON document: runId, question, answer (prose with marks [n]),
citations [{n, documentId, url, title}], mode (model or extractive), searches (beside the initial one), turns, refusedSearches,
removedMarks, support, status, stopReason, degraded, cost. What goes on meanwhile is told on standard error.
With --stream the steps go to standard output too, as they come, before the answer: in words, or with --json as a line of JSON a step,
the last line being the document of --json.
An answer is a run: \`winnow show\`, \`why <runId> "[1]"\`, \`export\`, \`resume\` and \`fork\` take its id.

Examples:
  winnow answer "Are biosimilars as safe after switching?" --library refs.ris
  winnow answer "…" --library refs.bib --model openai:gpt-5-mini --max-searches 3 --json > answer.json
  winnow answer "…" --source web --source openalex --stream
  winnow answer "…" --library refs.bib --out answer/   # answer.md, answer.html, references.*, run.json, events.jsonl`

/** `winnow answer <question>`: answers at length, with citations, by an agent that searches (spec §13). */
export function registerAnswer(program: Command, context: CommandContext): void {
  const command = addAnswerOptions(new CommandClass('answer').argument('[question...]', 'the question'))
    .description('answer a question at length with citations, by an agent that searches; without a model by sentences of the sources')
    .option(...serverOption)
    .option(...keyOption)
    .option('-o, --out <folder>', "a folder for the run's files (default: none are written)")
    .option('--json', 'one JSON document on standard output')
    .option('--stream', 'the steps as they come, on standard output')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action(async (words, flags) => {
      const { config } = context
      const asked = askedAnswer(words, flags)
      const paths = (flags.library ?? []).map((path) => resolve(config.cwd, path))
      const out = flags.out === undefined ? null : resolve(config.cwd, flags.out)
      const output = { out, json: flags.json === true, quiet: flags.quiet === true, answer: { stream: flags.stream === true } }
      const server = namedServer(flags, config)
      if (server !== null) return answerRemotely({ request: asked, libraryPaths: paths }, output, flags.offline === true, server, context)
      const settings = sourceSettings(config, flags.offline === true)
      const { wish, notes } = requestedAnswer(paths.length === 0 ? asked : { ...asked, libraries: [noHash] }, {
        today: context.now().toISOString().slice(0, 10),
        chooseSources: (named, hasLibrary) => chooseSources(named?.join(','), hasLibrary, settings, 'answer'),
        resolveModels: (model, perRole) => resolveModels(config, model, perRole, answerRoles),
        reranker: rerankerName(config),
      })
      const names = paths.map((path) => basename(path)).join(', ')
      // Everything that can be wrong with the request is said before a library is read and a database is started.
      const { options } = answerRequest(wish, paths.length === 0 ? [] : [{ hash: noHash, name: names }])
      refuseUnknownCosts(options, config)
      const library = paths.length === 0 ? null : await readLibraries(paths)
      if (out !== null) await makeFolder(out)
      const runId = newRunId(context.now())
      await withWorkshop(context, async (workshop) => {
        const imports = library === null ? [] : [await storeLibrary(library, workshop.blobs)]
        const request = answerRequest(
          wish,
          imports.map(({ hash }) => ({ hash, name: names })),
        )
        const begin = () => requestRun(workshop.log, localRun({ runId, request, imports }), client, context.now())
        const told = [...notes, ...(library === null ? [] : libraryNotes(library))]
        await driveAndWrite(runId, { ...output, notes: told }, workshop, offlineIf(context, flags.offline), begin)
      })
    })
  program.addCommand(command)
}

/** In place of the hash of a library that is not read yet. */
const noHash = '0'.repeat(64)
