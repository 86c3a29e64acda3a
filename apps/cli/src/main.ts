import { fileURLToPath } from 'node:url'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { BrokerUnavailable } from '@winnow/eventlog/jetstream/broker-unavailable.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { secretsIn } from '@winnow/runtime/hide-secrets.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import { runCli } from './cli.ts'
import { commandWord } from './command-word.ts'
import { readConfig } from './config.ts'
import { exitCodes } from './exit-codes.ts'
import { processTerminal } from './output/terminal.ts'
import { ServerFault } from './remote/server-fault.ts'

const terminal = processTerminal()
const interrupt = new AbortController()

/** Milliseconds within which signals are one: npm passes on what its whole process group has got already. */
const oneSignalMs = 1_000
let interruptedAt = Number.NEGATIVE_INFINITY

// The first Ctrl-C ends the work in order; the second ends the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (Date.now() - interruptedAt < oneSignalMs) return
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
    interruptedAt = Date.now()
    interrupt.abort(new Error(`stopped by ${signal}`))
  })
}

try {
  const config = readConfig()
  await runCli(process.argv.slice(2), {
    config,
    command: commandWord(config.cwd, fileURLToPath(new URL('../../..', import.meta.url)), process.platform),
    terminal,
    logger: createLogger(config.logLevel, secretsIn(config.environment)),
    now: () => new Date(),
    signal: interrupt.signal,
    exit: (code) => {
      process.exitCode = code
    },
  })
} catch (error) {
  if (error instanceof UsageError) {
    terminal.say(`winnow: ${error.message}`)
    process.exitCode = exitCodes.usage
  } else if (
    error instanceof DatabaseUnavailable ||
    error instanceof BrokerUnavailable ||
    error instanceof UpgradeNeeded ||
    error instanceof ServerFault
  ) {
    terminal.say(`winnow: ${error.message}`)
    process.exitCode = exitCodes.failed
  } else {
    terminal.say(`winnow: unexpected fault: ${error instanceof Error ? error.stack || error.message : String(error)}`)
    process.exitCode = exitCodes.failed
  }
}
