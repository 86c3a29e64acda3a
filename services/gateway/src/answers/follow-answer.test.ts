import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog, MemoryStorage } from '@winnow/eventlog/memory-event-log.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerEvents, answerOfRun, tellAnswer } from '../testing/answer-run.ts'
import { append } from '../testing/history-run.ts'
import { type AnswerNews, followAnswer } from './follow-answer.ts'

const place = { runId: 'r-1', workspaceId: 'lab' }
let storage: MemoryStorage
let log: MemoryEventLog<TypedEvent>
let blobs: MemoryBlobStore
beforeEach(() => {
  storage = new MemoryStorage()
  log = new MemoryEventLog<TypedEvent>(parseEvent, storage)
  blobs = new MemoryBlobStore()
})

const follow = (signal = new AbortController().signal) => followAnswer(log, blobs, place.runId, signal)
const tell = async (events: readonly NewEvent[]) => {
  for (const event of sealRun(place.runId, place.workspaceId, events)) await append(log, event)
}
/** Tells the run up to the first event of a type, then more. */
const runUpTo = async (upTo: EventType, ...more: readonly NewEvent[]) => {
  await tellAnswer(log, await answerEvents(place, blobs), { upTo })
  await tell(more)
}
const short = (news: readonly AnswerNews[]) => news.map((told) => (told.kind === 'steps' ? `${told.steps.length} steps` : told.kind))
const last = async () => (await Array.fromAsync(follow())).at(-1)

test('the steps grow as the run goes on, and at last there is the answer', async () => {
  await tellAnswer(log, await answerEvents(place, blobs))
  const news = await Array.fromAsync(follow())
  expect(short(news)).toEqual(['1 steps', '2 steps', '3 steps', '4 steps', '5 steps', '7 steps', '7 steps', '8 steps', 'answered'])
  expect(news.at(-1)).toEqual({ kind: 'answered', content: answerOfRun })
  expect(news.at(-2)).toMatchObject({
    steps: [
      expect.stringContaining('**Search 1:** How do plants save water?\n\n- D1: Work shade'),
      '**Found by search 1:** Work shade says so. (D1)',
      '**Turn 1:** Thought 1.',
      expect.stringContaining('**Search 2:** stomata\n\n- D2: Work stomata'),
      '**Found by search 2:** Work stomata says so. (D2)',
      '**Turn 2:** Thought 2.',
      '**Search refused:** stomata: This was searched for already.',
      '**Turn 4:** Thought 4.',
    ],
  })
})

test('it is told as it comes', async () => {
  const events = await answerEvents(place, blobs)
  await tellAnswer(log, events, { upTo: 'SearchesRequested' })
  const following = follow()
  expect((await following.next()).value).toMatchObject({ steps: ['**Search 1:** How do plants save water?'] })
  const next = following.next()
  await tellAnswer(log, events, { after: 'SearchesRequested', upTo: 'PassagesSummarised' })
  expect(short([(await next).value as AnswerNews])).toEqual(['2 steps'])
  await following.return()
})

describe('without an answer', () => {
  const completed = (status: 'failed' | 'cancelled'): NewEvent => ({
    type: 'RunCompleted',
    data: { status, stopReason: 'the answer could not be written', rule: null },
  })

  test.each(['failed', 'cancelled'] as const)('a run that has %s', async (status) => {
    await runUpTo('AnswerRequested', completed(status))
    expect(await last()).toEqual({ kind: 'unanswered', failed: true, error: `Run r-1 is ${status}: the answer could not be written.` })
  })

  test('a run that is paused could go on', async () => {
    await runUpTo('TurnTaken', { type: 'RunPaused', data: { commandId: 'p', reason: 'openai: no credit left', cause: 'provider' } })
    expect(await last()).toEqual({
      kind: 'unanswered',
      failed: false,
      error: 'Run r-1 is paused: openai: no credit left. POST /v1/runs/r-1/resume goes on with it.',
    })
  })

  test('a run that needs a newer server', async () => {
    await runUpTo('SearchesRequested')
    const [pause] = sealRun(place.runId, place.workspaceId, [{ type: 'RunPaused', data: { commandId: 'p', reason: 'r', cause: 'user' } }])
    if (pause === undefined) throw new Error('no event')
    // Written by a newer Winnow.
    await append(new MemoryEventLog<Recorded>((event) => ({ ok: true, event }), storage), { ...pause, version: 99 })
    const told = await last()
    expect(told).toMatchObject({
      kind: 'unanswered',
      failed: false,
      error: expect.stringMatching(/^This server is too old for run r-1: .+\.$/),
    })
  })
})

test('nothing more is told once the signal is aborted', async () => {
  await runUpTo('SearchesRequested')
  const stop = new AbortController()
  const following = follow(stop.signal)
  await following.next()
  const next = following.next()
  stop.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})

test('an answer that is not in the store is a fault', async () => {
  await tellAnswer(log, await answerEvents(place, blobs))
  blobs = new MemoryBlobStore()
  await expect(Array.fromAsync(follow())).rejects.toThrow(/^blob [0-9a-f]{64} is missing from the blob store$/)
})
