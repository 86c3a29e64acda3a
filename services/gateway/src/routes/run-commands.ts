import { commandReply, documentAction, planEdits, runCommand } from '@winnow/contracts/api/run-commands.ts'
import { documentOverride } from '@winnow/runs/document-override.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { giveCommand } from '../give-command.ts'
import { HttpProblem } from '../http-problem.ts'
import { documentParams, idempotentHeaders, problems, runParams } from './route-schemas.ts'

const noReason = 'asked over HTTP'

const commands = [
  { name: 'pause', summary: 'Pause a run: what is under way is given back' },
  { name: 'resume', summary: 'Go on with a paused run' },
  { name: 'cancel', summary: 'End a run for good' },
] as const

/** What a person may tell a run. Answered with 202: it stands in the log, and is taken up from there. */
export function registerRunCommands(app: Gateway, context: GatewayContext): void {
  for (const { name, summary } of commands)
    app.route({
      method: 'POST',
      url: `/v1/runs/:runId/${name}`,
      config: { role: 'researcher' },
      schema: {
        operationId: `${name}Run`,
        tags: ['runs'],
        summary,
        params: runParams,
        headers: idempotentHeaders,
        body: runCommand,
        response: { 202: commandReply, ...problems },
      },
      handler: async (request, reply) => {
        const reason = request.body?.reason ?? noReason
        const given = await giveCommand(
          context,
          { caller: callerOf(request), runId: request.params.runId, name, request },
          (run, commandId) => {
            if (name === 'pause') return { type: 'RunPaused', data: { commandId, reason, cause: 'user' } }
            if (name === 'cancel') return { type: 'RunCancelled', data: { commandId, reason } }
            refuseUnlessPaused(run)
            return { type: 'RunResumed', data: { commandId, reason } }
          },
        )
        return reply.code(202).send(given)
      },
    })
  app.route({
    method: 'POST',
    url: '/v1/runs/:runId/plan',
    config: { role: 'researcher' },
    schema: {
      operationId: 'editPlan',
      tags: ['runs'],
      summary: 'Edit the plan; what cannot be applied is told in PlanEditsApplied',
      params: runParams,
      headers: idempotentHeaders,
      body: planEdits,
      response: { 202: commandReply, ...problems },
    },
    handler: async (request, reply) => {
      const { edits, reason = noReason } = request.body
      const call = { caller: callerOf(request), runId: request.params.runId, name: 'plan', request }
      const given = await giveCommand(context, call, (_, commandId) => ({ type: 'PlanEdited', data: { commandId, edits, reason } }))
      return reply.code(202).send(given)
    },
  })
  app.route({
    method: 'POST',
    url: '/v1/runs/:runId/documents/:documentId',
    config: { role: 'researcher' },
    schema: {
      operationId: 'overrideDocument',
      tags: ['runs'],
      summary: 'Include or exclude a document, or undo a merge',
      params: documentParams,
      headers: idempotentHeaders,
      body: documentAction,
      response: { 202: commandReply, ...problems },
    },
    handler: async (request, reply) => {
      const { body } = request
      const { runId, documentId } = request.params
      const recordIds = body.action === 'split' ? body.records : []
      const call = { caller: callerOf(request), runId, name: `documents/${documentId}`, request }
      const given = await giveCommand(context, call, (run, commandId) => ({
        type: 'DocumentOverridden',
        data: { commandId, ...documentOverride(run, { documentId, action: body.action, recordIds }), reason: body.reason ?? noReason },
      }))
      return reply.code(202).send(given)
    },
  })
}

function refuseUnlessPaused({ runId, state }: LoadedRun): void {
  if (state.status !== 'paused') throw new HttpProblem(409, `Run ${runId} is ${state.status}, not paused: it needs no resume.`)
}
