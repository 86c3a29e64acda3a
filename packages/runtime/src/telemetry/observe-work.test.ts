import { newCorpus } from '@winnow/domain/corpus.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { History } from '@winnow/testkit/history.ts'
import { expect, test } from 'vitest'
import type { RunSnapshot } from '../service.ts'
import { activePlace } from './active-place.ts'
import { observeWork, type WorkEnd } from './observe-work.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const history = new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 2, reserve: {} })
const decision = history.events[1]
if (decision === undefined) throw new Error('no decision')
const traceId = '1'.repeat(32)
const run: RunSnapshot = { runId: 'r-1', workspaceId: 'lab', traceId, state: history.state, corpus: newCorpus(), decision }
const item: WorkItem = {
  runId: 'r-1',
  workspaceId: 'lab',
  service: 'planner',
  lane: 'default',
  workId: 'plan',
  eventId: decision.id,
  eventType: decision.type,
  pos: 2,
  entry: 0,
}

/** A delivery that ends like this; the clock goes on by a second at each look. */
async function observed(end: () => Promise<WorkEnd>, delivery = 1, workId = 'plan') {
  const recorded = recordedTelemetry()
  let looks = 0
  const result = observeWork(
    { telemetry: recorded.telemetry, now: () => new Date(++looks * 1000) },
    { item: { ...item, workId }, run, delivery },
    end,
  )
  await result.catch(() => undefined)
  return { ...recorded, result }
}

const counted = (outcome: string) => ({ 'winnow.service': 'planner', 'winnow.lane': 'default', 'winnow.outcome': outcome })
const about = {
  'winnow.run_id': 'r-1',
  'winnow.workspace': 'lab',
  'winnow.work_id': 'plan',
  'winnow.delivery': 1,
  'winnow.stage': 'planning',
}

test('a delivery is a span below the stage of its decision, until its outcome was made', async () => {
  const end: WorkEnd = { outcome: 'done', endedMs: 4500 }
  const { spans, told, result } = await observed(async () => end)
  expect(await result).toBe(end)
  expect(spans).toEqual([
    {
      traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: '2'.padStart(16, '0'),
      name: 'work planner',
      kind: 'consumer',
      startMs: 1000,
      endMs: 4500,
      attributes: { ...counted('done'), ...about },
      failed: false,
    },
  ])
  expect(told).toEqual([
    { metric: 'workItems', value: 1, attributes: counted('done') },
    { metric: 'workDuration', value: 3.5, attributes: counted('done') },
  ])
})

test.each(['halted', 'provider-stopped'] as const)('one that ends as %s has not failed', async (outcome) => {
  const { spans, told } = await observed(async () => ({ outcome, endedMs: 2000 }))
  expect(spans).toMatchObject([{ failed: false, attributes: counted(outcome) }])
  expect(spans[0]?.attributes).not.toHaveProperty('error.type')
  expect(told[0]).toEqual({ metric: 'workItems', value: 1, attributes: counted(outcome) })
})

test.each([
  [new RangeError('the text of a paper'), 'RangeError'],
  ['a text', 'string'],
] as const)('what is thrown is thrown on; of %s the kind alone is told', async (thrown, kind) => {
  const { spans, told, result } = await observed(async () => {
    throw thrown
  })
  await expect(result).rejects.toBe(thrown)
  expect(spans).toMatchObject([{ startMs: 1000, endMs: 2000, failed: true, attributes: { ...counted('failed'), 'error.type': kind } }])
  expect(JSON.stringify(spans)).not.toContain('text')
  expect(told).toEqual([
    { metric: 'workItems', value: 1, attributes: counted('failed') },
    { metric: 'workDuration', value: 1, attributes: counted('failed') },
  ])
})

test('a later delivery is a retry', async () => {
  const { spans, told } = await observed(async () => ({ outcome: 'done', endedMs: 2000 }), 2)
  expect(spans[0]?.attributes['winnow.delivery']).toBe(2)
  expect(told[2]).toEqual({ metric: 'retries', value: 1, attributes: { 'winnow.retried': 'work', 'winnow.target': 'planner' } })
})

test('a clock that goes back makes no negative time', async () => {
  const { spans, told } = await observed(async () => ({ outcome: 'done', endedMs: 999 }))
  expect(spans[0]).toMatchObject({ startMs: 1000, endMs: 1000 })
  expect(told[1]?.value).toBe(0)
})

test('work that the state does not know has no stage', async () => {
  const { spans } = await observed(async () => ({ outcome: 'done', endedMs: 2000 }), 1, 'other')
  expect(spans[0]?.attributes).not.toHaveProperty('winnow.stage')
})

test('what happens meanwhile happens in its place, each delivery in its own', async () => {
  const seen: unknown[] = []
  const look = async (): Promise<WorkEnd> => {
    await Promise.resolve()
    seen.push(activePlace())
    return { outcome: 'done', endedMs: 0 }
  }
  const [one, two] = await Promise.all([observed(look), observed(look)])
  expect(seen).toEqual(
    [one, two].map(({ spans }) => ({ traceId, spanId: spans[0]?.spanId, runId: 'r-1', workspaceId: 'lab', workId: 'plan' })),
  )
  expect(one.spans[0]?.spanId).not.toBe(two.spans[0]?.spanId)
  expect(activePlace()).toBeUndefined()
})
