import { version } from '@winnow/runs/version.ts'
import { readyAnswer } from '@winnow/runtime/health-server.ts'
import { isUnavailable } from '@winnow/runtime/unavailable.ts'
import { z } from 'zod'
import type { Gateway, GatewayContext } from '../gateway-context.ts'

const alive = z.object({ status: z.literal('ok'), version: z.string() })
const readiness = z.object({ ready: z.boolean(), reasons: z.array(z.string()) })

/** Whether the process lives, and whether it can serve; neither needs a key nor counts against a limit. Monitors ask by HEAD. */
export function registerHealth(app: Gateway, { pool, readiness: process }: GatewayContext): void {
  for (const url of ['/health', '/healthz'])
    app.route({
      method: 'GET',
      url,
      exposeHeadRoute: true,
      config: { rateLimit: false },
      schema: { operationId: url.slice(1), tags: ['health'], summary: 'Whether the process lives', security: [], response: { 200: alive } },
      handler: async () => ({ status: 'ok' as const, version }),
    })
  app.route({
    method: 'GET',
    url: '/readyz',
    exposeHeadRoute: true,
    config: { rateLimit: false },
    schema: {
      operationId: 'readyz',
      tags: ['health'],
      summary: 'Whether the gateway can serve, and why not',
      security: [],
      response: { 200: readiness, 503: readiness },
    },
    handler: async (_request, reply) => {
      const database = await reached(pool)
      const [status, answer] = readyAnswer(process)
      if (database === null) return reply.code(status).send({ ready: answer.ready, reasons: [...answer.reasons] })
      return reply.code(503).send({ ready: false, reasons: [database, ...answer.reasons] })
    },
  })
}

/** Null when the database answers; otherwise what is wrong. */
async function reached(pool: GatewayContext['pool']): Promise<string | null> {
  try {
    await pool.query('select from run_head limit 1')
    return null
  } catch (error) {
    return isUnavailable(error) ? 'database: cannot be reached' : 'database: does not answer as it should'
  }
}
