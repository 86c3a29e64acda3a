import { z } from 'zod'
import { event } from '../define-event.ts'

/**
 * A model provider keeps failing: the run pauses until somebody resumes it, and the work item has no outcome yet (spec §2).
 * Appended by the worker that noticed, to its own aggregate.
 */
export const providerStopped = event(
  'ProviderStopped',
  1,
  null,
  z.object({
    workId: z.string().min(1),
    /** Tells this stop from an earlier one at the same work. */
    stopId: z.string().min(1),
    /** What is wrong and what to do about it, for a person. */
    reason: z.string(),
  }),
  (data) => `${data.workId}:${data.stopId}`,
)
