import type { Usage } from '@winnow/contracts/entities/usage.ts'
import { aggregateOf, flow } from '@winnow/contracts/flow.ts'
import { type EventData, type EventType, eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { type Corpus, collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { buildOptions, type OptionParts } from './state-builder.ts'

const start = Date.parse('2026-07-01T09:00:00.000Z')

/**
 * A run's events told one by one, for tests: each gets the next position, a second after the one before, and is folded at
 * once. Data is checked against its schema, so a history holds only events that could be stored.
 */
export class History {
  readonly #events: TypedEvent[] = []
  readonly #state = newDraft()
  readonly #corpus = newCorpus()

  get state(): RunState {
    return this.#state
  }

  get corpus(): Corpus {
    return this.#corpus
  }

  get events(): readonly TypedEvent[] {
    return this.#events
  }

  /** Adds an event; gives the history, to go on. `usage` are the model calls behind it. */
  add<T extends EventType>(type: T, data: EventData<T>, usage: readonly Usage[] = []): this {
    return this.addEvent({ type, data, usage } as NewEvent)
  }

  addEvent(event: NewEvent): this {
    const sealed = sealForTest(event, this.#events.length + 1)
    this.#events.push(sealed)
    evolve(this.#state, sealed)
    collect(this.#corpus, sealed)
    return this
  }

  /** Adds the request of a run with the given options. */
  request(options: OptionParts = {}, parts: Partial<Omit<EventData<'RunRequested'>, 'options'>> = {}): this {
    return this.add('RunRequested', {
      question: 'What helps agents remember?',
      asOf: '2026-07-01',
      criteria: null,
      libraries: [],
      promptSet: 'test',
      codeVersion: 'test',
      ...parts,
      options: buildOptions(options),
    })
  }
}

/** An event at a position, with all that a log would put around it. */
export function sealForTest(event: NewEvent, pos: number): TypedEvent {
  const definition = eventDefinitions[event.type]
  const data = definition.schema.parse(event.data)
  const service = flow[event.type].from[0] ?? 'client'
  return {
    id: `00000000-0000-5000-8000-${String(pos).padStart(12, '0')}`,
    key: (definition.key as (data: unknown) => string)(data),
    type: event.type,
    version: definition.version,
    runId: 'r-test',
    workspaceId: 'test',
    aggregate: definition.aggregate ?? aggregateOf[service] ?? 'run',
    at: new Date(start + pos * 1000).toISOString(),
    actor: { service, version: '0', instance: 'test' },
    causationId: null,
    traceparent: `00-${'1'.repeat(32)}-${String(pos).padStart(16, '0')}-01`,
    usage: [...(event.usage ?? [])],
    data,
    pos,
    hash: '0'.repeat(64),
  } as TypedEvent
}

/** A model call as it stands in usage. */
export function modelCall(parts: Partial<Usage> = {}): Usage {
  return {
    callId: 'call-1',
    role: 'screener',
    stage: 'screening',
    model: 'openai:test',
    inputTokens: 100,
    outputTokens: 20,
    cachedTokens: 0,
    costUsd: 0.01,
    ms: 5,
    outcome: 'ok',
    ...parts,
  }
}
