import type { ModelServices } from '@winnow/model/model-services.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { DriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'
import type { Readiness } from '@winnow/runtime/readiness.ts'
import type { RunReader } from '@winnow/runtime/run-reader.ts'
import type { RunSignals } from '@winnow/runtime/run-signals.ts'
import type { RunningTelemetry } from '@winnow/runtime/telemetry/start-telemetry.ts'
import type { CommandContext } from '../command-context.ts'
import type { Backbone } from './backbone.ts'
import type { ServedLibrary } from './default-library.ts'
import type { Store } from './store.ts'

/** What every role of a process works with. */
export interface Serving {
  readonly store: Store
  readonly blobs: BlobStore
  /** In which the gateway answers questions when nobody says otherwise. */
  readonly library: ServedLibrary | null
  readonly backbone: Backbone
  readonly locks: Pick<DriverLocks, 'acquire' | 'undriven'>
  readonly signals: RunSignals
  /** The folds of runs, made once for all roles. */
  readonly reader: RunReader
  readonly model: ModelServices
  readonly readiness: Readiness
  readonly telemetry: RunningTelemetry
  /** Its logger is that of a service. */
  readonly context: CommandContext
  readonly actor: { readonly version: string; readonly instance: string }
}

/** A role that is at work. */
export interface RunningRole {
  /** Takes nothing more; resolves when what is under way has ended. */
  drain(): Promise<void>
}
