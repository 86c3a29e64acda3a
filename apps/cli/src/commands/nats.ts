import type { Command } from '@commander-js/extra-typings'
import { connectNats, type NatsConnection } from '@winnow/eventlog/jetstream/connect.ts'
import { renderNatsConfig } from '@winnow/eventlog/jetstream/nats-config.ts'
import { restoreEvents } from '@winnow/eventlog/jetstream/restore-events.ts'
import { type SetupStep, setupNats } from '@winnow/eventlog/jetstream/setup.ts'
import { topology } from '@winnow/eventlog/jetstream/topology.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import type { CommandContext } from '../command-context.ts'
import { withDatabase } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'
import { numberOption } from './number-option.ts'

const examples = `
Examples:
  winnow nats setup
  winnow nats setup --replicas 3
  winnow nats config --store-dir /data > nats.conf`

/** `winnow nats`: what Winnow needs of a NATS server; the server is that of NATS_URL. */
export function registerNats(program: Command, context: CommandContext): void {
  const nats = program
    .command('nats')
    .description('the NATS server of a cluster (NATS_URL): set up its streams, write its configuration')
    .addHelpText('after', examples)
  nats
    .command('setup')
    .description('make or update the streams and consumers, and the tables of DATABASE_URL; what there is is never shrunk or deleted')
    .option(
      '--replicas <n>',
      'copies of every stream: 1, or 3 on a cluster of at least three servers',
      numberOption('--replicas', 'positive whole'),
      1,
    )
    .option('--json', 'as JSON: {"steps":[{kind, name, did}]}, or {"refused":[reasons]}')
    .action(({ replicas, json }) =>
      withNats(context, async (nc) => {
        // Opening a database brings its tables up to date; services that wait for the streams find them.
        if (context.config.databaseUrl !== undefined) await withDatabase(context, async () => undefined)
        await setUp(nc, replicas, json === true, context)
      }),
    )
  nats
    .command('restore')
    .description("fill the empty streams of a new server with the database's events; stop every service before")
    .option('--json', 'as JSON: {events, before}')
    .action(({ json }) => withNats(context, (nc) => restore(nc, json === true, context)))
  nats
    .command('config')
    .description('print a configuration for nats-server: a user for each service, with its permissions')
    .option('--store-dir <folder>', 'where the server keeps its streams', '/data')
    .action(({ storeDir }) => context.terminal.print(renderNatsConfig({ sources: sourceNames, storeDir }).trimEnd()))
}

async function setUp(nc: NatsConnection, replicas: number, json: boolean, { terminal, exit }: CommandContext): Promise<void> {
  const result = await setupNats(nc, topology({ sources: sourceNames, replicas }))
  if (result.kind === 'set-up') {
    terminal.print(json ? JSON.stringify({ steps: result.steps }) : result.steps.map(stepLine).join('\n'))
    return
  }
  if (json) terminal.print(JSON.stringify({ refused: result.reasons }))
  terminal.say(`Nothing was changed, as something would be lost or cannot be:\n${result.reasons.map((reason) => `  ${reason}`).join('\n')}`)
  exit(exitCodes.failed)
}

async function restore(nc: NatsConnection, json: boolean, context: CommandContext): Promise<void> {
  const { terminal } = context
  const { events, before } = await withDatabase(context, (pool) => restoreEvents({ nc, pool }))
  terminal.print(
    json ? JSON.stringify({ events, before }) : `The stream holds all ${events} events of the database; ${before} were there before.`,
  )
}

function stepLine({ kind, name, did }: SetupStep): string {
  return `${did.padEnd(7)} ${kind} ${name}`
}

/** Opens the connection to the broker for a command and closes it afterwards. Throws UsageError and BrokerUnavailable. */
async function withNats<T>({ config, signal }: CommandContext, use: (nc: NatsConnection) => Promise<T>): Promise<T> {
  if (config.natsUrl === undefined)
    throw new UsageError('NATS_URL is not set; it is the address of the NATS server, such as nats://localhost:4222')
  const nc = await connectNats({ url: config.natsUrl, name: 'winnow nats', waitForServer: false })
  const close = () => void nc.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await use(nc)
  } finally {
    signal.removeEventListener('abort', close)
    await nc.close()
  }
}
