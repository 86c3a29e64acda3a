import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { aggregates } from './envelope.ts'
import { aggregateOf, flow, lanesOf, services, subjectOf, workerOf, workers } from './flow.ts'
import { eventDefinitions, eventTypes } from './registry.ts'

describe('the flow is closed', () => {
  test.each(eventTypes)('%s: declared under its own name, emitted and consumed', (type) => {
    expect(eventDefinitions[type].type).toBe(type)
    expect(flow[type].from.length).toBeGreaterThan(0)
    expect(flow[type].to.length).toBeGreaterThan(0)
  })

  test.each(eventTypes.filter((type) => eventDefinitions[type].aggregate !== null))(
    '%s: its aggregate is that of each producer',
    (type) => {
      for (const producer of flow[type].from) expect(eventDefinitions[type].aggregate).toBe(aggregateOf[producer])
    },
  )

  test('what any worker may have to tell has no aggregate of its own', () => {
    expect(eventTypes.filter((type) => eventDefinitions[type].aggregate === null).sort()).toEqual(['ProviderStopped', 'WorkFailed'])
  })

  test('every aggregate has exactly one producer; commands come from the command line and from the gateway', () => {
    const producers = (aggregate: string) => services.filter((service) => aggregateOf[service] === aggregate)
    expect(producers('command')).toEqual(['client', 'gateway'])
    for (const aggregate of aggregates.filter((a) => a !== 'command')) expect(producers(aggregate), aggregate).toHaveLength(1)
  })

  test('every service but the projection emits something and acts on something', () => {
    for (const service of services.filter((s) => s !== 'projection')) {
      expect(
        eventTypes.filter((type) => flow[type].from.includes(service)),
        `${service} emits`,
      ).not.toEqual([])
      expect(
        eventTypes.filter((type) => flow[type].to.includes(service)),
        `${service} acts on`,
      ).not.toEqual([])
    }
  })

  test('every worker that is asked for work can say that it failed', () => {
    for (const type of eventTypes) {
      const worker = workerOf(type)
      if (worker !== undefined) expect(flow.WorkFailed.from).toContain(worker)
    }
  })

  test('the services of the repository are those of the flow', () => {
    const folders = readdirSync(new URL('../../../services', import.meta.url)).sort()
    expect(folders).toEqual(services.filter((s) => s !== 'client').sort())
  })

  test('every event file is in the registry', () => {
    const declared = readdirSync(new URL('./events', import.meta.url)).flatMap((file) =>
      [...readFileSync(new URL(`./events/${file}`, import.meta.url), 'utf8').matchAll(/event\(\s*'(\w+)'/g)].map((m) => m[1]),
    )
    expect(declared.sort()).toEqual([...eventTypes].sort())
  })
})

test.each([
  ['SearchesRequested', 'search-gateway'],
  ['SynthesisRequested', 'writer'],
  ['CritiqueRequested', 'critic'],
  ['IterationStarted', undefined],
  ['CandidatesFound', undefined],
  ['RunRequested', undefined],
  ['WorkFailed', undefined],
] as const)('the worker of %s is %s', (type, service) => {
  expect(workerOf(type)).toBe(service)
})

test('a subject names workspace, run and aggregate', () => {
  expect(subjectOf({ workspaceId: 'lab', runId: 'r-1', aggregate: 'screening' })).toBe('research.lab.r-1.screening')
})

describe('lanes of the work queue', () => {
  const sources = ['library', 'arxiv']
  test.each(services.filter((service) => !workers.includes(service)))('%s takes no work', (service) => {
    expect(lanesOf(service, sources)).toEqual([])
  })
  test.each(workers.filter((service) => service !== 'search-gateway'))('%s has one lane', (service) => {
    expect(lanesOf(service, sources)).toEqual(['default'])
  })
  test('the search gateway has one a source, and one for full texts', () => {
    expect(lanesOf('search-gateway', sources)).toEqual(['library', 'arxiv', 'full-text'])
  })
})
