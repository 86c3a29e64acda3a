import type { SourceAnswer, SourceContext } from '@winnow/search-gateway/core/source.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { askSource } from './ask-source.ts'

const none: SourceAnswer = { outcome: 'none', records: [], total: 0, unresolved: 0 }
const asking = { title: 'arXiv', offline: false, quiet: false }
const { context, ran } = testContext(testConfig('postgres://h/db', '/'))
const at = new Date('2026-11-30T12:00:00Z')
const here = { ...context, now: () => at }
/** Never answers, and ends when it is told to. */
const silent = ({ signal }: SourceContext) =>
  new Promise<SourceAnswer>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

beforeEach(() => {
  ran.said.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('what a source is given', () => {
  test('answers of the last hour will do', async () => {
    let asked: SourceContext | undefined
    const answer = await askSource(asking, here, async (given) => {
      asked = given
      return none
    })
    expect(answer).toBe(none)
    expect(asked).toMatchObject({ libraries: [], validSince: at.getTime() - 3_600_000 })
    expect(asked?.signal.aborted).toBe(false)
  })

  test('offline, any will; libraries are handed on', async () => {
    let asked: SourceContext | undefined
    await askSource({ ...asking, offline: true, libraries: ['h'] }, here, async (given) => {
      asked = given
      return none
    })
    expect(asked).toMatchObject({ libraries: ['h'], validSince: 0 })
  })
})

describe('who waits is told', () => {
  const waiting = async (ms: number, quiet: boolean) => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<SourceAnswer>()
    const answer = askSource({ ...asking, quiet }, here, () => promise)
    vi.advanceTimersByTime(ms)
    const said = [...ran.said]
    resolve(none)
    await answer
    vi.advanceTimersByTime(60_000)
    expect(ran.said).toEqual(said)
    return said
  }

  test.each([
    ['not before two seconds', 1_999, false, []],
    ['once, after two seconds', 30_000, false, ['Waiting for arXiv: it is slow, or it is not yet our turn to ask …']],
    ['not who wants it quiet', 30_000, true, []],
  ])('%s', async (_, ms, quiet, said) => {
    expect(await waiting(ms, quiet)).toEqual(said)
  })
})

describe('no answer', () => {
  test('an error is a failure', async () => {
    expect(await askSource(asking, here, () => Promise.reject(new Error('gone')))).toEqual({ outcome: 'failed', reason: 'gone' })
    expect(await askSource(asking, here, () => Promise.reject('gone'))).toEqual({ outcome: 'failed', reason: 'gone' })
  })

  test.each([
    ['one that ends when it is told to', silent],
    ['one that does not listen', () => new Promise<SourceAnswer>(() => undefined)],
  ])('no longer than an operation may take: %s', async (_, ask) => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const answer = askSource(asking, here, ask)
    deadline.abort(new Error('over'))
    expect(await answer).toEqual({ outcome: 'failed', reason: 'no answer within 120 s' })
    expect(timeout).toHaveBeenCalledWith(120_000)
  })

  test('the user ends it, before or while it is asked', async () => {
    const user = new AbortController()
    const answer = askSource(asking, { ...here, signal: user.signal }, silent)
    user.abort(new Error('stopped by SIGINT'))
    expect(await answer).toEqual({ outcome: 'skipped', reason: 'interrupted' })
    const ask = vi.fn(silent)
    expect(await askSource(asking, { ...here, signal: user.signal }, ask)).toEqual({ outcome: 'skipped', reason: 'interrupted' })
    expect(ask).not.toHaveBeenCalled()
  })
})
