import { impossibleFault, type WorldFault } from './world-fault.ts'

export interface FaultOptions {
  /** How many requests it meets; all of them unless told. */
  readonly times?: number
  /** Milliseconds that a "slow" answer waits; 2,000 unless told. */
  readonly afterMs?: number
}

interface SetFault extends FaultOptions {
  readonly route: string
  readonly fault: WorldFault
  left: number
}

export interface MetFault {
  readonly fault: WorldFault
  readonly afterMs: number
}

const SLOW_MS = 2000

/** The faults that are switched on, in the order in which they were. */
export class FaultBoard {
  #faults: SetFault[] = []

  /** Switches a fault on for a route (see `apiOfRoute`). Throws for one that the route cannot have. */
  set(route: string, fault: WorldFault, options: FaultOptions = {}): void {
    const impossible = impossibleFault(route, fault)
    if (impossible !== null) throw new RangeError(impossible)
    this.#faults.push({
      ...options,
      route: route.startsWith('/') ? route : `/${route}`,
      fault,
      left: options.times ?? Number.POSITIVE_INFINITY,
    })
  }

  clear(): void {
    this.#faults = []
  }

  /** The fault that a request meets: of those with the longest route the first that is not used up. Counts it as used. */
  meet(path: string): MetFault | null {
    const [met] = this.#faults
      .filter(({ route, left }) => left > 0 && (path === route || path.startsWith(route.endsWith('/') ? route : `${route}/`)))
      .sort((a, b) => b.route.length - a.route.length)
    if (met === undefined) return null
    met.left -= 1
    return { fault: met.fault, afterMs: met.afterMs ?? SLOW_MS }
  }
}
