import { createInterface } from 'node:readline/promises'
import { exitCodes } from '../exit-codes.ts'
import { watchReaders } from './reader-gone.ts'
import { withoutControls } from './without-controls.ts'

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Terminal {
  /** A line, or lines, of the result. */
  readonly print: (text: string) => void
  /** A line about what goes on. */
  readonly say: (text: string) => void
  /** Standard error is a terminal that can redraw its last line. */
  readonly live: boolean
  /** Writes to standard error as it is. */
  readonly draw: (text: string) => void
  /** Columns of the terminal; 80 where it does not say. */
  readonly columns: () => number
  /** Asks a person and gives the answer; null where nobody can be asked. */
  readonly ask: (question: string) => Promise<string | null>
  /** Has this called, where the process would end, when nobody reads our output any longer. */
  readonly onReaderGone: (instead: () => void) => void
}

/** The process's own terminal. When its reader goes away the process ends, and all is well. */
export function processTerminal(): Terminal {
  return {
    onReaderGone: watchReaders([process.stdout, process.stderr], () => process.exit(exitCodes.done)),
    print: (text) => void process.stdout.write(`${text}\n`),
    say: (text) => void process.stderr.write(`${withoutControls(text)}\n`),
    live: process.stderr.isTTY === true,
    draw: (text) => void process.stderr.write(text),
    // Some pseudo-terminals say 0.
    columns: () => process.stderr.columns || 80,
    ask: async (question) => {
      if (!process.stdin.isTTY || !process.stderr.isTTY) return null
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
  }
}
