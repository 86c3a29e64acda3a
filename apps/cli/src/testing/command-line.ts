import { createLogger } from '@winnow/runtime/logger.ts'
import { type SourceSettings, sourceEnvironment } from '@winnow/search-gateway/source-settings.ts'
import { runCli } from '../cli.ts'
import type { CommandContext } from '../command-context.ts'
import { type Config, configFrom } from '../config.ts'

export interface Ran {
  /** Exit code; that of a thrown fault is the test's to look at. */
  readonly code: number
  readonly printed: string
  readonly said: string
}

/** Settings of the sources as these variables alone give them. */
export function testSources(variables: Readonly<Record<string, string>> = {}): SourceSettings {
  return sourceEnvironment.parse(variables)
}

/** A configuration that works in a folder, over a database. */
export function testConfig(databaseUrl: string, cwd: string): Config {
  return {
    ...configFrom({ DATABASE_URL: databaseUrl, WINNOW_HOME: '/nonexistent', WINNOW_MODEL: 'none', WINNOW_CONCURRENCY: '2' }, cwd, {}),
    environment: {},
  }
}

/** A context that keeps what is printed and said. `answer` is what a person at the terminal answers; null: nobody is there. */
export function testContext(config: Config, answer: string | null = null) {
  const ran = { code: 0, printed: [] as string[], said: [] as string[], asked: [] as string[] }
  const context: CommandContext = {
    config,
    command: './winnow',
    terminal: {
      print: (text) => void ran.printed.push(text),
      say: (text) => void ran.said.push(text),
      live: false,
      draw: () => undefined,
      columns: () => 80,
      onReaderGone: () => undefined,
      ask: async (question) => {
        ran.asked.push(question)
        return answer
      },
    },
    logger: createLogger('silent'),
    now: () => new Date(),
    signal: new AbortController().signal,
    exit: (code) => {
      ran.code = code
    },
  }
  return { context, ran }
}

/** Runs a command line in this process. Faults of the user are thrown, as `main.ts` would catch them. */
export async function winnow(config: Config, argv: readonly string[], answer: string | null = null): Promise<Ran> {
  const { context, ran } = testContext(config, answer)
  await runCli(argv, context)
  return { code: ran.code, printed: ran.printed.join('\n'), said: ran.said.join('\n') }
}
