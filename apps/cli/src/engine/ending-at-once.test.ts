import { expect, test } from 'vitest'
import { endingAtOnce } from './ending-at-once.ts'

const count = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]

test.each(['done', 'failed'])('nobody hears a signal meanwhile; afterwards those who did: %s', async (how) => {
  const listener = () => undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener)
  try {
    const before = count()
    const work = endingAtOnce(async () => {
      await Promise.resolve()
      if (how === 'failed') throw new Error('failed')
      return count()
    })
    if (how === 'failed') await expect(work).rejects.toThrow('failed')
    else expect(await work).toEqual([0, 0])
    expect(count()).toEqual(before)
    expect(before.every((listeners) => listeners > 0)).toBe(true)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, listener)
  }
})
