import type { CommandContext } from '../command-context.ts'
import type { DriveOptions } from '../commands/drive-and-write.ts'
import { makeFolder } from '../output/run-files.ts'
import type { RemoteRequest } from './remote-request.ts'
import { refuseLocalOptions, requestRemotely } from './research-remotely.ts'
import type { NamedServer } from './with-server.ts'

/** `winnow answer --server`: gives the question to a server, follows the run there, and prints its answer here. */
export async function answerRemotely(
  wanted: RemoteRequest,
  options: Omit<DriveOptions, 'notes'>,
  offline: boolean,
  server: NamedServer,
  context: CommandContext,
): Promise<void> {
  refuseLocalOptions({ offline }, server)
  if (options.out !== null) await makeFolder(options.out)
  await requestRemotely(wanted, options, () => options.out, server, context)
}
