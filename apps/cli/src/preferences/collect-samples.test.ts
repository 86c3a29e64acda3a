import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { collectSamples, type Sampling, spentUsd } from './collect-samples.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/winnow-collect-`)
})
afterEach(() => rm(folder, { recursive: true }))

const call = (costUsd: number | null): StoredCall => ({
  runId: 'r',
  workId: 'w',
  promptHash: 'h',
  attempt: 1,
  text: null,
  at: '2026-07-01T09:00:00.000Z',
  usage: {
    callId: 'c',
    role: 'agent',
    stage: 'answer',
    model: 'm',
    inputTokens: null,
    outputTokens: null,
    cachedTokens: null,
    costUsd,
    ms: 1,
    outcome: 'ok',
  },
})
const begun = new Error('a run was begun')
/** Sampling whose engine cannot begin a run. */
const sampling = (parts: Pick<Sampling, 'maxCostUsd' | 'signal'>, calls: readonly StoredCall[]): Sampling => {
  const { context } = testContext(testConfig('postgres://127.0.0.1:1/none', folder))
  const wish = {
    get limits(): never {
      throw begun
    },
  } as unknown as NonNullable<Sampling['wish']>
  return {
    folder,
    questions: [{ id: 'q', question: 'Why?', origin: null, gold: [{ point: 'p', weight: 1 }], reference: null }],
    wish,
    engine: { blobs: { put: async () => '', get: async () => null } } as unknown as Sampling['engine'],
    evaluation: {} as Sampling['evaluation'],
    bought: { all: () => calls } as unknown as Sampling['bought'],
    lanes: 2,
    context,
    say: () => undefined,
    ...parts,
  }
}
const planned = [{ questionId: 'q', sample: 1, runId: 'r-1' }]
const signal = new AbortController().signal

test('what a build has cost: calls without a known price count nothing', () => {
  expect(spentUsd({ all: () => [call(0.25), call(null), call(0.5)] })).toBe(0.75)
})

describe('the budget', () => {
  test.each([
    { name: 'used up to the cent', maxCostUsd: 0.75, calls: [call(0.75)] },
    { name: 'overdrawn', maxCostUsd: 0.75, calls: [call(1)] },
  ])('$name: no run is begun', async ({ maxCostUsd, calls }) => {
    expect(await collectSamples(planned, sampling({ maxCostUsd, signal }, calls))).toEqual({ samples: [], budgetUsedUp: true })
  })

  test.each([
    { name: 'with something left', maxCostUsd: 0.75, calls: [call(0.74)] },
    { name: 'without a limit', maxCostUsd: null, calls: [call(100)] },
  ])('$name: a run is begun', async ({ maxCostUsd, calls }) => {
    await expect(collectSamples(planned, sampling({ maxCostUsd, signal }, calls))).rejects.toBe(begun)
  })

  test('nothing planned uses up nothing', async () => {
    expect(await collectSamples([], sampling({ maxCostUsd: 0.1, signal }, [call(1)]))).toEqual({ samples: [], budgetUsedUp: false })
  })
})

test('nothing is begun once it was interrupted', async () => {
  const reason = new Error('Ctrl-C')
  await expect(collectSamples(planned, sampling({ maxCostUsd: null, signal: AbortSignal.abort(reason) }, []))).rejects.toBe(reason)
})
