import { aggregateOf, deployedServices, lanesOf, type Service } from '@winnow/contracts/flow.ts'
import { advisoriesConsumer, advisoriesStream, eventsStream, workStream } from './topology.ts'
import { consumerName } from './work-subject.ts'

/** What a user of the broker may publish to and subscribe to. */
export interface Permissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** The prefix of the inboxes of a user of the broker: nobody hears the replies to another. */
export function inboxPrefix(user: string): string {
  return `_INBOX_${user}`
}

/**
 * What each deployed service may do on the broker, by its name, which is its user's (design §9): it publishes events of its
 * own aggregate, reads events, and takes work of its own lanes. The conductor publishes, counts and cancels work. Nobody
 * here may purge, delete or change a stream. `sources`: the names of all sources.
 */
export function servicePermissions(sources: readonly string[]): ReadonlyMap<Service, Permissions> {
  return new Map(deployedServices.map((service) => [service, permissionsOf(service, sources)]))
}

function permissionsOf(service: Service, sources: readonly string[]): Permissions {
  const aggregate = aggregateOf[service]
  const consumers = lanesOf(service, sources).map((lane) => consumerName(service, lane))
  return {
    publish: [
      ...(aggregate === null ? [] : [`research.*.*.${aggregate}`]),
      ...(service === 'conductor' ? ['work.>'] : []),
      '$JS.API.INFO',
      ...readingEvents,
      ...consumers.flatMap((consumer) => taking(workStream, consumer)),
      ...(service === 'conductor' ? conducting : []),
      ...(watchers.includes(service) ? [`$JS.API.CONSUMER.LIST.${workStream}`] : []),
    ],
    subscribe: [`${inboxPrefix(service)}.>`],
  }
}

/** Single events by direct get; the stream's end; and an ordered consumer, which nobody else can name. */
const readingEvents = [
  `$JS.API.STREAM.INFO.${eventsStream}`,
  `$JS.API.DIRECT.GET.${eventsStream}`,
  `$JS.API.DIRECT.GET.${eventsStream}.>`,
  `$JS.API.STREAM.MSG.GET.${eventsStream}`,
  `$JS.API.CONSUMER.CREATE.${eventsStream}.>`,
  `$JS.API.CONSUMER.INFO.${eventsStream}.*`,
  `$JS.API.CONSUMER.MSG.NEXT.${eventsStream}.*`,
  `$JS.API.CONSUMER.DELETE.${eventsStream}.*`,
]

/** The conductor cancels a run's work, and takes away what was delivered too often. */
const conducting = [
  `$JS.API.STREAM.PURGE.${workStream}`,
  `$JS.API.STREAM.MSG.GET.${workStream}`,
  `$JS.API.STREAM.MSG.DELETE.${workStream}`,
  ...taking(advisoriesStream, advisoriesConsumer),
]

/** The services that tell how much work waits. */
const watchers: readonly Service[] = ['conductor', 'gateway']

function taking(stream: string, consumer: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
    `$JS.ACK.${stream}.${consumer}.>`,
  ]
}
