import { aggregates } from '@winnow/contracts/envelope.ts'
import { aggregateOf, deployedServices, lanesOf, type Service } from '@winnow/contracts/flow.ts'
import { expect, test } from 'vitest'
import { inboxPrefix, servicePermissions } from './permissions.ts'

const sources = ['library', 'openalex'] as const
const all = servicePermissions(sources)
const publishes = (service: Service) => all.get(service)?.publish ?? []

test('every deployed service has permissions, and nobody else', () => {
  expect([...all.keys()].toSorted()).toEqual(deployedServices.toSorted())
  expect(all.has('client')).toBe(false)
})

test.each(deployedServices)('%s publishes events of its own aggregate alone, and hears its own inbox alone', (service) => {
  const own = aggregateOf[service]
  expect(publishes(service).filter((subject) => subject.startsWith('research'))).toEqual(own === null ? [] : [`research.*.*.${own}`])
  expect(all.get(service)?.subscribe).toEqual([`_INBOX_${service}.>`])
  expect(inboxPrefix(service)).toBe(`_INBOX_${service}`)
})

test('every aggregate can be published by somebody', () => {
  for (const aggregate of aggregates)
    expect([...all.values()].some(({ publish }) => publish.includes(`research.*.*.${aggregate}`))).toBe(true)
})

test.each(deployedServices)('%s takes and ends work of its own lanes alone', (service) => {
  const named = publishes(service).filter((subject) => /^\$JS\.(ACK|API\.CONSUMER\.(INFO|MSG))[^>]*\.WORK\./.test(subject))
  const own = lanesOf(service, sources).flatMap((lane) => [
    `$JS.API.CONSUMER.INFO.WORK.${service}-${lane}`,
    `$JS.API.CONSUMER.MSG.NEXT.WORK.${service}-${lane}`,
    `$JS.ACK.WORK.${service}-${lane}.>`,
  ])
  expect(named).toEqual(own)
})

test.each(deployedServices)('%s may change no stream, nor make or delete a consumer of work, nor touch events', (service) => {
  const forbidden =
    /STREAM\.(CREATE|UPDATE|DELETE|PURGE\.EVENTS|MSG\.DELETE\.EVENTS)|CONSUMER\.(DURABLE|(CREATE|DELETE)\.(WORK|ADVISORIES))|^>|^\$JS\.>|^\$JS\.API\.>/
  expect(publishes(service).filter((subject) => forbidden.test(subject))).toEqual([])
})

test.each(deployedServices)('%s reads events', (service) => {
  expect(publishes(service)).toEqual(
    expect.arrayContaining([
      '$JS.API.INFO',
      '$JS.API.STREAM.INFO.EVENTS',
      '$JS.API.DIRECT.GET.EVENTS',
      '$JS.API.DIRECT.GET.EVENTS.>',
      '$JS.API.STREAM.MSG.GET.EVENTS',
      '$JS.API.CONSUMER.CREATE.EVENTS.>',
      '$JS.API.CONSUMER.INFO.EVENTS.*',
      '$JS.API.CONSUMER.MSG.NEXT.EVENTS.*',
      '$JS.API.CONSUMER.DELETE.EVENTS.*',
    ]),
  )
})

test('only the conductor offers and cancels work, and hears of what was delivered too often; it and the gateway count it', () => {
  const who = (subject: string) => deployedServices.filter((service) => publishes(service).includes(subject))
  for (const subject of [
    'work.>',
    '$JS.API.STREAM.PURGE.WORK',
    '$JS.API.STREAM.MSG.GET.WORK',
    '$JS.API.STREAM.MSG.DELETE.WORK',
    '$JS.API.CONSUMER.INFO.ADVISORIES.conductor-max-deliveries',
    '$JS.API.CONSUMER.MSG.NEXT.ADVISORIES.conductor-max-deliveries',
    '$JS.ACK.ADVISORIES.conductor-max-deliveries.>',
  ])
    expect(who(subject), subject).toEqual(['conductor'])
  expect(who('$JS.API.CONSUMER.LIST.WORK')).toEqual(['conductor', 'gateway'])
})

test('nothing else may be done', () => {
  expect(publishes('writer').toSorted()).toHaveLength(1 + 9 + 3)
  expect(publishes('projection')).toHaveLength(9)
  expect(publishes('conductor')).toHaveLength(1 + 1 + 9 + 6 + 1)
  expect(publishes('gateway')).toHaveLength(1 + 9 + 1)
})
