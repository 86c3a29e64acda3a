import { describe, expect, test } from 'vitest'
import { createProviderLimits } from './limits.ts'

const gate = () => Promise.withResolvers<void>()

describe('createProviderLimits', () => {
  test('holds back what is over the limit, first come first served', async () => {
    const limits = createProviderLimits(2)
    const started: number[] = []
    const gates = [gate(), gate(), gate(), gate()]
    const runs = gates.map(({ promise }, index) =>
      limits('openai', undefined, async () => {
        started.push(index)
        await promise
        return index
      }),
    )
    await Promise.resolve()
    await new Promise(setImmediate)
    expect(started).toEqual([0, 1])
    gates[1]?.resolve()
    await runs[1]
    await new Promise(setImmediate)
    expect(started).toEqual([0, 1, 2])
    for (const { resolve } of gates) resolve()
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3])
  })

  test('one provider does not wait for another', async () => {
    const limits = createProviderLimits(1)
    const held = gate()
    const first = limits('openai', undefined, () => held.promise)
    expect(await limits('ollama', undefined, async () => 'done')).toBe('done')
    held.resolve()
    await first
  })

  test('a signal ends the wait, and the task never starts', async () => {
    const limits = createProviderLimits(1)
    const held = gate()
    const first = limits('openai', undefined, () => held.promise)
    const abort = new AbortController()
    let ran = false
    const second = limits('openai', abort.signal, async () => {
      ran = true
    })
    abort.abort()
    expect(await second).toBeNull()
    held.resolve()
    await first
    await limits('openai', undefined, async () => undefined)
    expect(ran).toBe(false)
  })

  test('an aborted signal gets no turn; one that aborts after the start changes nothing', async () => {
    const limits = createProviderLimits(1)
    expect(await limits('openai', AbortSignal.abort(), async () => 'ran')).toBeNull()
    const abort = new AbortController()
    const running = limits('openai', abort.signal, async () => {
      abort.abort()
      await new Promise(setImmediate)
      return 'finished'
    })
    expect(await running).toBe('finished')
  })

  test('a task that fails frees its place', async () => {
    const limits = createProviderLimits(1)
    await expect(limits('openai', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limits('openai', undefined, async () => 'next')).toBe('next')
  })
})
