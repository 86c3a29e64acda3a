import { type FastifyInstance, fastify } from 'fastify'
import type { GatewayParts } from './gateway-parts.ts'

/** The HTTP interface as an application that does not listen; `serveGateway` serves it. */
export async function createGateway(_parts: GatewayParts): Promise<FastifyInstance> {
  return fastify()
}
