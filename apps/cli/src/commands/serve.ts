import type { Command } from '@commander-js/extra-typings'
import { deployedServices } from '@winnow/contracts/flow.ts'
import { secretsIn } from '@winnow/runtime/hide-secrets.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import type { CommandContext } from '../command-context.ts'
import { runServe } from '../serve/run-serve.ts'
import { serveRoles } from '../serve/serve-roles.ts'

const words = `
Without NATS_URL all roles run in this process, over the embedded database or DATABASE_URL, and the HTTP interface is for
this machine alone. With NATS_URL and DATABASE_URL each role may be a process of its own, as many of each as you like
(\`winnow nats setup\` comes first).

Roles: ${deployedServices.join(', ')}
Environment: NATS_URL, DATABASE_URL, PORT (HTTP interface, 8080), WINNOW_HEALTH_PORT (health and metrics of the others),
WINNOW_LOG (info), WINNOW_CONCURRENCY, OTEL_EXPORTER_OTLP_ENDPOINT.

Examples:
  winnow serve
  NATS_URL=nats://127.0.0.1:4222 DATABASE_URL=postgres://… winnow serve screener`

/** `winnow serve [roles…]`: runs Winnow as a service. */
export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run Winnow as a service: all of it in one process, or single roles of a cluster')
    .argument('[roles...]', 'roles of this process; none: all')
    .addHelpText('after', words)
    .action(async (named) => {
      const roles = serveRoles(named, context.config.natsUrl)
      await runServe(roles, { ...context, logger: createLogger(context.config.serviceLogLevel, secretsIn(context.config.environment)) })
    })
}
