import { type EventData, type EventType, eventDefinitions, type NewEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { Answer, AskModel, Question, Service, Task } from '@winnow/runtime/service.ts'
import { modelCall, sealForTest } from './history.ts'

/** A run as a worker sees it; a History is one. */
export interface SeenRun {
  readonly state: RunState
  readonly corpus: Corpus
}

/** Every role routed to no model: not degraded, as that is a choice. */
export const noModel: AskModel = async () => ({ value: null, model: 'none', usage: [], degraded: [] })

/**
 * A model that gives the replies in their order, through the schema that it is asked with; a reply that does not fit, and
 * one that is left out, degrades the step. A question that the budget does not pay for is not asked. `asked` keeps them all.
 */
export function scriptedModel(...replies: readonly unknown[]): { readonly ask: AskModel; readonly asked: Question<unknown>[] } {
  const asked: Question<unknown>[] = []
  const ask: AskModel = async <T>(question: Question<T>): Promise<Answer<T>> => {
    const { role, stage, schema, fallback } = question
    const unusable = (reason: string) => ({ value: null, model: 'openai:test', degraded: [{ role, reason, count: 1 }] })
    if (fallback === 'budget') return { ...unusable('budget'), usage: [] }
    const parsed = schema.safeParse(replies[asked.length])
    asked.push(question as Question<unknown>)
    const usage = [modelCall({ callId: `call-${asked.length}`, role, stage, outcome: parsed.success ? 'ok' : 'invalid' })]
    return parsed.success ? { value: parsed.data, model: 'openai:test', usage, degraded: [] } : { ...unusable('invalid'), usage }
  }
  return { ask, asked }
}

/** A task on an entry of a decision that is the latest event of the run; its data must fit its definition. */
export function taskOn<T extends EventType>(
  run: SeenRun,
  type: T,
  data: EventData<T>,
  {
    ask = noModel,
    entry = 0,
    signal = new AbortController().signal,
    pos = 9,
  }: Partial<Pick<Task, 'ask' | 'signal'>> & {
    readonly entry?: number
    readonly pos?: number
  } = {},
): Task {
  const decision = sealForTest({ type, data } as NewEvent, pos)
  const item = {
    runId: decision.runId,
    workspaceId: decision.workspaceId,
    service: 'any',
    lane: 'main',
    workId: 'work',
    eventId: decision.id,
    eventType: type,
    pos,
    entry,
  }
  const { state, corpus } = run
  return { item, run: { runId: decision.runId, workspaceId: decision.workspaceId, traceId: 't', state, corpus, decision }, signal, ask }
}

/** The outcome of a task; the data of each event must fit its definition. */
export async function outcomeOf(service: Service, task: Task): Promise<readonly NewEvent[]> {
  const events = await service.handle(task)
  for (const { type, data } of events) eventDefinitions[type].schema.parse(data)
  return events
}
