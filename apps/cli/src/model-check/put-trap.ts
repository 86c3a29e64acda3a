import { createAnswerer } from '@winnow/answerer/service.ts'
import type { Service as ServiceName } from '@winnow/contracts/flow.ts'
import { createCritic } from '@winnow/critic/service.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { createPlanner } from '@winnow/planner/service.ts'
import { createReader } from '@winnow/reader/service.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { AskModel, Question, RunSnapshot, Service } from '@winnow/runtime/service.ts'
import { createScreener } from '@winnow/screener/service.ts'
import { createWriter } from '@winnow/writer/service.ts'
import { shown } from './judging/shown.ts'
import { tellStory, workItemOf } from './tell-story.ts'
import type { AskedQuestion, Seen, Trap, Verdict } from './trap.ts'

/** Where a trap is put. */
export interface Bench {
  /** A run of its own each time that a trap is put. */
  readonly runId: string
  /** As routed: "openai:gpt-x". */
  readonly model: string
  readonly signal: AbortSignal
  /** The model as a service's task sees it. */
  readonly askFor: (run: RunSnapshot, item: WorkItem) => AskModel
}

/**
 * Puts a trap to a model: the service's own handler is called on the made-up run, and what comes of it is judged. A reply that
 * could not be used fails it, with the reason. Throws what `askFor`'s model throws: ProviderStop, or an abort.
 */
export async function putTrap(trap: Trap, bench: Bench): Promise<Verdict> {
  return verdictOf(trap, await seenAt(trap, bench))
}

/** The verdict on what came of a trap. */
export function verdictOf(trap: Trap, seen: Seen): Verdict {
  const [step] = seen.outcome.flatMap(({ data }) => ('degraded' in data ? data.degraded : []))
  if (step !== undefined) return { passed: false, detail: `its reply could not be used: ${shown(step.reason)}` }
  return trap.judge(seen)
}

async function seenAt(trap: Trap, { runId, model, signal, askFor }: Bench): Promise<Seen> {
  const blobs = new MemoryBlobStore()
  const run = await tellStory(trap.story, trap.decision, { runId, model, blobs })
  const item = workItemOf(run)
  const asked: AskedQuestion[] = []
  const real = askFor(run, item)
  const ask: AskModel = async <T>(question: Question<T>) => {
    const answer = await real(question)
    asked.push({ schemaName: question.schemaName, prompt: question.prompt, value: answer.value })
    return answer
  }
  const outcome = await serviceNamed(item.service, blobs).handle({ item, run, signal, ask })
  if (asked.length === 0) throw new Error(`the trap ${trap.name} asks the model nothing`)
  return { state: run.state, asked, outcome }
}

function serviceNamed(name: string, blobs: BlobStore): Service {
  const made: { readonly [S in ServiceName]?: () => Service } = {
    planner: createPlanner,
    screener: createScreener,
    reader: () => createReader({ blobs }),
    critic: createCritic,
    writer: () => createWriter({ blobs }),
    answerer: () => createAnswerer({ blobs, reranker: null }),
  }
  const create = made[name as ServiceName]
  if (create === undefined) throw new Error(`no trap is put to the service ${name}`)
  return create()
}
