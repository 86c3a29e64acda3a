import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowedMethods } from './core/allowed-methods.ts'
import { problemOf } from './core/problem-of.ts'
import { errorAnswer } from './error-answer.ts'
import type { Gateway } from './gateway-context.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { HttpProblem } from './http-problem.ts'

const problemType = 'application/problem+json; charset=utf-8'

/** Answers whatever is thrown as application/problem+json; our own faults are logged. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: GatewayParts['logger']): FastifyReply {
  const { problem, headers, fault } = errorAnswer(error, request.id)
  if (fault) logger.error({ err: error, requestId: request.id, method: request.method, route: request.routeOptions?.url }, problem.title)
  return reply
    .code(problem.status)
    .headers({ 'x-request-id': request.id, ...headers })
    .type(problemType)
    .send(JSON.stringify(problem))
}

/** Every error of the application is problem+json: what handlers throw, unknown routes, methods that a route does not have. */
export function answerErrors(app: Gateway, logger: GatewayParts['logger']): void {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of typeof method === 'string' ? [method] : method) routes.push({ method: one, url })
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, logger))
  app.setNotFoundHandler((request) => {
    const [path = ''] = request.url.split('?')
    const allow = allowedMethods(routes, path).join(', ')
    if (allow === '') throw new HttpProblem(404, 'There is nothing at this address; /openapi.json lists what there is.')
    throw new HttpProblem(405, `This address takes ${allow}.`, { headers: { allow } })
  })
}

/** Answers what is no HTTP request at all, on the bare connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify(problemOf(status, 'This is no HTTP request that can be read.'))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
