import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { BoughtAnswers } from '@winnow/model/bought-answers.ts'
import { createPostgresBoughtAnswers } from '@winnow/model/bought-answers-postgres.ts'
import { catchUp } from '@winnow/projection/projection.ts'
import type { ProjectionParts } from '@winnow/projection/projector.ts'
import { openReadModel, type ReadModelDatabase } from '@winnow/readmodel/database.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Database } from '@winnow/runtime/postgres/connect.ts'
import { type DriverLocks, openDriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'
import type { Pool } from 'pg'
import type { CommandContext } from '../command-context.ts'
import type { Config } from '../config.ts'
import { logOf } from './archive-log.ts'
import { openStore } from './store.ts'

/** The stores a command works with, all in one database. */
export interface Workshop {
  readonly pool: Pool
  readonly log: EventLog
  readonly blobs: BlobStore
  readonly bought: BoughtAnswers
  readonly locks: DriverLocks
  /** What the projection has made of the log; `caughtUp` gives it as of now. */
  readonly readModel: ReadModelDatabase
  readonly close: () => Promise<void>
}

/** Opens the database and the stores in it. Throws DatabaseUnavailable. */
export async function openWorkshop(config: Config, logger: Logger): Promise<Workshop> {
  const database = await openStore(config, logger)
  const locks = await openLocks(database)
  return {
    pool: database.pool,
    log: await logOf(database.pool, config.natsUrl),
    blobs: new PostgresBlobStore(database.pool),
    bought: createPostgresBoughtAnswers(database.pool),
    locks,
    readModel: openReadModel(database.pool),
    close: async () => {
      try {
        await locks.close()
      } finally {
        await database.close()
      }
    },
  }
}

/** A database that is left open would keep the process, and the embedded server, alive. */
async function openLocks(database: Database): Promise<DriverLocks> {
  try {
    return await openDriverLocks(database.url)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the workshop for a command and closes it afterwards, however the command ends. */
export async function withWorkshop<T>(
  context: Pick<CommandContext, 'config' | 'logger'>,
  use: (workshop: Workshop) => Promise<T>,
): Promise<T> {
  const workshop = await openWorkshop(context.config, context.logger)
  try {
    return await use(workshop)
  } finally {
    await workshop.close()
  }
}

/** Opens the database alone for a command that needs no run, and closes it afterwards. */
export async function withDatabase<T>(context: Pick<CommandContext, 'config' | 'logger'>, use: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openStore(context.config, context.logger)
  try {
    return await use(database.pool)
  } finally {
    await database.close()
  }
}

/** What a projection of this workshop's log works with. */
export function projectionParts(workshop: Pick<Workshop, 'log' | 'readModel'>, logger: Pick<Logger, 'warn'>): ProjectionParts {
  return { log: workshop.log, db: workshop.readModel, logger }
}

/** The read model, after everything that the log holds now has been projected. */
export async function caughtUp(workshop: Pick<Workshop, 'log' | 'readModel'>, logger: Pick<Logger, 'warn'>): Promise<ReadModelDatabase> {
  await catchUp(projectionParts(workshop, logger))
  return workshop.readModel
}
