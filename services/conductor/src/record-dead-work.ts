import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { RunReader } from '@winnow/runtime/run-reader.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import { countAppended } from '@winnow/runtime/telemetry/appended-events.ts'
import type { Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'

export interface DeadWorkDependencies {
  readonly log: Pick<EventLog, 'append' | 'version'>
  readonly reader: RunReader
  readonly actor: { readonly version: string; readonly instance: string }
  readonly logger: Pick<Logger, 'error'>
  readonly now: () => Date
  readonly telemetry: Telemetry
}

/**
 * Records the end of a work item that killed every worker which took it. The run's driver, here or elsewhere, sees it as any
 * other event. Throws when somebody decided meanwhile: then it is to be tried again.
 */
export async function recordDeadWork(item: WorkItem, reason: string, deliveries: number, deps: DeadWorkDependencies): Promise<void> {
  deps.logger.error({ runId: item.runId, workId: item.workId, reason }, 'work failed for good')
  await deps.reader.at(item.runId, item.pos, async (run) => {
    const work = run.state.work[item.workId]
    if (work === undefined) throw new Error(`${item.workId} is not in the state of ${item.runId}`)
    const event = sealNewEvent(
      {
        type: 'WorkFailed',
        data: { workId: item.workId, service: item.service, stage: work.stage, reason, attempts: deliveries, retryable: false },
      },
      {
        runId: run.runId,
        workspaceId: run.workspaceId,
        aggregate: 'run',
        actor: { ...deps.actor, service: 'conductor' },
        causationId: item.eventId,
        traceId: run.traceId,
        now: deps.now(),
      },
    )
    const result = await deps.log.append([event], await deps.log.version(run.runId, 'run'))
    if (result.kind === 'conflict') throw new Error(`run ${run.runId} was decided on meanwhile`)
    countAppended(deps.telemetry, [event], result)
    deps.telemetry.count('deadWork', 1, { 'winnow.service': item.service, 'winnow.stage': work.stage })
  })
}
