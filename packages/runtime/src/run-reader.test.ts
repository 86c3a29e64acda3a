import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { fold } from '@winnow/domain/evolve.ts'
import { lineageOf } from '@winnow/domain/fork-state.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { eventId } from '@winnow/eventlog/event-id.ts'
import type { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { memoryLog, requested, tell, traceId } from '@winnow/testkit/recorded-run.ts'
import { expect, test } from 'vitest'
import { RunReader } from './run-reader.ts'
import type { RunSnapshot } from './service.ts'

const planned: NewEvent[] = [
  { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } },
  {
    type: 'PlanProposed',
    data: { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'One?', rationale: '', priority: 1 }], degraded: [] },
  },
  { type: 'IterationStarted', data: { iteration: 1, reads: 3, keptForSnowball: 1, documents: 0, relevantPairs: 0 } },
]

async function plannedRun(...runIds: readonly string[]) {
  const log = memoryLog()
  for (const runId of runIds) await tell(log, runId, requested({}, { question: `question of ${runId}` }), ...planned)
  return log
}

/** What a look sees, as a copy. */
const seen = async (run: RunSnapshot) => ({
  type: run.decision.type,
  pos: run.state.clock.lastPos,
  subquestions: Object.keys(run.state.subquestions),
  question: run.corpus.request?.question,
})

/** A log that counts the events it gives out. */
function counted(log: MemoryEventLog<TypedEvent>) {
  const read: number[] = []
  const counting = {
    async *read(runId: string, options: { after?: number; limit?: number } = {}) {
      for await (const event of log.read(runId, options)) {
        read.push(event.pos)
        yield event
      }
    },
  }
  return { log: counting, read }
}

test('a run is seen as it was just after the event, with its texts and its trace', async () => {
  const log = await plannedRun('r-one')
  const reader = new RunReader(log)
  await reader.at('r-one', 3, async (run) => {
    expect(run).toMatchObject({ runId: 'r-one', workspaceId: 'lab', traceId, decision: { pos: 3, type: 'PlanProposed' } })
    expect(canonicalJson(run.state)).toBe(canonicalJson(fold((await Array.fromAsync(log.read('r-one'))).slice(0, 3))))
  })
  expect(await reader.at('r-one', 3, seen)).toEqual({ type: 'PlanProposed', pos: 3, subquestions: ['RQ1'], question: 'question of r-one' })
})

test('later events are not seen', async () => {
  const reader = new RunReader(await plannedRun('r-one'))
  expect(await reader.at('r-one', 2, seen)).toMatchObject({ pos: 2, subquestions: [] })
})

test('what somebody looks at does not move on with the next decision', async () => {
  const reader = new RunReader(await plannedRun('r-one'))
  await reader.at('r-one', 2, async (run) => {
    expect(await reader.at('r-one', 4, seen)).toMatchObject({ pos: 4, subquestions: ['RQ1'] })
    expect(await seen(run)).toMatchObject({ pos: 2, subquestions: [] })
  })
  expect(await reader.at('r-one', 4, seen)).toMatchObject({ pos: 4 })
})

test('all that look at one decision see one fold, which is read once', async () => {
  const { log, read } = counted(await plannedRun('r-one'))
  const reader = new RunReader(log)
  const states = await Promise.all([1, 2, 3].map(() => reader.at('r-one', 3, async (run) => run.state)))
  expect(new Set(states).size).toBe(1)
  expect(read).toEqual([1, 2, 3])
})

test('the fold goes on from where it was, once nobody looks', async () => {
  const { log, read } = counted(await plannedRun('r-one'))
  const reader = new RunReader(log)
  await reader.at('r-one', 2, seen)
  await expect(reader.at('r-one', 2, () => Promise.reject(new Error('the look failed')))).rejects.toThrow('the look failed')
  await reader.at('r-one', 4, seen)
  expect(read).toEqual([1, 2, 3, 4])
})

test('who comes late sees the past, and the fold stays where it is', async () => {
  const { log, read } = counted(await plannedRun('r-one'))
  const reader = new RunReader(log)
  await reader.at('r-one', 4, seen)
  expect(await reader.at('r-one', 2, seen)).toMatchObject({ pos: 2, subquestions: [] })
  expect(await reader.at('r-one', 4, seen)).toMatchObject({ pos: 4, subquestions: ['RQ1'] })
  expect(read).toEqual([1, 2, 3, 4, 1, 2])
})

test('a fold that was made while another was looked at takes its place', async () => {
  const { log, read } = counted(await plannedRun('r-one'))
  const reader = new RunReader(log)
  await reader.at('r-one', 2, () => reader.at('r-one', 3, seen))
  await reader.at('r-one', 4, seen)
  expect(read).toEqual([1, 2, 1, 2, 3, 4])
})

test('two runs do not mix, also when both are read at once', async () => {
  const reader = new RunReader(await plannedRun('r-one', 'r-two'))
  const both = await Promise.all([
    reader.at('r-one', 3, seen),
    reader.at('r-two', 4, seen),
    reader.at('r-one', 4, seen),
    reader.at('r-two', 2, seen),
  ])
  expect(both.map(({ pos, question }) => [pos, question])).toEqual([
    [3, 'question of r-one'],
    [4, 'question of r-two'],
    [4, 'question of r-one'],
    [2, 'question of r-two'],
  ])
})

test.each([
  ['a position to come', 'r-one', 5],
  ['position 0', 'r-one', 0],
  ['a run that is not there', 'r-two', 1],
])('%s cannot be seen; afterwards the rest still can', async (_, runId, pos) => {
  const reader = new RunReader(await plannedRun('r-one'))
  await expect(reader.at(runId, pos, seen)).rejects.toThrow(`run ${runId} has no event ${pos} to be folded`)
  expect(await reader.at('r-one', 4, seen)).toMatchObject({ pos: 4 })
})

test('an event that cannot be folded is left out and shifts nothing', async () => {
  const storage = await plannedRun('r-one')
  // A reader that does not know one type quarantines its events.
  const log = {
    async *read(runId: string, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      let left = limit
      for await (const event of storage.read(runId, { after })) {
        if (event.type === 'PlanningRequested' || left-- <= 0) continue
        yield event
      }
    },
  }
  const reader = new RunReader(log)
  expect(await reader.at('r-one', 3, seen)).toMatchObject({ type: 'PlanProposed', pos: 3 })
  await expect(reader.at('r-one', 2, seen)).rejects.toThrow('no event 2 to be folded')
})

test('one reading that fails takes no other with it', async () => {
  const reader = new RunReader(await plannedRun('r-one'))
  const [missing, there] = await Promise.allSettled([reader.at('r-one', 9, seen), reader.at('r-one', 3, seen)])
  expect([missing.status, there.status]).toEqual(['rejected', 'fulfilled'])
})

test('an event that was folded in part is not counted twice', async () => {
  const storage = await plannedRun('r-one')
  let bent = true
  const log = {
    async *read(runId: string, options: { after?: number; limit?: number } = {}) {
      for await (const event of storage.read(runId, options)) {
        const priced = { ...event, usage: [modelCall({ callId: `call-${event.pos}` })] } as TypedEvent
        yield bent && event.type === 'PlanProposed' ? ({ ...priced, data: null } as unknown as TypedEvent) : priced
      }
    },
  }
  const reader = new RunReader(log)
  await reader.at('r-one', 2, seen)
  await expect(reader.at('r-one', 3, seen)).rejects.toThrow(TypeError)
  bent = false
  expect(await reader.at('r-one', 3, async ({ state }) => state.spent.tokens)).toBe(3 * 120)
})

test('a reading that broke off half-way is not gone on with', async () => {
  const storage = await plannedRun('r-one')
  let broken = true
  const log = {
    async *read(runId: string, options: { after?: number; limit?: number } = {}) {
      for await (const event of storage.read(runId, options)) {
        if (broken && event.pos === 4) throw new Error('the database went away')
        yield event
      }
    },
  }
  const reader = new RunReader(log)
  await reader.at('r-one', 2, seen)
  await expect(reader.at('r-one', 4, seen)).rejects.toThrow('the database went away')
  broken = false
  expect(await reader.at('r-one', 4, seen)).toMatchObject({ pos: 4, subquestions: ['RQ1'] })
})

/** The events of a run as copies of another's, and what makes a fork of them. */
async function forkedRun(log: MemoryEventLog<TypedEvent>, from: string, runId: string, until: number, ...own: readonly NewEvent[]) {
  const parent = await Array.fromAsync(log.archive(from))
  const copies = parent
    .slice(0, until)
    .map(({ pos: _pos, hash: _hash, ...event }) => ({ ...event, runId, id: eventId(runId, event.key), inherited: true as const }))
  for (const copy of copies)
    await log.append([copy], orderedAggregates.has(copy.aggregate) ? await log.version(runId, copy.aggregate) : undefined)
  for (const event of own) await tell(log, runId, event)
}

test('a decision that a fork has copied is seen with the fork’s models and line, by every reading; one of its own as it is', async () => {
  const log = await plannedRun('r-one')
  const forked: NewEvent = { type: 'RunForked', data: { parentRunId: 'r-one', at: 3, models: { planner: 'openai:n' }, reason: 'why not' } }
  const copied: NewEvent = { type: 'RunForked', data: { parentRunId: 'r-zero', at: 1, models: { planner: 'openai:z' }, reason: 'before' } }
  await tell(log, 'r-one', copied)
  const later: NewEvent = { type: 'BudgetChanged', data: { commandId: 'b', limits: { maxReads: 99 }, reason: '' } }
  await forkedRun(log, 'r-one', 'r-two', 5, forked, later)
  const { log: counting, read } = counted(log)
  const reader = new RunReader(counting)
  const look = async (run: RunSnapshot) => ({
    planner: run.state.request?.options.models.planner,
    line: lineageOf(run.state),
    reads: run.state.request?.options.limits.maxReads,
    pos: run.state.clock.lastPos,
  })
  const seenAt = (runId: string, pos: number) => reader.at(runId, pos, look)
  const asFork = { planner: 'openai:n', line: ['r-one'], reads: 30 }
  expect(await seenAt('r-two', 2)).toEqual({ ...asFork, pos: 2 })
  expect(read).toEqual([1, 2, 3, 4, 5, 6])
  expect(await seenAt('r-two', 3)).toEqual({ ...asFork, pos: 3 })
  // How the fork was made is looked for once.
  expect(read).toEqual([1, 2, 3, 4, 5, 6, 3])
  expect(await seenAt('r-two', 7)).toEqual({ ...asFork, reads: 99, pos: 7 })
  expect(await seenAt('r-one', 2)).toEqual({ planner: 'none', line: [], reads: 30, pos: 2 })
})

test('a fork whose copies have not all come is not looked at', async () => {
  const log = await plannedRun('r-one')
  await forkedRun(log, 'r-one', 'r-two', 3)
  await expect(new RunReader(log).at('r-two', 2, seen)).rejects.toThrow('run r-two is a fork whose copies have not all come')
})
