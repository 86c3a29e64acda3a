import { randomBytes } from 'node:crypto'
import { keyList, newKeyReply, newKeyRequest } from '@winnow/contracts/api/keys.ts'
import { z } from 'zod'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { createKey, listKeys, revokeKey } from '../keys/api-keys.ts'
import { problems } from './route-schemas.ts'

/** The keys of the caller's workspace. */
export function registerKeys(app: Gateway, { pool, now }: GatewayContext): void {
  app.route({
    method: 'GET',
    url: '/v1/keys',
    config: { role: 'admin' },
    schema: {
      operationId: 'listKeys',
      tags: ['keys'],
      summary: 'The keys of the workspace, without their secrets',
      response: { 200: keyList, ...problems },
    },
    handler: async (request) => ({ keys: [...(await listKeys(pool, callerOf(request).workspaceId))] }),
  })
  app.route({
    method: 'POST',
    url: '/v1/keys',
    config: { role: 'admin' },
    schema: {
      operationId: 'postKey',
      tags: ['keys'],
      summary: 'Make a key; it is shown this once',
      body: newKeyRequest,
      response: { 201: newKeyReply, ...problems },
    },
    handler: async (request, reply) => {
      const { role, name = '' } = request.body
      const made = await createKey(pool, { workspaceId: callerOf(request).workspaceId, role, name }, randomBytes, now())
      return reply.code(201).send({ ...made, role })
    },
  })
  app.route({
    method: 'DELETE',
    url: '/v1/keys/:keyId',
    config: { role: 'admin' },
    schema: {
      operationId: 'deleteKey',
      tags: ['keys'],
      summary: 'Revoke a key for good',
      params: z.object({ keyId: z.string() }),
      response: { 204: z.null(), ...problems },
    },
    handler: async (request, reply) => {
      const revoked = await revokeKey(pool, callerOf(request).workspaceId, request.params.keyId, now())
      if (revoked === 'unknown') throw new HttpProblem(404, 'There is no such key in this workspace; GET /v1/keys lists them.')
      return reply.code(204).send(null)
    },
  })
}
