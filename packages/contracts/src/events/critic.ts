import { z } from 'zod'
import { event } from '../define-event.ts'
import { critique } from '../entities/critique.ts'
import { degraded } from '../entities/degraded.ts'
import { workId } from './conductor.ts'

/** The critic's reply (aggregate `critique`); null when there was none that could be used. */
export const critiqueProposed = event(
  'CritiqueProposed',
  1,
  'critique',
  z.object({ workId, iteration: z.number().int().min(1), critique: critique.nullable(), degraded: z.array(degraded) }),
  (data) => data.workId,
)
