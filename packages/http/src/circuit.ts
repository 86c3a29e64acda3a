/** Failures in a row that open a circuit, and how long it stays open before one probe is let through. */
const failuresToOpen = 5
const openMs = 60_000

export type Admission = { readonly kind: 'go' } | { readonly kind: 'open'; readonly untilMs: number; readonly lastFailure: string }

/** The circuit breaker of one source in one process. Times are epoch milliseconds. */
export interface Circuit {
  /** Asks to send a request; every "go" is to be followed by one of the three below. */
  readonly admit: (nowMs: number) => Admission
  /** The source answered, be it with a refusal: it is alive. */
  readonly succeeded: () => void
  /** A broken or unreadable answer, and what it was. */
  readonly failed: (nowMs: number, failure: string) => void
  /** The request was given up by us: no verdict. */
  readonly abandoned: () => void
}

/** A closed circuit: 5 failures in a row open it for 60 s; then one probe decides whether it closes or stays open as long again. */
export function createCircuit(): Circuit {
  let failures = 0
  let openUntilMs = Number.NEGATIVE_INFINITY
  let lastFailure = ''
  let probing = false
  return {
    admit: (nowMs) => {
      if (failures < failuresToOpen) return { kind: 'go' }
      if (nowMs < openUntilMs || probing) return { kind: 'open', untilMs: openUntilMs, lastFailure }
      probing = true
      return { kind: 'go' }
    },
    succeeded: () => {
      failures = 0
    },
    failed: (nowMs, failure) => {
      failures += 1
      lastFailure = failure
      probing = false
      if (failures >= failuresToOpen) openUntilMs = nowMs + openMs
    },
    abandoned: () => {
      probing = false
    },
  }
}
