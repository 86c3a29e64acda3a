import type { ServerResponse } from 'node:http'
import { appendCommands } from '@winnow/runs/append-command.ts'
import type { GatewayContext } from '../gateway-context.ts'

export interface Waiting {
  /** Aborted when the client is gone, or the gateway closes. */
  readonly signal: AbortSignal
  /** The client has its answer: that it goes means nothing any more. */
  readonly settled: () => void
}

/**
 * Pauses a run when the client that waits for its answer goes away before it has it, so that it spends nothing more. The run can
 * be resumed, and its answer fetched, over `/v1/runs`. A gateway that closes pauses nothing: the run goes on without it.
 */
export function pauseWhenGone(
  { closing, log, actor, now, newId, logger }: Pick<GatewayContext, 'closing' | 'log' | 'actor' | 'now' | 'newId' | 'logger'>,
  run: { readonly runId: string; readonly workspaceId: string; readonly traceId: string },
  response: Pick<ServerResponse, 'on'>,
): Waiting {
  const gone = new AbortController()
  let settled = false
  const pause = async () => {
    const data = { commandId: newId(), reason: 'the client that asked for the answer went away', cause: 'user' as const }
    try {
      await appendCommands(log, run, [{ type: 'RunPaused', data }], actor, now())
    } catch (error) {
      logger.error({ err: error, runId: run.runId }, 'a run whose client went away was not paused')
    }
  }
  response.on('close', () => {
    gone.abort()
    if (!settled && !closing.aborted) void pause()
  })
  return {
    signal: AbortSignal.any([closing, gone.signal]),
    settled: () => {
      settled = true
    },
  }
}
