import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { startWorld, type World } from '@winnow/testkit/world/start-world.ts'
import { soilCorpus } from '@winnow/testkit/world/testing-corpus.ts'
import type { Config } from '../config.ts'
import { testConfig, testSources, winnow } from './command-line.ts'

/** Variables of the environment, by name. */
export type Variables = { readonly [name: string]: string }

/** A world to ask, a database and a folder with a small library, for the commands that ask sources. */
export interface WorldBench {
  readonly world: World
  readonly folder: string
  /** A configuration over a new database: limits, budgets and kept answers are in it. */
  newConfig(): Promise<Config>
  /** The settings of the sources that ask this world, with these variables on top. */
  settings(variables?: Variables): Config['sources']
  /** A configuration over a database that is not there. */
  withoutDatabase(): Config
  stop(): Promise<void>
}

/** Starts all of it; `stop` ends it. */
export async function startWorldBench(): Promise<WorldBench> {
  const server = await startTestPostgres()
  const world = await startWorld(soilCorpus(30).works.map(({ record }) => record))
  const folder = await mkdtemp(join(tmpdir(), 'winnow-sources-'))
  await writeFile(join(folder, 'refs.jsonl'), '{"id":"a","title":"Water in soil"}\n{"id":"b","title":"Sand"}\nbroken\n')
  // As a user without a key for Semantic Scholar has it.
  const base = { ...world.environment, WINNOW_SEMANTIC_SCHOLAR: 'auto', WINNOW_CONTACT: 'a@example.org' }
  const settings = (variables: Variables = {}) => testSources({ ...base, ...variables })
  return {
    world,
    folder,
    newConfig: async () => ({ ...testConfig(await server.newDatabase(), folder), sources: settings() }),
    settings,
    withoutDatabase: () => ({ ...testConfig('postgres://127.0.0.1:1/none', folder), sources: settings() }),
    stop: async () => {
      await rm(folder, { recursive: true })
      await world.close()
      await server.stop()
    },
  }
}

/** Runs a command with --json and reads what it printed. */
export async function winnowJson(config: Config, argv: readonly string[]) {
  const { code, printed, said } = await winnow(config, [...argv, '--json'])
  return { code, said, reply: JSON.parse(printed) }
}
