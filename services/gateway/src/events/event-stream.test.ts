import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog, MemoryStorage } from '@winnow/eventlog/memory-event-log.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import { requested } from '@winnow/testkit/recorded-run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventStream, type StreamedRun } from './event-stream.ts'

/** What is told of the events of one run; those with these reasons cannot be told. */
let storage: MemoryStorage
let reader: MemoryEventLog<Recorded>
beforeEach(() => {
  storage = new MemoryStorage()
  reader = new MemoryEventLog<Recorded>((event) => {
    const { reason } = event.data as { reason?: string }
    if (reason === 'unreadable') return { ok: false, reason: 'invalid', detail: 'test' }
    if (reason === 'newer') return { ok: false, reason: 'newer-version', detail: 'test' }
    return { ok: true, event }
  }, storage)
})

const paused = (commandId: string, reason = 'r'): NewEvent => ({ type: 'RunPaused', data: { commandId, reason, cause: 'user' } })
const completed: NewEvent = { type: 'RunCompleted', data: { status: 'completed', stopReason: 'answered', rule: null } }

/** Puts events into the run's log, whatever they say. */
async function tell(...events: readonly NewEvent[]): Promise<void> {
  const writer = new MemoryEventLog<Recorded>((event) => ({ ok: true, event }), storage)
  for (const event of events) {
    const aggregate = event.type === 'RunCompleted' ? 'run' : 'command'
    const place = { runId: 'r-one', workspaceId: 'lab', aggregate, causationId: null, traceId: 'ab'.repeat(16) } as const
    const actor = { service: 'client', version: '0', instance: 't' }
    const sealed = sealNewEvent(event, { ...place, actor, now: new Date('2026-07-01T09:00:00.000Z') })
    await writer.append([sealed], aggregate === 'run' ? await writer.version('r-one', 'run') : undefined)
  }
}

const run: StreamedRun = {
  read: (after) => reader.read('r-one', { after }),
  follow: (after, signal) => reader.follow('r-one', { after, signal }),
  hasEnded: async () => (await Array.fromAsync(reader.read('r-one'))).some(({ type }) => type === 'RunCompleted'),
  head: async () => storage.runs.get('r-one')?.length ?? 0,
}

const opened = (after = 0, signal = new AbortController().signal, heartbeatMs = 60_000) => eventStream(run, after, { signal, heartbeatMs })

/** Messages in short: "3 RunPaused", "gap 2-3", "end", ":" for a comment. */
function short(message: string): string {
  if (message.startsWith(':')) return ':'
  const [, id, event, data] = /^(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)\n\n$/.exec(message) ?? []
  if (event === 'gap') {
    const { from, to } = JSON.parse(data ?? '') as { from: number; to: number }
    expect(Number(id)).toBe(to)
    return `gap ${from}-${to}`
  }
  return id === undefined ? `${event}` : `${id} ${event}`
}
const all = async (stream: AsyncIterable<string>) => (await Array.fromAsync(stream)).map(short)

/** Takes the next messages of a stream. */
async function take(stream: AsyncGenerator<string>, count: number): Promise<readonly string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const next = await stream.next()
    if (next.done === true) break
    taken.push(short(next.value))
  }
  return taken
}

describe('a run that has ended', () => {
  test('is told from the beginning, and then its end', async () => {
    await tell(requested(), paused('c1'), completed)
    expect(await all(opened())).toEqual([':', '1 RunRequested', '2 RunPaused', '3 RunCompleted', 'end'])
  })

  test.each([
    [1, [':', '2 RunPaused', '3 RunCompleted', 'end']],
    [2, [':', '3 RunCompleted', 'end']],
    [3, [':', 'end']],
    [9, [':', 'end']],
  ])('is told from after position %i', async (after, messages) => {
    await tell(requested(), paused('c1'), completed)
    expect(await all(opened(after))).toEqual(messages)
  })

  test('what came after its end is told too', async () => {
    await tell(requested(), completed, paused('late'), paused('x', 'unreadable'))
    expect(await all(opened())).toEqual([':', '1 RunRequested', '2 RunCompleted', '3 RunPaused', 'gap 4-4', 'end'])
  })

  test('the data of a message is the event as it was recorded', async () => {
    await tell(requested(), completed)
    const message = (await Array.fromAsync(opened(1)))[1] ?? ''
    const data = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '')
    expect(data).toEqual(JSON.parse(JSON.stringify((await Array.fromAsync(reader.archive('r-one')))[1])))
  })
})

describe('positions that cannot be told', () => {
  test.each([
    [
      'one',
      [requested(), paused('a', 'unreadable'), paused('b'), completed],
      0,
      ['1 RunRequested', 'gap 2-2', '3 RunPaused', '4 RunCompleted'],
    ],
    [
      'several',
      [requested(), paused('a', 'unreadable'), paused('b', 'unreadable'), completed],
      0,
      ['1 RunRequested', 'gap 2-3', '4 RunCompleted'],
    ],
    ['the first', [paused('a', 'unreadable'), requested(), completed], 0, ['gap 1-1', '2 RunRequested', '3 RunCompleted']],
    ['the next after what the client has', [requested(), paused('a', 'unreadable'), completed], 1, ['gap 2-2', '3 RunCompleted']],
    ['none: the client has them', [requested(), paused('a', 'unreadable'), completed], 2, ['3 RunCompleted']],
  ])('%s', async (_, events, after, messages) => {
    await tell(...events)
    expect(await all(opened(after))).toEqual([':', ...messages, 'end'])
  })
})

describe('a run that goes on', () => {
  test('is followed to its end', async () => {
    await tell(requested())
    const stream = opened()
    expect(await take(stream, 2)).toEqual([':', '1 RunRequested'])
    const next = take(stream, 9)
    await tell(paused('a', 'unreadable'), paused('b'), completed)
    expect(await next).toEqual(['gap 2-2', '3 RunPaused', '4 RunCompleted', 'end'])
    expect(storage.wakeups.size).toBe(0)
  })

  test('sends a heartbeat when nothing comes, and misses nothing by it', async () => {
    await tell(requested())
    const stream = opened(0, new AbortController().signal, 5)
    expect(await take(stream, 4)).toEqual([':', '1 RunRequested', ':', ':'])
    await tell(completed)
    expect((await all(stream)).filter((message) => message !== ':')).toEqual(['2 RunCompleted', 'end'])
  })

  test('ends without a word when it is to stop', async () => {
    await tell(requested())
    const stop = new AbortController()
    const stream = opened(0, stop.signal)
    await take(stream, 2)
    const rest = all(stream)
    stop.abort()
    expect(await rest).toEqual([])
  })

  test('lets go of the log when its reader goes', async () => {
    await tell(requested())
    const stream = opened(0, new AbortController().signal, 5)
    await take(stream, 3)
    expect(storage.wakeups.size).toBe(1)
    await stream.return()
    await expect.poll(() => storage.wakeups.size).toBe(0)
  })
})

describe('an event that needs a newer server', () => {
  test.each([
    ['while it is followed', [requested(), paused('a', 'newer')]],
    ['in a run that has ended', [requested(), paused('a', 'newer'), completed]],
  ])('ends the stream and says so, %s', async (_, events) => {
    await tell(...events)
    const messages = await Array.fromAsync(
      eventStream({ ...run, hasEnded: async () => events.length === 3 }, 0, { signal: new AbortController().signal, heartbeatMs: 60_000 }),
    )
    expect(messages.map(short)).toEqual([':', '1 RunRequested', 'upgrade'])
    expect(messages[2]).toContain('"status":503')
    expect(messages[2]).toContain('event 2 of run r-one')
  })

  test('what else fails is thrown', async () => {
    const broken = { ...run, hasEnded: () => Promise.reject(new Error('the database is gone')) }
    await expect(all(eventStream(broken, 0, { signal: new AbortController().signal, heartbeatMs: 60_000 }))).rejects.toThrow(
      'the database is gone',
    )
  })
})
