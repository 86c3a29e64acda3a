import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { deployedServices } from '@winnow/contracts/flow.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { secretsIn } from '@winnow/runtime/hide-secrets.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import type { CommandContext } from '../command-context.ts'
import type { ServedLibrary } from '../serve/default-library.ts'
import { runServe } from '../serve/run-serve.ts'
import { type Role, serveRoles } from '../serve/serve-roles.ts'

const words = `
Without NATS_URL all roles run in this process, over the embedded database or DATABASE_URL, and the HTTP interface is for
this machine alone. With NATS_URL and DATABASE_URL each role may be a process of its own, as many of each as you like
(\`winnow nats setup\` comes first).

With --library, \`POST /run\`, \`POST /evaluate\` and runs of kind answer that name neither libraries nor sources are answered from it.
With WINNOW_OPEN_ANSWERS=1 those two routes need no key.

Roles: ${deployedServices.join(', ')}
Environment: NATS_URL, DATABASE_URL, PORT (HTTP interface, 8080), WINNOW_HEALTH_PORT (health and metrics of the others),
WINNOW_LOG (info), WINNOW_CONCURRENCY, WINNOW_OPEN_ANSWERS, OTEL_EXPORTER_OTLP_ENDPOINT.

Examples:
  winnow serve
  winnow serve --library refs.bib --library pdfs/
  NATS_URL=nats://127.0.0.1:4222 DATABASE_URL=postgres://… winnow serve screener`

/** Reads the library in which the gateway answers questions; null for none. Throws UsageError, also where no gateway would use it. */
async function readServedLibrary(
  paths: readonly string[],
  roles: readonly Role[],
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<ServedLibrary | null> {
  if (paths.length === 0) return null
  if (!roles.includes('gateway')) throw new UsageError('--library is for the role gateway, which is not among the roles of this process')
  terminal.say(`Reading the library: ${paths.join(', ')}`)
  const library = await readLibraries(paths)
  for (const note of libraryNotes(library)) terminal.say(note)
  terminal.say(`The library has ${library.records.length} records: questions are answered from it when nobody says otherwise.`)
  return { paths, library }
}

/** `winnow serve [roles…]`: runs Winnow as a service. */
export function registerServe(program: Command, context: CommandContext): void {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]
  program
    .command('serve')
    .description('run Winnow as a service: all of it in one process, or single roles of a cluster')
    .argument('[roles...]', 'roles of this process; none: all')
    .option('-l, --library <path>', 'a file or folder of references or PDFs in which questions are answered; repeatable', collect)
    .addHelpText('after', words)
    .action(async (named, { library = [] }) => {
      const roles = serveRoles(named, context.config.natsUrl)
      const served = await readServedLibrary(
        library.map((path) => resolve(context.config.cwd, path)),
        roles,
        context,
      )
      await runServe(roles, served, {
        ...context,
        logger: createLogger(context.config.serviceLogLevel, secretsIn(context.config.environment)),
      })
    })
}
