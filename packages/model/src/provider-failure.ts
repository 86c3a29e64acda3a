import type { ProviderName } from './model-spec.ts'

/** Why a provider gave no reply. `out-of-credit` is "budget spent", told apart from `throttled`, "slow down" (spec §3). */
export type FailureKind =
  | 'unauthorised'
  | 'out-of-credit'
  | 'unknown-model'
  | 'unreachable'
  | 'throttled'
  | 'server-error'
  | 'timeout'
  | 'bad-request'

/** A provider that failed for good: after the retries, or at once where retrying cannot help. */
export interface ProviderFailure {
  readonly kind: FailureKind
  readonly provider: ProviderName
  /** A sentence that names cause and fix, without secrets. */
  readonly message: string
  /** No call to this provider was answered in this process before: with a fatal kind, the run stops at once (spec §2). */
  readonly atFirstCall: boolean
}

/** Kinds that no waiting mends: somebody has to change a key, a name or an address. */
export const isFatal = (kind: FailureKind): boolean => {
  switch (kind) {
    case 'unauthorised':
    case 'out-of-credit':
    case 'unknown-model':
    case 'unreachable':
      return true
    case 'throttled':
    case 'server-error':
    case 'timeout':
    case 'bad-request':
      return false
  }
}

/** True when the run must stop at once rather than degrade (spec §2): a fatal kind before the provider ever answered. */
export const stopsTheRun = (failure: ProviderFailure): boolean => failure.atFirstCall && isFatal(failure.kind)
