/** How a metric grows: `counter` only up, `level` up and down, `histogram` by single values, `gauge` is read when asked for. */
export type MetricKind = 'counter' | 'level' | 'histogram' | 'gauge'

export interface MetricDefinition {
  /** The name of OpenTelemetry; Prometheus has it with "_" for ".", and "_total" after a counter's. */
  readonly name: string
  readonly kind: MetricKind
  /** A unit of UCUM, such as "s"; things that are counted stand in braces. */
  readonly unit: string
  readonly description: string
  /** The attributes that a value may have, in the words of the spans. */
  readonly attributes: readonly string[]
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[]
}

/** Buckets of OpenTelemetry's GenAI conventions: powers of 4 tokens, and seconds that double from 10 ms. */
const tokenBuckets = Array.from({ length: 14 }, (_, power) => 4 ** power)
const callSeconds = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power)
/** Our reading: work takes from a millisecond (a rule) to ten minutes (a local model reading a paper). */
const workSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
/** Buckets of OpenTelemetry's HTTP conventions, in seconds. */
const httpSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const modelAttributes = ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model'] as const
const costAttributes = ['gen_ai.request.model', 'winnow.stage', 'winnow.role', 'winnow.workspace'] as const
const workAttributes = ['winnow.service', 'winnow.lane', 'winnow.outcome'] as const

/** Every metric of Winnow. Their names are stable: dashboards are made of them (docs/observability.md lists them). */
export const metricCatalog = {
  tokenUsage: {
    name: 'gen_ai.client.token.usage',
    kind: 'histogram',
    unit: '{token}',
    description: 'Tokens of a model call, as the provider told them',
    attributes: [...modelAttributes, 'gen_ai.token.type'],
    buckets: tokenBuckets,
  },
  callDuration: {
    name: 'gen_ai.client.operation.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of a model call',
    attributes: [...modelAttributes, 'error.type'],
    buckets: callSeconds,
  },
  modelCost: {
    name: 'winnow.model.cost.usd',
    kind: 'counter',
    unit: 'USD',
    description: 'Known cost of model calls',
    attributes: costAttributes,
  },
  modelCalls: {
    name: 'winnow.model.calls',
    kind: 'counter',
    unit: '{call}',
    description: 'Model calls sent, also failed ones',
    attributes: [...costAttributes, 'winnow.outcome'],
  },
  unpricedCalls: {
    name: 'winnow.model.calls.unpriced',
    kind: 'counter',
    unit: '{call}',
    description: 'Model calls whose cost is unknown',
    attributes: costAttributes,
  },
  workItems: {
    name: 'winnow.work.items',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Deliveries of work items, by how they ended',
    attributes: workAttributes,
  },
  workDuration: {
    name: 'winnow.work.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Time a worker had a work item in hand',
    attributes: workAttributes,
    buckets: workSeconds,
  },
  deadWork: {
    name: 'winnow.work.dead',
    kind: 'counter',
    unit: '{item}',
    description: 'Work items that ended without a result: given up by their service, or overdue',
    attributes: ['winnow.service', 'winnow.stage'],
  },
  retries: {
    name: 'winnow.retries',
    kind: 'counter',
    unit: '{retry}',
    description: 'Second and later tries: of a model call, a request to a source, a work item',
    attributes: ['winnow.retried', 'winnow.target'],
  },
  sourceRequests: {
    name: 'winnow.source.requests',
    kind: 'counter',
    unit: '{request}',
    description: 'Requests to sources, by outcome: answered, kept (an earlier answer), or what was wrong',
    attributes: ['winnow.source', 'winnow.outcome'],
  },
  sourceDuration: {
    name: 'winnow.source.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Time until a source had answered, with waits for its rate limit and retries',
    attributes: ['winnow.source', 'winnow.outcome'],
    buckets: workSeconds,
  },
  eventsAppended: {
    name: 'winnow.events.appended',
    kind: 'counter',
    unit: '{event}',
    description: 'Events that were new in the log',
    attributes: ['winnow.event'],
  },
  runsLive: {
    name: 'winnow.runs.live',
    kind: 'level',
    unit: '{run}',
    description: 'Runs that this process drives',
    attributes: [],
  },
  runsEnded: {
    name: 'winnow.runs.ended',
    kind: 'counter',
    unit: '{run}',
    description: 'Runs that came to their end',
    attributes: ['winnow.status', 'winnow.workspace'],
  },
  queueDepth: {
    name: 'winnow.queue.depth',
    kind: 'gauge',
    unit: '{item}',
    description: 'Work items that wait for a worker or are in its hands',
    attributes: ['winnow.service'],
  },
  projectionLag: {
    name: 'winnow.projection.lag',
    kind: 'gauge',
    unit: '{event}',
    description: 'Events of the log that the views do not show yet',
    attributes: [],
  },
  quarantined: {
    name: 'winnow.events.quarantined',
    kind: 'gauge',
    unit: '{event}',
    description: 'Events and messages that were kept out of their runs, as far as they were met',
    attributes: ['winnow.reason'],
  },
  httpDuration: {
    name: 'http.server.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of a request to the gateway',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'error.type'],
    buckets: httpSeconds,
  },
} as const satisfies { readonly [key: string]: MetricDefinition }

type Catalog = typeof metricCatalog
/** The metrics of some kinds, by their keys in the catalog. */
export type MetricOf<K extends MetricKind> = { [N in keyof Catalog]: Catalog[N]['kind'] extends K ? N : never }[keyof Catalog]

/** The name that Prometheus has for a metric (the exporter's rule: counters end in "_total", units are not added). */
export function prometheusName({ name, kind }: Pick<MetricDefinition, 'name' | 'kind'>): string {
  return `${name.replaceAll('.', '_')}${kind === 'counter' ? '_total' : ''}`
}
