import { realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolders } from '../make-folders.ts'
import { DatabaseUnavailable, fileFailed } from './database-unavailable.ts'
import { initialiseCluster, serverPassword } from './initialise-cluster.ts'
import { launchServer } from './launch-server.ts'
import { postmasterState, removeStale } from './postmaster-file.ts'
import { enterServer, type Presence, stopServer } from './presence.ts'
import { findBinaries } from './server-binaries.ts'
import { chooseIsolation, type Isolation, preparePlace, type ServerPlace } from './server-place.ts'

export interface EmbeddedServer extends Presence {
  readonly dataFolder: string
}

export interface EmbeddedOptions {
  /** WINNOW_HOME: holds the data, the password and the server's log. */
  readonly home: string
  /** Chosen by itself when omitted. */
  readonly isolation?: Isolation
  /** Settings of the server other than ours, such as fsync for tests. They count when this call starts it. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A server that is starting may have to recover from a crash first. */
const startLimitMs = 60_000
/** Processes of a server that was killed hold its folder until they notice (design §5). */
const dyingLimitMs = 5_000
const askEveryMs = 50
const mostPortTries = 5

/**
 * Uses the private server of a home: the running one, or starts it. Any number of processes share it; the last to leave
 * stops it; one that was killed leaves a running server for the next. Throws DatabaseUnavailable with what to do.
 */
export async function useEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await enter(options)
  } catch (error) {
    throw error instanceof Error && 'code' in error ? fileFailed(error, options.home) : error
  }
}

async function enter({ home: givenHome, isolation, settings = {} }: EmbeddedOptions): Promise<EmbeddedServer> {
  const binaries = await findBinaries()
  await makeFolders(givenHome, 0o700)
  // One spelling for all: the folder's name tells whose server a process is.
  const home = await realpath(givenHome)
  const place = preparePlace(home, binaries, isolation ?? chooseIsolation(home))
  const password = await serverPassword(home)
  await initialiseCluster(place, binaries.major, password)
  const presence = await untilEntered(place, home, password, settings)
  return { ...presence, dataFolder: place.dataFolder }
}

async function untilEntered(
  place: ServerPlace,
  home: string,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<Presence> {
  const { dataFolder } = place
  const started = Date.now()
  let portTries = 0
  let launched = false
  for (;;) {
    const state = await postmasterState(dataFolder)
    const elapsed = Date.now() - started
    switch (state.kind) {
      case 'ready': {
        const presence = await enterServer(state.pid, state.port, password, dataFolder).catch(async (error: unknown) => {
          // Nobody can enter it: it would run for ever.
          if (launched) await stopServer(state.pid, dataFolder)
          throw error
        })
        if (presence !== null) return presence
        break
      }
      case 'stale':
        await removeStale(dataFolder, state.content)
        continue
      case 'absent':
        try {
          await launchServer(place, home, settings)
          launched = true
          continue
        } catch (error) {
          if (!(error instanceof DatabaseUnavailable)) throw error
          const again = (error.kind === 'in-use' && elapsed < dyingLimitMs) || (error.kind === 'no-port' && ++portTries < mostPortTries)
          if (!again) throw error
        }
        break
      case 'busy':
        break
    }
    if (elapsed > startLimitMs) {
      throw new DatabaseUnavailable(
        'in-use',
        `The database server of ${dataFolder} has been starting or stopping for ${Math.round(elapsed / 1000)} s.\nSee ${home}/postgres.log.`,
      )
    }
    await delay(askEveryMs)
  }
}
