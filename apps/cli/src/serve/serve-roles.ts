import { deployedServices, type Service } from '@winnow/contracts/flow.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { unknownName } from '../commands/known-name.ts'

/** A role of `winnow serve`: a service that runs as a process of its own in a cluster. */
export type Role = Exclude<Service, 'client'>

const roles = deployedServices as readonly Role[]

/**
 * The roles of a process: those named, or all. Without a broker the roles can only be together in one process. Throws
 * UsageError.
 */
export function serveRoles(named: readonly string[], natsUrl: string | undefined): readonly Role[] {
  const chosen = named.map((name) => {
    const role = roles.find((known) => known === name)
    if (role === undefined) throw new UsageError(unknownName('role', name, roles))
    return role
  })
  if (chosen.length === 0) return roles
  if (natsUrl === undefined)
    throw new UsageError(
      `serve ${named.join(' ')}: single roles need a broker to work together; set NATS_URL (and DATABASE_URL), or leave the roles out to run all in one process`,
    )
  return [...new Set(chosen)]
}
