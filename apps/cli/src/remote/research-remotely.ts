import { join, resolve } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { type DriveOptions, unlessUnread } from '../commands/drive-and-write.ts'
import type { ResearchFlags } from '../commands/research-options.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeFolder } from '../output/run-files.ts'
import { followAndWrite } from './follow-and-write.ts'
import { ReceivedRun } from './received-run.ts'
import { type RemoteRequest, readRemoteRequest } from './remote-request.ts'
import type { ServerClient } from './server-client.ts'
import { libraryFiles, uploadLibrary } from './upload-library.ts'
import { type NamedServer, withServer } from './with-server.ts'

export interface RemoteFlags extends ResearchFlags {
  readonly estimate?: boolean | undefined
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow research --server`: gives the run to a server, follows it there, and writes its files here. */
export async function researchRemotely(
  words: readonly string[],
  flags: RemoteFlags,
  server: NamedServer,
  context: CommandContext,
): Promise<void> {
  const { cwd } = context.config
  refuseLocalOptions(flags, server)
  // Everything that can be wrong here is said before anything is sent.
  const wanted = await readRemoteRequest(words, flags, cwd)
  const outOf = (runId: string) => resolve(cwd, flags.out ?? join('.', `winnow-${runId}`))
  await makeFolder(resolve(cwd, flags.out ?? '.'))
  await requestRemotely(wanted, { json: flags.json === true, quiet: flags.quiet === true }, outOf, server, context)
}

/** Gives a run to a server, follows it there, and writes its files to the folder that `outOf` names, if any. */
export async function requestRemotely(
  wanted: RemoteRequest,
  options: Pick<DriveOptions, 'json' | 'quiet' | 'answer'>,
  outOf: (runId: string) => string | null,
  server: NamedServer,
  context: CommandContext,
): Promise<void> {
  const listing = await libraryFiles(wanted.libraryPaths)
  const signal = unlessUnread(context, 'Nobody reads the output any longer.')
  await withServer(server, context, signal, async (client) => {
    const started = await startRun(wanted, listing, client, options, context, signal)
    if (started === null) return
    const out = outOf(started.runId)
    if (out !== null) await makeFolder(out)
    await followAndWrite(
      { runId: started.runId, received: new ReceivedRun(), resumed: false },
      { ...options, out, notes: started.notes },
      client,
      context,
      signal,
    )
  })
}

/** Sends the library and asks for the run; null, with words and exit code, when the person stops it before the run is there. */
async function startRun(
  { request, libraryPaths }: RemoteRequest,
  listing: Awaited<ReturnType<typeof libraryFiles>>,
  client: ServerClient,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
  { terminal, exit }: CommandContext,
  signal: AbortSignal,
): Promise<{ readonly runId: string; readonly notes: readonly string[] } | null> {
  let asked = false
  try {
    const count = listing.files.length
    if (count > 0 && !json && !quiet) terminal.say(`Sending the library (${count === 1 ? '1 file' : `${count} files`}) to ${client.url}`)
    const library = libraryPaths.length === 0 ? null : await uploadLibrary(listing, client)
    asked = true
    const { runId, notes } = await client.newRun({ ...request, ...(library === null ? {} : { libraries: [...library.hashes] }) })
    return { runId, notes: [...notes, ...(library?.notes ?? [])] }
  } catch (error) {
    if (!signal.aborted) throw error
    terminal.say(
      asked
        ? `Interrupted while ${client.url} was asked for the run: it may have begun there.`
        : 'Interrupted before the run was asked for.',
    )
    exit(exitCodes.interrupted)
    return null
  }
}

/** Throws UsageError for options that only this machine can do. */
export function refuseLocalOptions(flags: Pick<RemoteFlags, 'estimate' | 'offline'>, { address }: NamedServer): void {
  const reason =
    flags.estimate === true
      ? '--estimate: prices and models are those of the server'
      : flags.offline === true
        ? '--offline: the server decides what it asks of the network'
        : null
  if (reason === null) return
  throw new UsageError(`${reason}, so it cannot be combined with a server (--server or WINNOW_SERVER, ${address.url})`)
}
