import { z } from 'zod'
import type { WorkItem } from '../work-queue.ts'
import { workSubject } from './work-subject.ts'

const workItem = z.object({
  runId: z.string(),
  workspaceId: z.string(),
  service: z.string(),
  lane: z.string(),
  workId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  pos: z.number().int().positive(),
  entry: z.number().int().nonnegative(),
})

/** The body of an item's message: JSON. */
export function workBody(item: WorkItem): string {
  return JSON.stringify(item)
}

/** The item of a message. Throws, saying why, when the body is none or is for another subject. */
export function readWorkMessage(message: { readonly subject: string; readonly data: Uint8Array }): WorkItem {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(message.data)
  const item: WorkItem = workItem.parse(JSON.parse(text))
  if (workSubject(item) !== message.subject) throw new Error(`the item is for ${workSubject(item)}, not for ${message.subject}`)
  return item
}
