import { z } from 'zod'
import { event } from '../define-event.ts'
import { stage } from '../entities/stage.ts'
import { workId } from './conductor.ts'

/**
 * A work item ended without a result: its service gave up, or (service "conductor") it was overdue. It goes to the
 * aggregate of the service that says so.
 */
export const workFailed = event(
  'WorkFailed',
  1,
  null,
  z.object({ workId, service: z.string(), stage, reason: z.string(), attempts: z.number().int().nonnegative(), retryable: z.boolean() }),
  (data) => data.workId,
)
