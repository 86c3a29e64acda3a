import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Service } from '@winnow/contracts/flow.ts'

export interface WorkState {
  readonly workId: string
  readonly service: Service
  readonly stage: Stage
  /** The position and entry of the decision that asked for it. */
  readonly pos: number
  readonly entry: number
  readonly eventId: string
  readonly requestedAt: string
  readonly status: 'open' | 'done' | 'failed'
  readonly parts: number | null
  readonly arrived: readonly number[]
  readonly fallback: boolean
}

export interface Spent {
  readonly searches: number
  readonly reads: number
  readonly tokens: number
  readonly costUsd: number
  /** Calls whose price is unknown. */
  readonly unpriced: number
}

export interface Cost {
  readonly role: ModelRole
  readonly stage: Stage
  readonly calls: number
  readonly failedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Sum of the known prices; null when no call had one. */
  readonly costUsd: number | null
  readonly unpriced: number
}
