import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { eventId } from '@winnow/eventlog/event-id.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { expect, test } from 'vitest'
import { drive, eventsOf, startProcess } from './testing/conducted-run.ts'

const options = { limits: { maxIterations: 1, maxReads: 3, maxSnowballRounds: 1 } }
const pause: NewEvent = { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } }
const cancel: NewEvent = { type: 'RunCancelled', data: { commandId: 'c', reason: 'enough' } }
const forked: NewEvent = { type: 'RunForked', data: { parentRunId: 'r-old', at: 4, models: {}, reason: 'why not' } }

/** A log whose run r-one has copies of a run that was paused, and was to be cancelled, while its plan was being made. */
async function halfCopied() {
  const log = memoryLog()
  await tell(
    log,
    'r-old',
    requested(options),
    { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } },
    pause,
    cancel,
  )
  for (const { pos: _pos, hash: _hash, ...event } of await Array.fromAsync(log.archive('r-old'))) {
    const expected = orderedAggregates.has(event.aggregate) ? await log.version('r-one', event.aggregate) : undefined
    await log.append([{ ...event, runId: 'r-one', id: eventId('r-one', event.key), inherited: true }], expected)
  }
  return log
}

test('while its copies come in a fork is neither driven nor at rest; from its mark on it goes on', async () => {
  const log = await halfCopied()
  const told: TypedEvent['type'][] = []
  const offered: number[] = []
  const process = startProcess(log, {
    onEvent: ({ type }) => {
      told.push(type)
      offered.push(process.offered.length)
    },
    tickMs: 1,
  })
  expect(await eventsOf(log)).toHaveLength(4)
  await tell(log, 'r-one', forked)
  const state = await process.finish()
  expect(offered[0]).toBe(0)
  expect(told[0]).toBe('RunForked')
  expect(process.offered[0]).toMatchObject({ workId: 'plan', runId: 'r-one', pos: 2 })
  expect(state).toMatchObject({ completed: { status: 'completed' }, cancelRequested: null })
})

test('a fork that was made before it is driven goes on at once', async () => {
  const log = await halfCopied()
  await tell(log, 'r-one', forked)
  expect((await drive(log)).completed?.status).toBe('completed')
})
