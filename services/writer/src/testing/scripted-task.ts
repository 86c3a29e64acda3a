import { type ReportContent, reportContent } from '@winnow/contracts/entities/report.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import { type EventData, type EventType, eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { Answer, AskModel, Question, Task } from '@winnow/runtime/service.ts'
import { expect } from 'vitest'
import { createWriter } from '../service.ts'
import type { BuiltRun } from './built-run.ts'

/** Replies by name of schema; what is not there is not usable. A function gets the prompt. */
type Replies = Readonly<Record<string, unknown>>

function usageOf(question: Question<unknown>, callId: string): Usage {
  const { role, stage } = question
  return { callId, role, stage, model: 'openai:m', inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: null, ms: 1, outcome: 'ok' }
}

/** A model that answers from a table, through the schemas as the real call does; it keeps what it was asked. */
export function scripted(replies: Replies) {
  const asked: Question<unknown>[] = []
  const ask: AskModel = async <T>(question: Question<T>): Promise<Answer<T>> => {
    asked.push(question as Question<unknown>)
    if (question.fallback === 'budget')
      return { value: null, model: 'openai:m', usage: [], degraded: [{ role: question.role, reason: 'budget', count: 1 }] }
    const reply = replies[question.schemaName]
    const parsed = question.schema.safeParse(typeof reply === 'function' ? reply(question.prompt.user) : reply)
    const usage = [usageOf(question as Question<unknown>, `${question.schemaName}-${asked.length}`)]
    return parsed.success
      ? { value: parsed.data, model: 'openai:m', usage, degraded: [] }
      : { value: null, model: 'openai:m', usage, degraded: [{ role: question.role, reason: 'invalid', count: 1 }] }
  }
  return { ask, asked }
}

/** Every role routed to no model. */
export const none: AskModel = async () => ({ value: null, model: 'none', usage: [], degraded: [] })

/** A blob store of this test alone, which reads reports back. */
export function memoryBlobs(): BlobStore & { readonly content: (hash: string) => ReportContent } {
  const blobs = new Map<string, Uint8Array>()
  return {
    put: async (bytes) => {
      const hash = hashOfBytes(bytes)
      blobs.set(hash, bytes)
      return hash
    },
    get: async (hash) => blobs.get(hash) ?? null,
    content: (hash) => reportContent.parse(JSON.parse(new TextDecoder().decode(blobs.get(hash)))),
  }
}

/** A task on an entry of a decision. */
export function taskOf<T extends EventType>(run: BuiltRun, type: T, data: EventData<T>, ask: AskModel, entry = 0): Task {
  const decision = { type, data, pos: 9, runId: 'run-1' } as unknown as TypedEvent
  const item = {
    runId: 'run-1',
    workspaceId: 'w',
    service: 'writer',
    lane: 'main',
    workId: 'w',
    eventId: 'e',
    eventType: type,
    pos: 9,
    entry,
  }
  return { item, run: { runId: 'run-1', workspaceId: 'w', traceId: 't', ...run, decision }, signal: new AbortController().signal, ask }
}

/** The one event of a task; its data must fit its definition. */
export async function outcome<T extends EventType>(task: Task, type: T, blobs: BlobStore = memoryBlobs()): Promise<NewEvent<T>> {
  const events = await createWriter({ blobs }).handle(task)
  expect(events.map((event) => event.type)).toEqual([type])
  const [event] = events
  eventDefinitions[type].schema.parse(event?.data)
  return event as NewEvent<T>
}
