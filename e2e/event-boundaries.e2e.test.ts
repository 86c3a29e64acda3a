import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workshop } from '@winnow/cli/engine/workshop.ts'
import { stateHash } from '@winnow/cli/output/bundle.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { askedIn, type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drive, emptyStores, openStores, putEvents, recordingStores, requestSmallRun } from './support/engine.ts'
import { madeUpRecords, question, writeLibrary } from './support/made-up-library.ts'

const runId = 'r-20260630-boundary'
/** The stand-in's replies to it give a run that has everything. */
const asked = question.replace('?', ' grown for fruit?')

/** A whole run, and what lay in the stores at each of its events. */
interface Recording {
  readonly events: readonly Recorded[]
  readonly hash: string
  /** The questions that the model was asked, one each. */
  readonly asked: ReadonlySet<string>
  readonly stores: Pick<ReturnType<typeof recordingStores>, 'calls' | 'blobs'>
}

let postgres: TestPostgres
let model: StandInModel
/** A database with the tables; each cut finds it empty, for to make and drop one a cut takes longer than the cut. */
let database = ''
let recording: Recording

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-'))
  const library = await readLibraries([await writeLibrary(folder, madeUpRecords(7))])
  await rm(folder, { recursive: true })
  postgres = await startTestPostgres()
  model = await startStandInModel()
  database = await postgres.newDatabase()
  recording = await withFreshStores(async (opened) => {
    const { calls, blobs, stores } = recordingStores(opened, runId)
    await requestSmallRun({ ...opened, ...stores }, runId, asked, library)
    const state = await drive(runId, stores, model.url)
    expect(state.completed).toMatchObject({ status: 'completed' })
    expect(state.iteration).toBe(2)
    expect(model.repeated).toBe(0)
    const events = await Array.fromAsync(opened.log.archive(runId))
    return { events, hash: stateHash({ state }), asked: new Set(model.requests.map(askedIn)), stores: { calls, blobs } }
  })
})

afterAll(async () => {
  await model.stop()
  await postgres.stop()
})

/** The stores as a new process opens them on a database in which nothing is. */
async function withFreshStores<T>(use: (stores: Workshop) => Promise<T>): Promise<T> {
  const stores = await openStores(database)
  try {
    await emptyStores(stores)
    return await use(stores)
  } finally {
    await stores.close()
  }
}

/** What is wrong with the run after these events, with everything that was stored while the log had them; [] when nothing is. */
async function goOnAfter(events: readonly Recorded[], until: number): Promise<readonly string[]> {
  model.reset()
  return withFreshStores(async (stores) => {
    for (const { value, pos } of recording.stores.blobs) if (pos <= until) await stores.blobs.put(value)
    const known = recording.stores.calls.filter(({ pos }) => pos <= until)
    for (const { value } of known) await stores.bought.record(value)
    await putEvents(stores.log, events)
    const state = await drive(runId, stores, model.url)
    const after = await Array.fromAsync(stores.log.archive(runId))
    const asked = model.requests.map(askedIn)
    const faults: (readonly [boolean, string])[] = [
      [stateHash({ state }) !== recording.hash, 'the state is another'],
      [new Set(after.map((event) => event.key)).size !== after.length, 'a key came twice'],
      [after.length !== recording.events.length, `${after.length} events, not ${recording.events.length}`],
      ...keysBeyond(after, recording.events).map((key) => [true, `${key} is new`] as const),
      ...keysBeyond(recording.events, after).map((key) => [true, `${key} is missing`] as const),
      [asked.length + known.length !== recording.asked.size, `${asked.length} calls, and ${known.length} were bought before`],
      [asked.some((question) => !recording.asked.has(question)), 'a question is another'],
      [callsIn(after) !== recording.asked.size, `${callsIn(after)} calls in the log`],
    ]
    return faults.flatMap(([wrong, words]) => (wrong ? [words] : []))
  })
}

/** The keys of events that others do not have. */
function keysBeyond(events: readonly Recorded[], others: readonly Recorded[]): readonly string[] {
  const known = new Set(others.map(({ key }) => key))
  return events.flatMap(({ key }) => (known.has(key) ? [] : [key]))
}

function callsIn(events: readonly Recorded[]): number {
  return new Set(events.flatMap((event) => event.usage.map((use) => use.callId))).size
}

test('the recorded run has what the boundaries are for', () => {
  const types = new Set(recording.events.map((event) => event.type))
  for (const type of ['EvidenceExtracted', 'SnowballRequested', 'CritiqueApplied', 'CitationsChecked']) expect(types).toContain(type)
  const several = new Set(partsOf(recording.events).flatMap(({ parts }) => parts.map((pos) => recording.events[pos - 1]?.type)))
  for (const type of ['IntentCreated', 'DocumentScreened', 'DocumentsRegistered', 'DocumentsMerged']) expect(several).toContain(type)
  const passes = recording.events.flatMap(({ type, data }) =>
    type === 'DocumentScreened' ? [(data as { pass?: string }).pass ?? 'first'] : [],
  )
  for (const pass of ['first', 'second', 'adjudication', 'sample']) expect(passes).toContain(pass)
})

test('the log cut at any event: fresh services on a fresh database come to the same state and buy nothing twice', async () => {
  const wrong: Record<string, readonly string[]> = {}
  for (const [index, { key }] of recording.events.entries()) {
    // The request and the import it names are one append: nothing comes between them.
    if (recording.events[index + 1]?.type === 'LibraryImported') continue
    const faults = await goOnAfter(recording.events.slice(0, index + 1), index + 1)
    if (faults.length > 0) wrong[`after ${index + 1} ${key}`] = faults
  }
  expect(wrong).toEqual({})
})

test('an outcome of several events of which only a prefix is stored: the same', async () => {
  const wrong: Record<string, readonly string[]> = {}
  for (const { workId, parts } of partsOf(recording.events)) {
    // Everything that does not follow from the outcome's end is there: the outcomes of its neighbours, but no later decision.
    const last = Math.max(...parts)
    for (const stored of [0, 1, parts.length - 1]) {
      const lost = new Set(parts.slice(stored))
      const faults = await goOnAfter(
        recording.events.slice(0, last).filter((event) => !lost.has(event.pos)),
        last,
      )
      if (faults.length > 0) wrong[`${stored} of ${parts.length} of ${workId}`] = faults
    }
  }
  expect(wrong).toEqual({})
})

/** Outcomes of several events, with the positions of their parts. */
function partsOf(events: readonly Recorded[]): readonly { readonly workId: string; readonly parts: readonly number[] }[] {
  const found = new Map<string, number[]>()
  for (const { data, pos } of events) {
    const { workId, parts } = data as { readonly workId?: string; readonly parts?: number }
    if (workId !== undefined && parts !== undefined && parts > 1) found.set(workId, [...(found.get(workId) ?? []), pos])
  }
  return [...found].map(([workId, parts]) => ({ workId, parts }))
}
