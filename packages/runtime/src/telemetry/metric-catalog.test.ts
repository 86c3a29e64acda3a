import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type MetricDefinition, metricCatalog, prometheusName } from './metric-catalog.ts'

const root = new URL('../../../../', import.meta.url)
const definitions: readonly MetricDefinition[] = Object.values(metricCatalog)

/** Every series of the catalog, by the name that a query may have for it. */
const series = definitions.flatMap((definition) => {
  const name = prometheusName(definition)
  return definition.kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => `${name}${part}`) : [name]
})
const labels = new Set(definitions.flatMap(({ attributes }) => attributes.map((name) => name.replaceAll('.', '_'))))

const dashboard: string = readFileSync(new URL('deploy/grafana/dashboards/winnow.json', root), 'utf8')
const queries: readonly string[] = [
  ...JSON.stringify(JSON.parse(dashboard)).matchAll(/"(?:expr|query|definition)":"((?:[^"\\]|\\.)*)"/g),
].map(([, query = '']) => JSON.parse(`"${query}"`))

/** Words of PromQL and Grafana that are neither series nor labels. */
const grammar = new Set('sum max by le rate increase histogram_quantile label_values workspace __range __rate_interval kept'.split(' '))

test('the dashboard has a query for each of what it is for', () => {
  expect(queries.length).toBeGreaterThan(15)
  const asked = queries.join('\n')
  for (const name of [
    'modelCost',
    'queueDepth',
    'sourceRequests',
    'workDuration',
    'runsLive',
    'projectionLag',
    'deadWork',
    'retries',
  ] as const) {
    expect(asked).toContain(prometheusName(metricCatalog[name]))
  }
})

test.each(queries)('the query %s asks for series and labels that there are', (query) => {
  const words = query.match(/[A-Za-z_][\w]*/g) ?? []
  const known = (word: string) => series.includes(word) || labels.has(word) || grammar.has(word)
  expect(words.filter((word) => !known(word))).toEqual([])
  expect(words.some((word) => series.includes(word))).toBe(true)
})

test('the documentation lists every metric, and no other', () => {
  const text = readFileSync(new URL('docs/observability.md', root), 'utf8')
  const listed = [...text.matchAll(/^\| `((?:gen_ai|winnow|http)[\w.]*)` \|/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(definitions.map(({ name }) => name).toSorted())
})

test('names of Prometheus', () => {
  expect(prometheusName({ name: 'a.b.c', kind: 'counter' })).toBe('a_b_c_total')
  for (const kind of ['level', 'histogram', 'gauge'] as const) expect(prometheusName({ name: 'a.b', kind })).toBe('a_b')
})

test('names are those of the conventions, once each', () => {
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length)
  expect(metricCatalog.tokenUsage).toMatchObject({
    name: 'gen_ai.client.token.usage',
    unit: '{token}',
    buckets: [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864],
  })
  expect(metricCatalog.callDuration).toMatchObject({
    name: 'gen_ai.client.operation.duration',
    unit: 's',
    buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  })
})

test('buckets grow', () => {
  for (const { buckets = [] } of definitions) expect(buckets.toSorted((a, b) => a - b)).toEqual(buckets)
})
