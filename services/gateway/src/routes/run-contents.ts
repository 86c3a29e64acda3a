import { costsReply } from '@winnow/contracts/api/costs-reply.ts'
import { documentsReply, evidenceReply } from '@winnow/contracts/api/documents-reply.ts'
import { costsByModel } from '@winnow/readmodel/queries/costs.ts'
import { runDocuments } from '@winnow/readmodel/queries/documents.ts'
import { runEvidence } from '@winnow/readmodel/queries/evidence.ts'
import { costSum } from '@winnow/report/costs.ts'
import { shownCosts } from '@winnow/runs/shown-run.ts'
import type { FastifyRequest } from 'fastify'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { requireRun } from '../run-access.ts'
import { problems, runParams } from './route-schemas.ts'

/** What a run has found and cost, from the read model. */
export function registerRunContents(app: Gateway, context: GatewayContext): void {
  const { readModel } = context
  const known = async (request: Pick<FastifyRequest, 'caller'>, runId: string) => {
    const { workspaceId } = callerOf(request)
    await requireRun(context, workspaceId, runId)
    return workspaceId
  }
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/documents',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getRunDocuments',
      tags: ['runs'],
      summary: 'The documents of a run with their scores and how far they came',
      params: runParams,
      response: { 200: documentsReply, ...problems },
    },
    handler: async (request) => {
      const { runId } = request.params
      return documentsReply.parse({ documents: await runDocuments(readModel, await known(request, runId), runId) })
    },
  })
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/evidence',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getRunEvidence',
      tags: ['runs'],
      summary: 'The evidence of a run with its quotes',
      params: runParams,
      response: { 200: evidenceReply, ...problems },
    },
    handler: async (request) => {
      const { runId } = request.params
      return evidenceReply.parse({ evidence: await runEvidence(readModel, await known(request, runId), runId) })
    },
  })
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/costs',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getRunCosts',
      tags: ['runs'],
      summary: 'The model calls of a run by stage, role and model',
      params: runParams,
      response: { 200: costsReply, ...problems },
    },
    handler: async (request) => {
      const { runId } = request.params
      const workspaceId = await known(request, runId)
      const models = await costsByModel(readModel, workspaceId, runId)
      const byModel = models.map(({ model, spent }) => ({ model, ...costSum([spent]) }))
      return costsReply.parse({ ...(await shownCosts(readModel, workspaceId, runId)), byModel })
    },
  })
}
