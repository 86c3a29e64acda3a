import type { CommandReply } from '@winnow/contracts/api/run-commands.ts'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { appendCommands } from '@winnow/runs/append-command.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { spanOf } from '@winnow/runtime/telemetry/core/span-of.ts'
import type { FastifyRequest } from 'fastify'
import type { GatewayContext } from './gateway-context.ts'
import type { Caller } from './gateway-parts.ts'
import { HttpProblem } from './http-problem.ts'
import { hashOfBody, idempotencyKey, noteMade } from './idempotent-requests.ts'
import { requireFoldedRun } from './run-access.ts'

/** A command as it was called for. */
export interface CommandCall {
  readonly caller: Caller
  readonly runId: string
  /** Names the command among those of the run. */
  readonly name: string
  readonly request: Pick<FastifyRequest, 'headers' | 'body' | 'runRoot'>
}

/** Left of an event for what is around its data. */
const envelopeBytes = 8 * 1024

/**
 * Gives a command to a run of the caller's workspace: `make` makes its event from the run as the log has it, or throws. A command
 * that was given before under the same idempotency key is answered as then. Throws HttpProblem 409 for a run that has ended.
 */
export async function giveCommand(
  context: GatewayContext,
  call: CommandCall,
  make: (run: LoadedRun, commandId: string) => NewEvent,
): Promise<CommandReply> {
  const { runId, caller } = call
  const run = await requireFoldedRun(context, caller.workspaceId, runId)
  const [first] = run.events
  if (first !== undefined) call.request.runRoot = spanOf(first.traceparent)
  const commandId = await commandIdOf(context, call)
  const before = run.events.find(({ data }) => 'commandId' in data && data.commandId === commandId)
  if (before !== undefined) return { runId, event: before.type, commandId }
  if (run.state.completed !== null)
    throw new HttpProblem(
      409,
      `Run ${runId} is ${run.state.status}, which is final: \`winnow fork ${runId} --at <pos>\` goes on from one of its events as a new run.`,
    )
  const event = make(run, commandId)
  const bytes = Buffer.byteLength(JSON.stringify(event.data))
  if (bytes > maxEventBytes - envelopeBytes)
    throw new HttpProblem(413, `The command has ${bytes} bytes, more than an event takes: give it in parts.`)
  await appendCommands(context.log, run, [event], context.actor, context.now())
  return { runId, event: event.type, commandId }
}

/** A fresh id, or that of the first request under the same idempotency key. */
async function commandIdOf(context: GatewayContext, { caller, runId, name, request }: CommandCall): Promise<string> {
  const made = { commandId: context.newId() }
  const key = idempotencyKey(request.headers['idempotency-key'])
  if (key === null) return made.commandId
  const { workspaceId } = caller
  const noted = await noteMade(
    context.pool,
    { workspaceId, scope: `runs/${runId}/${name}`, key, bodyHash: hashOfBody(request.body) },
    made,
    context.now(),
  )
  return noted.commandId
}
