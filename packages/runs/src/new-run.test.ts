import { runId } from '@winnow/contracts/ids.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { describe, expect, test } from 'vitest'
import { localRun, newRunId, requestRun } from './new-run.ts'
import { researchRequest } from './research-request.ts'
import { memoryStores } from './testing/memory-stores.ts'
import { wishFor } from './testing/wish.ts'

describe('the id of a new run', () => {
  test('tells the day and is a run id', () => {
    const ids = Array.from({ length: 200 }, () => newRunId(new Date('2026-11-30T23:59:59.999Z')))
    for (const id of ids) expect(id).toMatch(/^r-20261130-[0-9a-z]{8}$/)
    expect(ids.every((id) => runId.safeParse(id).success)).toBe(true)
    expect(new Set(ids).size).toBe(200)
  })
})

test('a request and its libraries begin the log, in one trace', async () => {
  const { log } = memoryStores()
  const hash = 'a'.repeat(64)
  const request = researchRequest(wishFor('How?'), [{ hash, name: 'refs.bib' }])
  const imports = [{ hash, files: [], records: 0, problems: [], problemCount: 0 }]
  await requestRun(
    log,
    localRun({ runId: 'r-one', request, imports }),
    { service: 'client', version: '1', instance: 'here' },
    new Date('2026-11-30T10:00:00.000Z'),
  )
  const events = await Array.fromAsync(log.read('r-one'))
  expect(events.map((event) => event.key)).toEqual(['RunRequested:run', `LibraryImported:${hash}`])
  for (const event of events)
    expect(event).toMatchObject({
      workspaceId: 'local',
      aggregate: 'command',
      at: '2026-11-30T10:00:00.000Z',
      actor: { service: 'client', version: '1', instance: 'here' },
      causationId: null,
    })
  const traces = events.map((event) => traceIdOf(event.traceparent))
  expect(traces[0]).toBe(traces[1])
  expect(traces[0]).toMatch(/^[0-9a-f]{32}$/)
  await requestRun(log, localRun({ runId: 'r-two', request, imports }), { service: 'client', version: '1', instance: 'here' }, new Date())
  const [other] = await Array.fromAsync(log.read('r-two'))
  expect(traceIdOf(other?.traceparent ?? '')).not.toBe(traces[0])
})
