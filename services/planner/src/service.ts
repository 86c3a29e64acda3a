import type { NewEvent } from '@winnow/contracts/registry.ts'
import { intentsOf } from '@winnow/domain/decide/planning.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { intentPrompt, intentPromptVersion } from './core/intent-prompt.ts'
import { intentFallback, intentReply, readIntents } from './core/intent-reply.ts'
import { planPrompt, planPromptVersion } from './core/plan-prompt.ts'
import { planFallback, planReply, readPlan } from './core/plan-reply.ts'
import { queryPrompt, queryPromptVersion } from './core/query-prompt.ts'
import { queryFallback, queryReply, readQueries } from './core/query-reply.ts'
import { degradedBy } from './core/unusable.ts'

/** Plans a run: subquestions, search intents and queries (roles planner, intent and query). */
export function createPlanner(): Service {
  return {
    name: 'planner',
    concurrency: 8,
    handle: (task) => {
      const { type } = task.run.decision
      if (type === 'PlanningRequested') return plan(task)
      return type === 'IntentsRequested' ? intents(task) : queries(task)
    },
  }
}

async function plan(task: Task): Promise<readonly NewEvent[]> {
  const { workId, maxSubquestions, fallback } = decisionOf(task, 'PlanningRequested').data
  const { question, criteria } = requestOf(task)
  const answer = await task.ask({
    role: 'planner',
    stage: 'planning',
    promptVersion: planPromptVersion,
    prompt: planPrompt({ question, criteria, maxSubquestions }),
    schema: planReply,
    schemaName: 'plan',
    fallback,
  })
  const read = answer.value === null ? [] : readPlan(answer.value, maxSubquestions)
  const subquestions = read.length > 0 ? read : planFallback(question)
  return [
    {
      type: 'PlanProposed',
      data: { workId, subquestions: [...subquestions], degraded: degradedBy('planner', answer, read) },
      usage: answer.usage,
    },
  ]
}

async function intents(task: Task): Promise<readonly NewEvent[]> {
  const item = entryOf(task, decisionOf(task, 'IntentsRequested').data.items)
  const { workId, subquestionId, firstIntent, planned } = item
  const created = (texts: readonly { readonly text: string; readonly rewordOf?: string | undefined }[]) =>
    texts.map(({ text, rewordOf }, index) => ({
      workId,
      part: index + 1,
      parts: texts.length,
      intentId: `${subquestionId}.i${firstIntent + index}`,
      subquestionId,
      text,
      ...(rewordOf === undefined ? {} : { rewordOf }),
      degraded: [],
    }))
  // What a critique planned is taken as it is: the critic has already thought about it.
  if (planned.length > 0) return created(planned).map((data) => ({ type: 'IntentCreated', data }))
  const subquestion = subquestionText(task, subquestionId)
  const earlier = intentsOf(task.run.state, subquestionId).map((intent) => intent.text)
  const answer = await task.ask({
    role: 'intent',
    stage: 'planning',
    promptVersion: intentPromptVersion,
    prompt: intentPrompt({ question: requestOf(task).question, subquestionId, subquestion, earlier }),
    schema: intentReply,
    schemaName: 'intents',
    fallback: item.fallback,
  })
  const read = answer.value === null ? [] : readIntents(answer.value, earlier)
  const texts = (read.length > 0 ? read : intentFallback(subquestion)).map((text) => ({ text }))
  return created(texts).map((data, index) => ({
    type: 'IntentCreated',
    data: index === 0 ? { ...data, degraded: degradedBy('intent', answer, read) } : data,
    usage: index === 0 ? answer.usage : [],
  }))
}

async function queries(task: Task): Promise<readonly NewEvent[]> {
  const { workId, intentId, subquestionId, sources, fallback } = entryOf(task, decisionOf(task, 'QueriesRequested').data.items)
  const intent = task.run.state.intents[intentId]
  if (intent === undefined) throw new Error(`there is no intent ${intentId}`)
  const answer = await task.ask({
    role: 'query',
    stage: 'search',
    promptVersion: queryPromptVersion,
    prompt: queryPrompt({ subquestion: subquestionText(task, subquestionId), intentId, intent: intent.text, sources }),
    schema: queryReply(sources),
    schemaName: 'queries',
    fallback,
  })
  const read = answer.value === null ? [] : readQueries(answer.value, sources, intent.text)
  const written = read.length > 0 ? read : queryFallback(sources, intent.text)
  return [
    {
      type: 'QueriesWritten',
      data: { workId, intentId, queries: [...written], degraded: degradedBy('query', answer, read) },
      usage: answer.usage,
    },
  ]
}

function requestOf(task: Task) {
  const { request } = task.run.corpus
  if (request === null) throw new Error('a run is planned after it was requested')
  return request
}

function subquestionText(task: Task, subquestionId: string): string {
  const subquestion = task.run.state.subquestions[subquestionId]
  if (subquestion === undefined) throw new Error(`there is no subquestion ${subquestionId}`)
  return subquestion.text
}
