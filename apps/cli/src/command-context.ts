import type { Command } from '@commander-js/extra-typings'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Config } from './config.ts'
import type { Terminal } from './output/terminal.ts'

/** What every command gets. */
export interface CommandContext {
  readonly config: Config
  /** How a person calls this command here, such as "./winnow"; for words that tell what to do next. */
  readonly command: string
  readonly terminal: Terminal
  readonly logger: Logger
  readonly now: () => Date
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  /** Sets the exit code of the process; 0 unless told. */
  readonly exit: (code: number) => void
}

/** Adds a command to the program. */
export type Register = (program: Command, context: CommandContext) => void
