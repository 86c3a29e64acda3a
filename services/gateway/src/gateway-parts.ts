import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { Actor } from '@winnow/contracts/envelope.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Pool } from 'pg'

/** What the HTTP interface works with. */
export interface GatewayParts {
  /** Holds the archive (the Postgres log), the read model, keys, uploads and idempotency keys: with `gatewayMigration`. */
  readonly pool: Pool
  /** Takes commands, and shows what the archive does not have yet. In a cluster the JetStream log, otherwise the Postgres log. */
  readonly log: Pick<EventLog, 'append' | 'read'>
  readonly blobs: BlobStore
  /** This process as the author of commands: service "gateway", or "client" in one process. */
  readonly actor: Actor
  readonly now: () => Date
  /** A fresh uuid. */
  readonly newId: () => string
  /** The sources of a run, those named or the default. Throws UsageError. */
  readonly chooseSources: (named: readonly string[] | undefined, hasLibrary: boolean) => ChosenSources
  /** The model of every role; what is not named is what the server is set up with. Throws UsageError. */
  readonly resolveModels: (model: string | undefined, perRole: Readonly<Partial<Record<ModelRole, string>>>) => ResolvedModels
  /** Named works with their scheme, each one that some source can look up. Throws UsageError. */
  readonly readSeeds: (typed: readonly string[], sources: readonly string[]) => readonly string[]
  /** Throws UsageError for a cost limit that cannot be kept, as a price is unknown. */
  readonly refuseUnknownCosts: (run: { readonly limits: BudgetLimits; readonly models: RunOptions['models'] }) => void
  /** Why the gateway cannot serve, besides the database (such as "NATS is not connected"); [] when it can. */
  readonly notReady: () => Promise<readonly string[]>
  readonly logger: Logger
  /**
   * Without a key a request is of an admin of workspace `local`, until a key exists: only for a server that listens on
   * 127.0.0.1 alone.
   */
  readonly open: boolean
  readonly limits?: Partial<GatewayLimits>
}

export interface ChosenSources {
  readonly sources: readonly string[]
  readonly unusable: readonly { readonly source: string; readonly reason: string }[]
}

export interface ResolvedModels {
  readonly models: RunOptions['models']
  readonly notes: readonly string[]
}

export interface GatewayLimits {
  /** Bytes of an uploaded library. */
  readonly uploadBytes: number
  /** Requests a minute with one key, and from one address without a key that was seen to be valid. */
  readonly requestsPerKey: number
  readonly requestsPerAddress: number
  /** Milliseconds without a message after which a stream of events sends a comment. */
  readonly heartbeatMs: number
}

/** Our reading: a person's tools stay far below, a loop that has run wild does not. */
export const defaultGatewayLimits: GatewayLimits = {
  uploadBytes: 50 * 1024 * 1024,
  requestsPerKey: 600,
  requestsPerAddress: 300,
  heartbeatMs: 15_000,
}
