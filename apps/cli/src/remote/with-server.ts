import { createDispatcher } from '@winnow/http/http-dispatcher.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import type { Config } from '../config.ts'
import { processWait, timeLimits } from './patience.ts'
import { readKey, readServerAddress, type ServerAddress } from './server-address.ts'
import { ServerClient } from './server-client.ts'

/** The options that give a run to a server: `--server URL` and `--key K`. */
export const serverOption = ['--server <url>', 'a Winnow server that has the run (default WINNOW_SERVER)'] as const
export const keyOption = ['--key <key>', 'the key for that server (better as WINNOW_KEY, which no list of processes shows)'] as const

export interface ServerFlags {
  readonly server?: string | undefined
  readonly key?: string | undefined
}

/** A server, and how to get in. */
export interface NamedServer {
  readonly address: ServerAddress
  readonly key: string | undefined
}

/** The server that a command is for; null for this machine. Throws UsageError for an address or key that is none. */
export function namedServer(flags: ServerFlags, config: Pick<Config, 'server' | 'key'>): NamedServer | null {
  const server = flags.server ?? config.server
  const key = flags.key ?? config.key
  if (server === undefined || server.trim() === '') {
    if (flags.key !== undefined) throw new UsageError('--key is for a server: name it with --server or WINNOW_SERVER')
    return null
  }
  return { address: readServerAddress(server.trim()), key: key === undefined ? undefined : readKey(key) }
}

/** Works with a server. The person is warned of a key that can be read on its way; Ctrl-C, or `signal`, ends what is asked. */
export async function withServer<T>(
  { address, key }: NamedServer,
  context: Pick<CommandContext, 'config' | 'terminal' | 'now'>,
  signal: AbortSignal,
  use: (client: ServerClient) => Promise<T>,
): Promise<T> {
  const { terminal, now } = context
  if (address.exposed && key !== undefined)
    terminal.say(`Warning: the key goes to ${address.url} without encryption, so that others may read it on the way: use https.`)
  const dispatcher = createDispatcher(context.config.environment)
  try {
    return await use(new ServerClient({ address, key, dispatcher, wait: processWait, timeLimits, now, say: terminal.say, signal }))
  } finally {
    // Not `close`: a stream of events would be waited for.
    await dispatcher.destroy()
  }
}
