import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, useEmbeddedServer } from '@winnow/runtime/postgres/embedded-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { type CliOptions, type CliProcess, type Ended, runCli, startCli } from './cli-process.ts'
import { madeUpRecords, writeLibrary } from './made-up-library.ts'

/** A folder with a home, a library and a model server, for commands that run as processes. */
export interface Scene {
  readonly folder: string
  /** The library of made-up records. */
  readonly library: string
  readonly model: StandInModel
  /** Address of the database that the commands work with. */
  readonly databaseUrl: string
  /** Starts `winnow` with these words; `options` are added to or replace those of the scene. */
  start(args: readonly string[], options?: Partial<CliOptions>): CliProcess
  run(args: readonly string[], options?: Partial<CliOptions>): Promise<Ended>
  end(): Promise<void>
}

/**
 * Sets the scene. Its embedded server, in a home of its own, is kept running until the end, and does not wait for the disk:
 * a process that is killed loses nothing by that.
 */
export async function setScene(records: number): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-'))
  const home = join(folder, 'home')
  const [library, model, server]: [string, StandInModel, EmbeddedServer] = await Promise.all([
    writeLibrary(folder, madeUpRecords(records)),
    startStandInModel(),
    useEmbeddedServer({ home, settings: { fsync: 'off', synchronous_commit: 'off' } }),
  ])
  const standard: CliOptions = {
    cwd: folder,
    env: { WINNOW_HOME: home, OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
  }
  const merged = (options: Partial<CliOptions>) => ({ ...standard, ...options, env: { ...standard.env, ...options.env } })
  return {
    folder,
    library,
    model,
    databaseUrl: server.urlOf('winnow'),
    start: (args, options = {}) => startCli(args, merged(options)),
    run: (args, options = {}) => runCli(args, merged(options)),
    end: async () => {
      await model.stop()
      await server.leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The run that a process with `--json` drives, from its first line. */
export async function runIdOf(process: CliProcess): Promise<string> {
  return (JSON.parse(await process.line((line) => line.startsWith('{'))) as { readonly runId: string }).runId
}
