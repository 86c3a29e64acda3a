import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'

/**
 * Whether a failure says something of the provider and nothing of the model. A request that is refused, and one model that
 * does not come to an end while others of its provider do, is the model's own fault (our reading of spec §2).
 */
export function isSilence({ kind, atFirstCall }: Pick<ProviderFailure, 'kind' | 'atFirstCall'>): boolean {
  switch (kind) {
    case 'unauthorised':
    case 'out-of-credit':
    case 'unknown-model':
    case 'unreachable':
    case 'throttled':
    case 'server-error':
      return true
    case 'timeout':
      return atFirstCall
    case 'bad-request':
      return false
  }
}

/** A check that counts a silent provider as failed traps would say of a model what is not so: it stops at once instead. */
export class StopAtSilence extends ProviderHealth {
  override failed(_runId: string, _role: string, failure: ProviderFailure): boolean {
    return isSilence(failure)
  }
}
