import helmet from '@fastify/helmet'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { sanitiseJson } from '@winnow/text/sanitise-text.ts'
import { fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { answerBrokenRequest, answerError, answerErrors } from './answer-errors.ts'
import { Authentication, demandRoles } from './authentication.ts'
import { isTooDeep, maxBodyDepth } from './core/is-too-deep.ts'
import { requestIdFrom } from './core/request-id.ts'
import { describeRoutes } from './describe-routes.ts'
import { type Gateway, gatewayContext } from './gateway-context.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { HttpProblem } from './http-problem.ts'
import { limitRequests } from './limit-requests.ts'
import { observeRequests } from './observe-requests.ts'
import { registerAnswers } from './routes/answers.ts'
import { registerHealth } from './routes/health.ts'
import { registerKeys } from './routes/keys.ts'
import { registerLibraries } from './routes/libraries.ts'
import { registerRunCommands } from './routes/run-commands.ts'
import { registerRunContents } from './routes/run-contents.ts'
import { registerRunEvents } from './routes/run-events.ts'
import { registerRunFiles } from './routes/run-files.ts'
import { registerRuns } from './routes/runs.ts'

/** Bytes of a body of JSON: what it says becomes an event. */
const bodyLimit = maxEventBytes
/** Milliseconds in which a request must have come in whole: an upload over a slow line takes some. */
const requestTimeout = 15 * 60_000

/** The HTTP interface as an application that does not listen; `serveGateway` serves it. Closing it ends its streams. */
export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  const closing = new AbortController()
  const context = gatewayContext(parts, closing.signal)
  const authentication = new Authentication(parts)
  const app: Gateway = fastify({
    bodyLimit,
    requestTimeout,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: (request) => requestIdFrom(request.headers['x-request-id']) ?? parts.newId(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, parts.logger),
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorateRequest('runRoot', null)
  app.addHook('preClose', async () => closing.abort())
  demandRoles(app)
  answerErrors(app, parts.logger)
  app.addHook('onRequest', async (request, reply) => void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' }))
  // An idle connection would hold up the closing until its client lets it go.
  app.addHook('onSend', async (_request, reply) => void (closing.signal.aborted && reply.header('connection', 'close')))
  observeRequests(app, parts)
  // Answers are data, never pages; the two that are pages have policies of their own.
  const none = ["'none'"]
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none } },
  })
  await limitRequests(app, authentication, context.limits)
  // After the limit, before the body is read.
  app.addHook('preParsing', async (request) => authentication.admit(request))
  await describeRoutes(app)
  registerHealth(app, context)
  await app.register(async (json: Gateway) => {
    const parse = json.getDefaultJsonParser('error', 'error')
    // Many clients name the type of a body that they do not send.
    json.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, null) : parse(request, body.toString(), done),
    )
    json.addHook('preValidation', async (request) => {
      if (isTooDeep(request.body, maxBodyDepth)) throw new HttpProblem(400, `The body has more than ${maxBodyDepth} levels.`)
      request.body = sanitiseJson(request.body)
    })
    registerAnswers(json, context)
    registerRuns(json, context)
    registerRunEvents(json, context)
    registerRunContents(json, context)
    registerRunFiles(json, context)
    registerRunCommands(json, context)
    registerKeys(json, context)
  })
  await app.register(async (files: Gateway) => registerLibraries(files, context))
  await app.ready()
  return app
}
