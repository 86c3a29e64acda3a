import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Authentication } from './authentication.ts'
import type { Gateway } from './gateway-context.ts'
import type { GatewayLimits } from './gateway-parts.ts'
import { HttpProblem } from './http-problem.ts'

const minute = 60_000
/** Keys and addresses that are counted at a time. */
const counted = 20_000
const byKey = 'key '

/**
 * Limits requests a minute before anything else is done for them, also those of unknown routes. A key that was seen to be valid
 * has a count of its own; everything else counts for its address, so that guessing keys is limited too.
 */
export async function limitRequests(app: Gateway, authentication: Pick<Authentication, 'seenKey'>, limits: GatewayLimits): Promise<void> {
  const whose = (request: FastifyRequest) => {
    const keyId = authentication.seenKey(request)
    return keyId === null ? `address ${normalizeIP(request.ip)}` : `${byKey}${keyId}`
  }
  await app.register(rateLimit, {
    global: false,
    cache: counted,
    timeWindow: minute,
    keyGenerator: whose,
    max: (_request, key) => (key.startsWith(byKey) ? limits.requestsPerKey : limits.requestsPerAddress),
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit === false) return
    const counts = await count(request)
    if (counts.isAllowed || !counts.isExceeded) return
    const { max, ttlInSeconds } = counts
    throw new HttpProblem(429, `More than ${max} requests in a minute: try again in ${ttlInSeconds} s.`, {
      headers: { 'retry-after': String(ttlInSeconds) },
    })
  })
}
