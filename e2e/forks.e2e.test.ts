import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEvents } from '@winnow/cli/engine/read-events.ts'
import { stateHash } from '@winnow/cli/output/bundle.ts'
import { driveInMemory, requestInMemory } from '@winnow/cli/testing/memory-engine.ts'
import { outstandingWork } from '@winnow/conductor/outstanding-work.ts'
import { type ModelRole, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { costs } from '@winnow/report/costs.ts'
import { markdownReport } from '@winnow/report/markdown.ts'
import { forkRun, type NewFork } from '@winnow/runs/fork-run.ts'
import { findRun, foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { type MemoryStores, memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeUpRecords, question, writeLibrary } from './support/made-up-library.ts'
import { withoutRunLines } from './support/run-folder.ts'

const actor = { service: 'client', version: '0', instance: 'e2e' }
const now = new Date('2026-12-01T09:00:00.000Z')
const forkOf = (at: number, parts: Partial<NewFork> = {}): NewFork => ({
  runId: `r-fork-${at}`,
  traceId: 'ab'.repeat(16),
  at,
  models: {},
  edits: [],
  reason: 'a test',
  commandId: 'c',
  ...parts,
})

async function loaded(log: EventLog, runId: string): Promise<LoadedRun> {
  const run = await findRun(log, runId)
  if (run === null) throw new Error(`no run ${runId}`)
  return run
}

/** The work that is offered for a run as it stands. */
function offered({ state, events }: Pick<LoadedRun, 'state' | 'events'>): readonly string[] {
  const types = new Map(events.map(({ pos, type }) => [pos, type]))
  const typeAt = (pos: number) => types.get(pos) ?? 'RunRequested'
  return outstandingWork({ runId: 'r', workspaceId: 'w' }, state, typeAt).map(({ workId, pos, entry }) => `${workId} ${pos}.${entry}`)
}

describe.for(['without-a-model', 'with-edits'])('the history %s, forked at every event', (name) => {
  let parent: LoadedRun
  let stores: MemoryStores
  beforeAll(async () => {
    const events = await readEvents(fileURLToPath(new URL(`histories/${name}.jsonl`, import.meta.url)), Number.POSITIVE_INFINITY)
    parent = foldRun(events)
    stores = memoryStores()
    for (const { pos: _pos, hash: _hash, ...envelope } of events) {
      const expected = orderedAggregates.has(envelope.aggregate) ? await stores.log.version(envelope.runId, envelope.aggregate) : undefined
      await stores.log.append([envelope], expected)
    }
  })

  test('has the state and the outstanding work that its parent had there, and nothing spent', async () => {
    const wrong: string[] = []
    for (const { pos } of parent.events.slice(0, -1)) {
      const until = foldRun(parent.events.slice(0, pos))
      const fork = forkOf(pos)
      await forkRun(stores.log, parent, fork, actor, now)
      const made = await loaded(stores.log, fork.runId)
      if (stateHash(made) !== stateHash(until)) wrong.push(`${pos}: another state`)
      if (offered(made).join() !== offered(until).join()) wrong.push(`${pos}: other work`)
      if (costs(made.state).total.calls !== 0) wrong.push(`${pos}: something is spent`)
      if (JSON.stringify(made.state.fork?.costs) !== JSON.stringify(until.state.costs)) wrong.push(`${pos}: other costs are inherited`)
      if (made.events.some((event, index) => !isCopy(event, parent.events[index], made))) wrong.push(`${pos}: no true copies`)
    }
    expect(wrong).toEqual([])
  })

  test('is refused where the parent has ended', async () => {
    const last = parent.events.length
    await expect(forkRun(stores.log, parent, forkOf(last), actor, now)).rejects.toThrow(
      `run ${parent.runId} cannot be forked at ${last}: it is completed there, and nothing is left to do; fork it at ${last - 1} or before`,
    )
    expect(await findRun(stores.log, forkOf(last).runId)).toBeNull()
  })
})

/** Whether an event of a fork is that of its parent, but for ids and trace; the one after the copies tells of the fork. */
function isCopy(event: TypedEvent, original: TypedEvent | undefined, fork: LoadedRun): boolean {
  if (event.pos === fork.events.length) return event.type === 'RunForked' && event.inherited === undefined
  if (original === undefined || event.inherited !== true || event.traceparent.slice(3, 35) !== 'ab'.repeat(16)) return false
  const cause = fork.events.find(({ id }) => id === event.causationId)?.pos ?? null
  const same = (one: TypedEvent) => JSON.stringify([one.type, one.version, one.key, one.data, one.at, one.actor, one.usage, one.aggregate])
  return same(event) === same(original) && event.id !== original.id && (original.causationId === null) === (cause === null)
}

describe('a run with a model, forked', () => {
  const runId = 'r-20260630-parent'
  /** The stand-in's replies to it give a run that has everything. */
  const wanted = question.replace('?', ' grown for fruit?')
  let folder: string
  let library: string
  let stores: MemoryStores
  let parent: LoadedRun
  const models = Object.fromEntries(
    modelRoles.map((role) => [role, role === 'judge' || role === 'screener2' ? 'none' : 'openai:m']),
  ) as ResearchWish['models']
  const { services: model, asked } = scriptedProvider(({ user, schema, model: name }) => {
    if (name === 'refuses') return replies({ papers: [] })
    return replies(standInReply(user, schema))
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-fork-'))
    library = await writeLibrary(folder, madeUpRecords(7))
    stores = memoryStores()
    const limits = { ...wishFor('').limits, maxIterations: 2, maxReads: 6, maxSearches: 6, maxSnowballRounds: 1 }
    await requestInMemory(stores, runId, wishFor(wanted, { models, maxSubquestions: 2, limits, screeners: 2, rescreen: 4 }), library)
    const { state } = await driveInMemory(runId, stores, { model })
    expect(state.completed?.status).toBe('completed')
    parent = await loaded(stores.log, runId)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const forked = async (fork: NewFork) => {
    const before = asked.length
    await forkRun(stores.log, parent, fork, actor, now)
    await driveInMemory(fork.runId, stores, { model })
    const run = await loaded(stores.log, fork.runId)
    return { run, asked: asked.slice(before) }
  }
  const report = async (run: LoadedRun) =>
    withoutRunLines(markdownReport(await runMaterial(run, stores.blobs), { generatedAt: 'g', durationMs: 0 }))
      .split('\n## Cost\n')[0]
      ?.trim()

  test('at every event without a difference: nothing is bought, and the end is the same', async () => {
    const wrong: string[] = []
    for (const { pos } of parent.events.slice(0, -1)) {
      const { run, asked: bought } = await forked(forkOf(pos))
      if (bought.length > 0) wrong.push(`${pos}: ${bought.length} calls`)
      if (stateHash(run) !== stateHash(parent)) wrong.push(`${pos}: another end`)
      if ((await report(run)) !== (await report(parent))) wrong.push(`${pos}: another report`)
      const { total, inherited } = costs(run.state)
      if (total.calls !== 0 || inherited?.calls !== costs(parent.state).total.calls)
        wrong.push(`${pos}: ${total.calls} calls counted, ${inherited?.calls} inherited of ${costs(parent.state).total.calls}`)
    }
    expect(wrong).toEqual([])
  })

  const before = (type: TypedEvent['type']) => (parent.events.find((event) => event.type === type)?.pos ?? 0) - 1
  const rolesOf = (run: LoadedRun) =>
    new Set(
      run.events.flatMap(({ usage, inherited }) =>
        usage.filter((one) => inherited !== true && one.inherited !== true).map(({ role }) => role),
      ),
    )

  test('with another screener that finds the same: only screening is bought', async () => {
    const at = before('DocumentScreened')
    const { run, asked: bought } = await forked(forkOf(at, { runId: 'r-other-screener', models: { screener: 'openai:n' } }))
    expect(run.state.completed?.status).toBe('completed')
    expect(new Set(bought.map(({ schemaName, model: name }) => `${schemaName} ${name}`))).toEqual(new Set(['screening n']))
    expect([...rolesOf(run)]).toEqual(['screener'])
    expect(costs(run.state).total.calls).toBe(bought.length)
    const screeners = new Set([...run.corpus.screenings.values()].flatMap((notes) => notes.map(({ screener }) => screener)))
    // The second screener is a rule; the first one's model adjudicates, and screens the sample.
    expect(screeners).toEqual(new Set(['openai:n', 'openai:n, adjudicating', 'openai:n, again', 'ranking']))
    expect(run.state.request?.options.models).toEqual({ ...parent.state.request?.options.models, screener: 'openai:n' })
  })

  test('with a screener that gives nothing: what follows is other, and bought by the models of the parent', async () => {
    const at = before('DocumentScreened')
    const { run, asked: bought } = await forked(forkOf(at, { runId: 'r-refusing-screener', models: { screener: 'openai:refuses' } }))
    expect(run.state.completed?.status).toBe('completed')
    const names = (role: ModelRole) =>
      new Set(run.events.flatMap(({ usage }) => usage.filter((one) => one.role === role && one.inherited !== true).map((one) => one.model)))
    expect(bought.some(({ schemaName }) => schemaName === 'screening')).toBe(true)
    for (const role of modelRoles.filter((one) => one !== 'screener')) for (const name of names(role)) expect(name).toBe('openai:m')
  })

  test('without a model from the middle on: nothing more is asked', async () => {
    const none = Object.fromEntries(modelRoles.filter((role) => role !== 'judge').map((role) => [role, 'none']))
    const { run, asked: bought } = await forked(forkOf(before('EvidenceExtracted'), { runId: 'r-no-model', models: none }))
    expect([run.state.completed?.status, bought.length]).toEqual(['completed', 0])
    expect(costs(run.state).total.calls).toBe(0)
    expect(new Set(Object.values(run.state.evidence).map(({ evidenceId }) => run.corpus.evidence.get(evidenceId)?.reader))).toEqual(
      new Set(['words']),
    )
  })

  test('in the middle of the intents of a subquestion, with another model for them: the work ends all the same', async () => {
    const middle = parent.events.find(
      ({ type, data }) => type === 'IntentCreated' && 'part' in data && 'parts' in data && data.part < data.parts,
    )
    if (middle === undefined) throw new Error('no intents in several parts')
    const { run } = await forked(forkOf(middle.pos, { runId: 'r-half-intents', models: { intent: 'none' } }))
    expect(run.state.completed?.status).toBe('completed')
    expect(Object.values(run.state.work).filter(({ status }) => status !== 'done')).toEqual([])
  })

  test('a fork of a fork uses what its grandparent bought', async () => {
    const first = await forked(forkOf(before('DocumentScreened'), { runId: 'r-child' }))
    const at = (first.run.events.find(({ type }) => type === 'RunForked')?.pos ?? 0) + 1
    const fork = forkOf(at, { runId: 'r-grandchild', models: { critic: 'openai:n' } })
    const count = asked.length
    await forkRun(stores.log, first.run, fork, actor, now)
    await driveInMemory(fork.runId, stores, { model })
    const run = await loaded(stores.log, fork.runId)
    expect(new Set(asked.slice(count).map(({ schemaName }) => schemaName))).toEqual(new Set(['critique']))
    expect(run.state.completed?.status).toBe('completed')
    expect(run.state.fork?.from).toMatchObject({ runId: 'r-child', ancestors: [runId] })
    await expect(forkRun(stores.log, first.run, forkOf(3, { runId: 'r-too-early' }), actor, now)).rejects.toThrow(
      `run r-child cannot be forked at 3: up to there it is what it took over from ${runId}: fork that one`,
    )
  })

  test('an edit of the plan is carried out, and what it adds is searched for', async () => {
    const edits = [{ kind: 'add', text: 'What do nurses say about it?', rationale: 'missing', priority: 1 } as const]
    const options = { runId: 'r-edited', edits: edits.map((edit) => ({ ...edit })) }
    const subquestions = Object.keys(parent.state.subquestions).length
    if (subquestions >= 2) {
      await expect(forkRun(stores.log, parent, forkOf(before('IntentsRequested'), options), actor, now)).rejects.toThrow(
        'the plan edit does not fit: add: over maxSubquestions',
      )
    }
    const closing = { kind: 'close', subquestionId: 'RQ1' } as const
    const { run } = await forked(forkOf(before('IntentsRequested'), { runId: 'r-edited', edits: [closing, ...options.edits] }))
    expect(run.state.completed?.status).toBe('completed')
    const added = Object.values(run.state.subquestions).find(({ origin }) => origin === 'user')
    expect(added?.text).toBe('What do nurses say about it?')
    expect(Object.values(run.state.intents).some(({ subquestionId }) => subquestionId === added?.subquestionId)).toBe(true)
    const over = parent.events.findLast(({ type }) => type === 'ReportRequested')?.pos ?? 0
    await expect(forkRun(stores.log, parent, forkOf(over, { ...options, runId: 'r-late' }), actor, now)).rejects.toThrow(
      /its research is over there, so that nothing is searched for a new subquestion; fork it at \d+ or before/,
    )
  })
})
