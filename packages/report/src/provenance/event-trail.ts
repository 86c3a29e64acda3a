import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventRef, WhyCost } from './why.ts'

/**
 * The events of a run, by type and by work item, and the ones that were named so far: their model calls are the cost of
 * what is told.
 */
export class EventTrail {
  readonly #byType: ReadonlyMap<EventType, readonly TypedEvent[]>
  readonly #byWork: ReadonlyMap<string, readonly TypedEvent[]>
  readonly #named = new Map<string, TypedEvent>()

  constructor(events: readonly TypedEvent[]) {
    this.#byType = Map.groupBy(events, ({ type }) => type)
    this.#byWork = Map.groupBy(events, (event) => workIdOf(event) ?? '')
  }

  /** The events of one type, in log order. */
  of<T extends EventType>(type: T): readonly TypedEvent<T>[] {
    return (this.#byType.get(type) ?? []) as readonly TypedEvent<T>[]
  }

  /** Names an event: it becomes part of what is told, with all events of its work item. */
  name(event: TypedEvent): EventRef {
    const workId = workIdOf(event)
    const parts = workId === null ? [event] : (this.#byWork.get(workId) ?? [])
    for (const part of parts) this.#named.set(part.id, part)
    return { type: event.type, pos: event.pos, id: event.id }
  }

  /** The first event of the list, named; null when there is none. */
  nameFirst(events: readonly TypedEvent[]): EventRef | null {
    const [first] = events
    return first === undefined ? null : this.name(first)
  }

  /** The model calls behind all events named. */
  cost(): WhyCost {
    const calls: readonly Usage[] = [...this.#named.values()].flatMap((event) => event.usage)
    const priced = calls.flatMap(({ costUsd }) => costUsd ?? [])
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return {
      calls: calls.length,
      models: [...new Set(calls.map(({ model }) => model))].sort(),
      inputTokens: sum(calls.map(({ inputTokens }) => inputTokens ?? 0)),
      outputTokens: sum(calls.map(({ outputTokens }) => outputTokens ?? 0)),
      usd: calls.length > 0 && priced.length === 0 ? null : sum(priced),
      unpriced: calls.length - priced.length,
    }
  }
}

function workIdOf(event: TypedEvent): string | null {
  return 'workId' in event.data && typeof event.data.workId === 'string' ? event.data.workId : null
}
