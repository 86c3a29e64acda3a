import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '../engine/read-events.ts'
import { stateHash } from '../output/bundle.ts'
import { testConfig, winnow } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'

let folder: string
let file: string
let events: readonly Recorded[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-replay-'))
  const { log } = memoryStores()
  const imports = ['a', 'b'].map((letter) => ({ hash: letter.repeat(64), files: [], records: 0, problems: [], problemCount: 0 }))
  await requestRun(
    log,
    localRun({ runId: 'r-one', request: smallRequest('How?'), imports }),
    { service: 'client', version: '0', instance: 't' },
    new Date(),
  )
  events = await Array.fromAsync(log.archive('r-one'))
})
beforeEach(() => {
  file = join(folder, 'events.jsonl')
})
afterAll(() => rm(folder, { recursive: true }))

const lines = (...values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')
const read = async (text: string, until = Number.POSITIVE_INFINITY) => {
  await writeFile(file, text)
  return readEvents(file, until)
}

test('the events of a run, blank lines aside', async () => {
  expect(await read(`${lines(events[0], '', events[1], '  ')}\n${lines(events[2])}\n`)).toEqual(events)
})

test('a bundle is read by its folder', async () => {
  const bundle = join(folder, 'bundle')
  await mkdir(bundle)
  await writeFile(join(bundle, 'events.jsonl'), lines(...events))
  expect(await readEvents(bundle, Number.POSITIVE_INFINITY)).toEqual(events)
})

test.each([1, 2, 3, 4])('until %i; what comes after is not looked at', async (until) => {
  expect(await read(lines(...events.slice(0, until), until < 3 ? 'no JSON' : ''), until)).toEqual(events.slice(0, until))
})

describe('what is no log of one run', () => {
  test.each([
    ['a line that is no JSON', () => lines(events[0], '{"a":'), 'line 2 is no JSON: '],
    ['a line that is no event', () => lines(events[0], { ...events[1], at: 'yesterday' }), /line 2 is no event: at: /],
    ['another run', () => lines(events[0], { ...events[1], runId: 'r-two' }), 'line 2: an event of run r-two among those of r-one'],
    ['a gap', () => lines(events[0], events[2]), 'line 2: event 3 where event 2 is due'],
    ['an event twice', () => lines(events[0], events[0]), 'line 2: event 1 where event 2 is due'],
    ['a beginning that is missing', () => lines(events[1]), 'line 1: event 2 where event 1 is due'],
    ['an unknown type', () => lines({ ...events[0], type: 'RunStolen' }), 'line 1 cannot be folded (unknown-type): RunStolen'],
    [
      'a newer version',
      () => lines({ ...events[0], version: 9, actor: { service: 'client', version: '9.0.0', instance: 't' } }),
      'line 1 cannot be folded (newer-version): RunRequested 9',
    ],
    ['data that does not fit', () => lines({ ...events[0], data: {} }), 'line 1 cannot be folded (invalid): question: '],
    ['nothing', () => '\n\n', 'holds no events'],
  ])('%s', async (_, text, says) => {
    await expect(read(text())).rejects.toThrow(UsageError)
    await expect(read(text())).rejects.toThrow(says)
    await expect(read(text())).rejects.toThrow(file)
  })

  test('a blank line counts as a line', async () => {
    await expect(read(lines('', events[0], 'x'))).rejects.toThrow('line 3 is no JSON')
  })

  test('a file that is not there', async () => {
    await expect(readEvents(join(folder, 'none'), 1)).rejects.toThrow(`${join(folder, 'none')} cannot be read: ENOENT`)
    await mkdir(join(folder, 'empty'), { recursive: true })
    await expect(readEvents(join(folder, 'empty'), 1)).rejects.toThrow(`${join(folder, 'empty', 'events.jsonl')} cannot be read: ENOENT`)
  })
})

test('the command tells events, hash and counts, without a database', async () => {
  await writeFile(file, lines(...events))
  const config = testConfig('postgres://127.0.0.1:1/none', folder)
  const whole = await winnow(config, ['replay', 'events.jsonl'])
  expect(JSON.parse(whole.printed)).toEqual({
    events: 3,
    hash: stateHash(foldRun(await readEvents(file, 9))),
    counts: expect.objectContaining({ iterations: 0, cited: 0, documents: 0 }),
  })
  expect(await winnow(config, ['replay', file, '--json', '--quiet'])).toEqual(whole)
  expect(JSON.parse((await winnow(config, ['replay', file, '--until', '2'])).printed)).toMatchObject({ events: 2 })
  await expect(winnow(config, ['replay', file, '--until', '0'])).rejects.toThrow('--until takes a positive whole number')
})
