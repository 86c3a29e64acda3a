import type { ApiRole } from '@winnow/contracts/api/role.ts'
import type { Actor } from '@winnow/contracts/envelope.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { AnswerInstallation } from '@winnow/runs/requested-answer.ts'
import type { Installation } from '@winnow/runs/requested-wish.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Readiness } from '@winnow/runtime/readiness.ts'
import type { SpanPlace, Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { Pool } from 'pg'
import type { UploadedLibrary } from './libraries/uploaded-libraries.ts'

/** What the HTTP interface works with. */
export interface GatewayParts {
  /** Holds the archive (the Postgres log), the read model, keys, uploads and answered requests: with `gatewayMigration`. */
  readonly pool: Pool
  /** Takes commands, and shows what the archive does not have yet. In a cluster the JetStream log, otherwise the Postgres log. */
  readonly log: Pick<EventLog, 'append' | 'read'>
  readonly blobs: BlobStore
  /** This process as the author of commands: its service is "gateway". */
  readonly actor: Actor
  readonly now: () => Date
  /** A fresh uuid. */
  readonly newId: () => string
  /** How runs are set up here: sources (named or default), the models of every role, named works. They throw UsageError. */
  readonly installation: Omit<Installation, 'today'>
  /** The same for runs that answer at length, which search elsewhere by default and use other models. */
  readonly answering: Omit<AnswerInstallation, 'today'>
  /** Throws UsageError for a cost limit that cannot be kept, as a price is unknown. */
  readonly refuseUnknownCosts: (wish: {
    readonly limits: Pick<ResearchWish['limits'], 'maxCostUsd'>
    readonly models: ResearchWish['models']
  }) => void
  /** What the process needs besides the database, which is asked at every `/readyz`. */
  readonly readiness: Readiness
  readonly telemetry: Telemetry
  readonly logger: Logger
  /**
   * Without a key a request is of an admin of workspace `local`, until a key exists: only for a server that listens on
   * 127.0.0.1 alone.
   */
  readonly open: boolean
  /**
   * Whether answers (`/run`, `/evaluate`) need no key, whatever else does: without one they are of workspace `local`, and are made
   * as the server is set up.
   */
  readonly openAnswers: boolean
  /** The library in which answers are sought where a request names neither libraries nor other sources; stored again when it is gone. */
  readonly defaultLibrary?: () => Promise<UploadedLibrary>
  readonly limits?: Partial<GatewayLimits>
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

/** Who makes a request. `keyId` is null in open mode, and for whoever asks a question where answers are open. */
export interface Caller {
  readonly workspaceId: string
  readonly role: ApiRole
  readonly keyId: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request's key was seen to be valid, on every route that has a role. */
    caller: Caller | null
    /** The root span of the run that the request begins or speaks to: its own span belongs below. */
    runRoot: SpanPlace | null
  }
  interface FastifyContextConfig {
    /** The least role that a route needs; absent where it needs no key. */
    role?: ApiRole
    /** The route answers a question, which takes as long as its run does, and is one of those that `openAnswers` opens. */
    openAnswers?: true
  }
}
