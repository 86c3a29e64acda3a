import { getCACertificates } from 'node:tls'
import type { CommandContext } from '../command-context.ts'
import { type Check, faulty } from './check.ts'
import { diskCheck } from './disk-check.ts'
import { keyChecks } from './key-checks.ts'
import { modelChecks } from './model-checks.ts'
import { networkChecks } from './network-checks.ts'
import { nodeCheck } from './node-check.ts'
import { storeChecks } from './store-checks.ts'

/** Everything that doctor looks at, all at once; models and sources are asked unless `live` is false. */
export async function allChecks(context: CommandContext, live: boolean): Promise<readonly Check[]> {
  const { config, signal } = context
  const { environment } = config
  const groups = await Promise.all([
    [nodeCheck(process.versions.node)],
    orFault('disk', async () => [await diskCheck(config.home, config.databaseUrl)]),
    orFault('network', () => networkChecks(environment, getCACertificates('extra').length)),
    keyChecks(environment),
    orFault('model', () => modelChecks(config, live, signal)),
    orFault('database', () => storeChecks(context, live)),
  ])
  return groups.flat()
}

/** A check that could not be made is a fault of its own: the others are told nevertheless. */
async function orFault(name: string, look: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await look()
  } catch (error) {
    return [
      faulty(
        name,
        error instanceof Error ? error.message : String(error),
        'see the other checks; if they are in order, this is a fault of Winnow: report it',
      ),
    ]
  }
}
