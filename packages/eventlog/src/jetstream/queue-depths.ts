import { type ConsumerInfo, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { workStream } from './topology.ts'
import { fromToken } from './work-subject.ts'

/** How much work of a lane there is. */
export interface QueueDepth {
  readonly service: string
  readonly lane: string
  /** Items that nobody has taken yet. */
  readonly pending: number
  /** Items in work, and those that failed and wait for their next delivery. */
  readonly inWork: number
}

/** The depth of every lane of the broker, in the order of their names. For the users that may list consumers (`servicePermissions`). */
export async function queueDepths(nc: NatsConnection): Promise<readonly QueueDepth[]> {
  const { consumers } = await jetstreamManager(nc, { checkAPI: false })
  const infos: ConsumerInfo[] = []
  for await (const info of consumers.list(workStream)) infos.push(info)
  return infos.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(depthOf)
}

/** None for a consumer that is no lane's. */
function depthOf({ config, num_pending, num_ack_pending }: ConsumerInfo): QueueDepth[] {
  const [, service, lane] = (/^work\.([^.]+)\.([^.]+)\.>$/.exec(config.filter_subject ?? '') ?? []).map(fromToken)
  return typeof service === 'string' && typeof lane === 'string' ? [{ service, lane, pending: num_pending, inWork: num_ack_pending }] : []
}
