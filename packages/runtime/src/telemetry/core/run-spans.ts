import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { Attributes, SpanPlace, SpanRecord } from '../telemetry.ts'
import { spanOf } from './span-of.ts'

interface OpenRun {
  readonly place: SpanPlace
  /** Null while everything is copied from the run that this one was forked from. */
  startMs: number | null
}

interface OpenStage {
  readonly span: Pick<SpanRecord, 'name' | 'spanId'>
  readonly startMs: number
  readonly attributes: Attributes
  readonly openWork: Set<string>
  done: number
  failed: number
  lastMs: number
}

/**
 * The spans of a run and its stages, from its events alone: whoever folds the log finds the same spans, so they need no
 * coordinator (design §8). The root span has the id of RunRequested and a stage that of the decision that opened its work: every
 * event carries both in its traceparent, so a worker knows its parent. A span is given out when it ends. What was copied from
 * the run that this one was forked from has its spans there.
 */
export class RunSpans {
  #run: OpenRun | null = null
  /** By the position of the decision. */
  readonly #stages = new Map<number, OpenStage>()

  /** The root span's place; null before the first event. */
  get root(): SpanPlace | null {
    return this.#run?.place ?? null
  }

  /** Takes the run's next event, with the state just after it; gives the spans that ended with it. */
  observe(event: TypedEvent, state: RunState): readonly SpanRecord[] {
    this.#run ??= { place: spanOf(event.traceparent), startMs: null }
    const run = this.#run
    if (event.inherited !== true) run.startMs ??= Date.parse(event.at)
    if (event.aggregate === 'run') this.#open(event, state)
    const stages = this.#settle(event, state)
    return event.type === 'RunCompleted' ? [...stages, ...this.#end(run, event, state)] : stages
  }

  /** A decision with work for a service is a stage of the run; the work of one decision is all of one stage. */
  #open(event: TypedEvent, state: RunState): void {
    const works = Object.values(state.work).filter(({ pos }) => pos === event.pos)
    const stage = works[0]?.stage
    if (stage === undefined) return
    this.#stages.set(event.pos, {
      span: { name: `stage ${stage}`, spanId: spanOf(event.traceparent).spanId },
      startMs: Date.parse(event.at),
      attributes: { ...about(event), 'winnow.stage': stage, 'winnow.iteration': state.iteration, 'winnow.decision': event.type },
      openWork: new Set(works.map(({ workId }) => workId)),
      done: 0,
      failed: 0,
      lastMs: 0,
    })
  }

  #settle(event: TypedEvent, state: RunState): readonly SpanRecord[] {
    if (!('workId' in event.data)) return []
    const work = state.work[event.data.workId]
    const stage = work === undefined ? undefined : this.#stages.get(work.pos)
    if (work === undefined || stage === undefined || !stage.openWork.has(work.workId)) return []
    stage.lastMs = Math.max(stage.lastMs, Date.parse(event.at))
    if (work.status === 'open') return []
    stage.openWork.delete(work.workId)
    if (event.inherited !== true) stage[work.status] += 1
    if (stage.openWork.size > 0) return []
    this.#stages.delete(work.pos)
    return this.#ended(stage, stage.lastMs)
  }

  #end(run: OpenRun, event: TypedEvent<'RunCompleted'>, state: RunState): readonly SpanRecord[] {
    const stages = [...this.#stages.values()].flatMap((stage) => this.#ended(stage, Date.parse(event.at)))
    this.#stages.clear()
    if (run.startMs === null) return stages
    return [
      ...stages,
      {
        ...run.place,
        name: 'run',
        kind: 'internal',
        parentSpanId: null,
        startMs: run.startMs,
        endMs: Math.max(run.startMs, Date.parse(event.at)),
        attributes: {
          ...about(event),
          'winnow.status': event.data.status,
          'winnow.iterations': state.iteration,
          'winnow.documents': Object.keys(state.documents).length,
          'winnow.run.cost_usd': state.spent.costUsd,
        },
        failed: event.data.status === 'failed',
      },
    ]
  }

  /** The span of a stage, unless all of its work was done in another run. */
  #ended(stage: OpenStage, endMs: number): readonly SpanRecord[] {
    const run = this.#run
    const { done, failed, openWork } = stage
    const abandoned = openWork.size
    if (run === null || run.startMs === null || done + failed + abandoned === 0) return []
    const startMs = Math.max(stage.startMs, run.startMs)
    return [
      {
        traceId: run.place.traceId,
        ...stage.span,
        kind: 'internal',
        parentSpanId: run.place.spanId,
        startMs,
        endMs: Math.max(startMs, endMs),
        attributes: { ...stage.attributes, 'winnow.work.done': done, 'winnow.work.failed': failed, 'winnow.work.abandoned': abandoned },
        failed: false,
      },
    ]
  }
}

function about(event: TypedEvent): Attributes {
  return { 'winnow.run_id': event.runId, 'winnow.workspace': event.workspaceId }
}
