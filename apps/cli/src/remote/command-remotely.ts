import type { CommandContext } from '../command-context.ts'
import type { RemoteCommand } from './server-client.ts'
import { type NamedServer, withServer } from './with-server.ts'

/** Gives a command to a run at a server and says so: `said` is what was done, such as "Paused". */
export async function commandRemotely(
  command: RemoteCommand,
  { json, said }: { readonly json: boolean; readonly said: string },
  server: NamedServer,
  context: CommandContext,
): Promise<void> {
  await withServer(server, context, context.signal, async (client) => {
    const { event } = await client.command(command)
    context.terminal.print(
      json ? JSON.stringify({ runId: command.runId, events: [event], server: client.url }) : `${said}; ${client.url} takes it up at once.`,
    )
  })
}
