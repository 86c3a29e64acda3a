import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useEmbeddedServer } from '@winnow/runtime/postgres/embedded-server.ts'
import { startWorld, type World } from '@winnow/testkit/world/start-world.ts'
import { type CliProcess, type Ended, root, runCli, startCli } from './cli-process.ts'

/** Every source that the world speaks for. */
export const worldSources = 'openalex,crossref,arxiv,pubmed,semantic-scholar'
/** The question of the runs; its words are in some of the works of the example, the rest must be found by references. */
const worldQuestion = 'How is memory of language agents evaluated?'

/** A folder with a home and its database, for commands that ask a world. */
export interface WorldScene {
  readonly folder: string
  /** Address of the database that the commands work with. */
  readonly databaseUrl: string
  /** A world over the example; each has a port of its own, so that no kept answer, rest or spent budget of another counts for it. */
  world(): Promise<World>
  /** Starts `winnow` with these words, asking this world. */
  start(world: World, args: readonly string[]): CliProcess
  run(world: World, args: readonly string[]): Promise<Ended>
  end(): Promise<void>
}

/** Sets the scene; its embedded server is kept running until the end and does not wait for the disk. */
export async function setWorldScene(): Promise<WorldScene> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-world-'))
  const home = join(folder, 'home')
  const server = await useEmbeddedServer({ home, settings: { fsync: 'off', synchronous_commit: 'off' } })
  const worlds: World[] = []
  const options = (world: World) => ({
    cwd: folder,
    env: {
      ...world.environment,
      WINNOW_HOME: home,
      // With keys and a contact the sources are asked at the pace that they allow those who say who they are.
      WINNOW_CONTACT: 'check@example.org',
      OPENALEX_API_KEY: 'openalex-key',
      NCBI_API_KEY: 'ncbi-key',
      SEMANTIC_SCHOLAR_API_KEY: 's2-key',
    },
  })
  return {
    folder,
    databaseUrl: server.urlOf('winnow'),
    world: async () => {
      const world = await startWorld(join(root, 'examples/agent-memory.jsonl'))
      worlds.push(world)
      return world
    },
    start: (world, args) => startCli(args, options(world)),
    run: (world, args) => runCli(args, options(world)),
    end: async () => {
      await Promise.all(worlds.map((world) => world.close()))
      await server.leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The words that start a run without a model over sources of a world, all of them unless told. */
export function researchWorld(out: string, more: readonly string[] = [], sources = worldSources): readonly string[] {
  return ['research', worldQuestion, '--sources', sources, '--model', 'none', '--as-of', '2026-06-30', '--out', out, '--quiet', ...more]
}
