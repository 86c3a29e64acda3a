import type { NewEvent } from '@winnow/contracts/registry.ts'
import { decisionOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { critiquePrompt, critiquePromptVersion } from './core/critique-prompt.ts'
import { critiqueReply, readCritique } from './core/critique-reply.ts'
import { dossierOf } from './core/dossier.ts'

/** Criticises an iteration (role critic). Without a usable reply there is no critique, and the run stops defensively. */
export function createCritic(): Service {
  return { name: 'critic', concurrency: 4, handle: criticise }
}

async function criticise(task: Task): Promise<readonly NewEvent[]> {
  const { workId, iteration, fallback } = decisionOf(task, 'CritiqueRequested').data
  const answer = await task.ask({
    role: 'critic',
    stage: 'critique',
    promptVersion: critiquePromptVersion,
    prompt: critiquePrompt(dossierOf(task.run.state, task.run.corpus)),
    schema: critiqueReply,
    schemaName: 'critique',
    fallback,
  })
  const critique = answer.value === null ? null : readCritique(answer.value)
  return [{ type: 'CritiqueProposed', data: { workId, iteration, critique, degraded: [...answer.degraded] }, usage: answer.usage }]
}
