import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { unlessUnread } from '../commands/drive-and-write.ts'
import { resumeOptions, tellEnded } from '../commands/resume-output.ts'
import { followAndWrite, readReceived } from './follow-and-write.ts'
import { receiveRun } from './watch-run.ts'
import { type NamedServer, withServer } from './with-server.ts'

export interface ResumeFlags {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow resume --server`: lets a paused run go on at its server, follows it there, and writes its files here. */
export async function resumeRemotely(runId: string, flags: ResumeFlags, server: NamedServer, context: CommandContext): Promise<void> {
  const { cwd } = context.config
  const signal = unlessUnread(context, 'Nobody reads the output any longer.')
  await withServer(server, context, signal, async (client) => {
    const received = await receiveRun(client, runId)
    const options = await resumeOptions(runId, received.state, flags, cwd)
    if (received.state.completed !== null) return tellEnded(await readReceived(runId, received, client), options, context)
    const resumed = received.state.status === 'paused'
    if (resumed) await client.command({ runId, path: 'resume', reason: 'it was paused' })
    await followAndWrite({ runId, received, resumed }, options, client, context, signal)
  })
}

/** Throws UsageError for options of `resume` that are of no use at a server. */
export function refuseAtServer(flags: Readonly<Record<string, unknown>>, { address }: NamedServer): void {
  const local = ['offline', 'maxIterations', 'maxReads', 'maxSearches', 'maxTokens', 'maxCost', 'maxMinutes', 'maxSnowballRounds']
  const given = local.find((name) => flags[name] !== undefined)
  if (given === undefined) return
  const option = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new UsageError(`${option} cannot be given to a run at a server (--server or WINNOW_SERVER, ${address.url})`)
}
