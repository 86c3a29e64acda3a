import type { SpanPlace } from '../telemetry.ts'

/** The span of a run or of one delivery of its work, and what it is about: what happens meanwhile is told with it. */
export interface RunPlace extends SpanPlace {
  readonly runId: string
  readonly workspaceId: string
  readonly workId?: string
}

/** The span of one delivery of a work item. */
export interface WorkPlace extends RunPlace {
  readonly workId: string
}
