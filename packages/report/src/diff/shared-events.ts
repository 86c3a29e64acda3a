import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { ComparedRun } from './compared-run.ts'

/** An event as a comparison names it. */
export interface EventMark {
  readonly pos: number
  readonly type: TypedEvent['type']
  readonly key: string
}

/**
 * The keys of the events that both runs have with the same data. What is only an estimate (`reserve`), the models and the
 * version of the program are left out: they are no difference of what happened (our reading).
 */
export function sharedKeys(a: Pick<ComparedRun, 'events'>, b: Pick<ComparedRun, 'events'>): ReadonlySet<string> {
  const known = new Map(a.events.map((event) => [event.key, said(event)]))
  return new Set(b.events.filter((event) => known.get(event.key) === said(event)).map(({ key }) => key))
}

function said(event: TypedEvent): string {
  if (event.type === 'RunRequested') {
    const { codeVersion: _version, options, ...data } = event.data
    const { models: _models, ...rest } = options
    return JSON.stringify({ ...data, options: rest })
  }
  return JSON.stringify(event.data, (name, value: unknown) => (name === 'reserve' ? undefined : value))
}

/** The first event of a run, in log order, that the other run does not have; null when there is none. */
export function firstUnshared(run: Pick<ComparedRun, 'events'>, shared: ReadonlySet<string>): TypedEvent | null {
  return run.events.find(({ key }) => !shared.has(key)) ?? null
}

/**
 * Walks from an event back along what caused it, as long as that is not shared: gives the first event of the chain that the
 * other run does not have. The event itself when its cause is shared, or when it has none. A decision rests on everything
 * before it: after the first event that is not shared none is, also when it reads the same (our reading).
 */
export function originOf(run: Pick<ComparedRun, 'events'>, event: TypedEvent, shared: ReadonlySet<string>): TypedEvent {
  const byId = new Map(run.events.map((one) => [one.id, one]))
  const apart = firstUnshared(run, shared)?.pos ?? Number.POSITIVE_INFINITY
  const isShared = ({ key, aggregate, pos }: TypedEvent) => shared.has(key) && (aggregate !== 'run' || pos < apart)
  let current = event
  for (;;) {
    const cause: TypedEvent | undefined = current.causationId === null ? undefined : byId.get(current.causationId)
    // A cause always comes before what it caused.
    if (cause === undefined || isShared(cause) || cause.pos >= current.pos) return current
    current = cause
  }
}

export function markOf({ pos, type, key }: TypedEvent): EventMark {
  return { pos, type, key }
}
