import type { Recorded } from '@winnow/contracts/envelope.ts'
import { expect, test } from 'vitest'
import type { LogUnderTest } from '../behaviour-suite.ts'
import { type ConsumeOptions, noVersion } from '../event-log.ts'
import { done, type Handled, maxDeliveries } from '../retry-policy.ts'
import { asked, decided, facts, newerParser, noted, numberIn, rumoured, sealed } from './test-events.ts'

const facts1 = { aggregates: ['search'] } as const

/** Resolves once `count` things have been seen. */
function seeing<T>(count: number): { seen: T[]; see: (thing: T) => void; all: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen: T[] = []
  const see = (thing: T) => {
    seen.push(thing)
    if (seen.length === count) resolve()
  }
  return { seen, see, all: promise }
}

function options(change: Partial<ConsumeOptions<Recorded>> = {}): ConsumeOptions<Recorded> {
  return {
    concurrency: 1,
    retryDelay: () => 0,
    onDead: async (event, reason) => {
      throw new Error(`unexpectedly dead: ${event.key}, ${reason}`)
    },
    onError: (error) => {
      throw error
    },
    ...change,
  }
}

/** What `consume` promises: durable groups, competing consumers, at least once, back-off, dead letters, drain. */
export function consumingBehaviour(open: LogUnderTest['open']): void {
  test('a group gets every event of its aggregates and types, earlier and later ones, in order when none fails', async () => {
    const log = open()
    await log.append([sealed(noted, 1), sealed(noted, 2)])
    await log.append([sealed(asked, 3)])
    const { seen, see, all } = seeing<number>(4)
    const filter = { aggregates: ['search', 'run'], types: ['Noted', 'Decided'] } as const
    const handle = async (event: Recorded) => {
      see(numberIn(event))
      return done
    }
    const consumer = log.consume('group', filter, handle, options())
    await log.append([sealed(decided, 4)], noVersion)
    await open(newerParser).append([sealed(rumoured, 5)])
    await log.append([sealed(noted, 6)])
    await all
    await consumer.drain()
    expect(seen).toEqual([1, 2, 4, 6])
  })

  test('a group goes on where it was; another group starts at the beginning', async () => {
    const log = open()
    await log.append(facts(1, 2))
    const consumeAll = async (group: string, count: number) => {
      const { seen, see, all } = seeing<number>(count)
      const handle = async (event: Recorded) => {
        see(numberIn(event))
        return done
      }
      const consumer = open().consume(group, facts1, handle, options())
      await all
      await consumer.drain()
      return seen
    }
    expect(await consumeAll('a', 2)).toEqual([1, 2])
    await log.append(facts(3, 4))
    expect(await consumeAll('a', 2)).toEqual([3, 4])
    expect(await consumeAll('b', 4)).toEqual([1, 2, 3, 4])
  })

  test('consumers of one group share its events: each is handled once when all goes well', async () => {
    const log = open()
    await log.append(facts(1, 30))
    const { seen, see, all } = seeing<number>(30)
    const handledBy = [0, 0]
    // Both consumers must have an event before either finishes its first: so both are shown to take part.
    const { promise: bothIn, resolve } = Promise.withResolvers<void>()
    const consumers = handledBy.map((_, index) =>
      open().consume(
        'group',
        facts1,
        async (event) => {
          handledBy[index] = (handledBy[index] ?? 0) + 1
          if (handledBy.every((count) => count > 0)) resolve()
          await bothIn
          see(numberIn(event))
          return done
        },
        options(),
      ),
    )
    await all
    await Promise.all(consumers.map((consumer) => consumer.drain()))
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })

  test('no more than `concurrency` are in work at once, and as many as that', async () => {
    const log = open()
    await log.append(facts(1, 9))
    const { see, all } = seeing<number>(9)
    const { promise: three, resolve } = Promise.withResolvers<void>()
    let inWork = 0
    let most = 0
    const handle = async (event: Recorded): Promise<Handled> => {
      inWork += 1
      most = Math.max(most, inWork)
      if (inWork === 3) resolve()
      await three
      see(numberIn(event))
      inWork -= 1
      return done
    }
    const consumer = log.consume('group', facts1, handle, options({ concurrency: 3 }))
    await all
    await consumer.drain()
    expect(most).toBe(3)
  })

  const throwing = async (): Promise<Handled> => {
    throw new Error('boom')
  }
  const failing = (retryable: boolean) => async (): Promise<Handled> => ({ kind: 'failed', retryable, reason: 'no good' })
  test.each([
    { name: 'thrown', fails: throwing, deliveries: maxDeliveries, reason: 'boom' },
    { name: 'retryable', fails: failing(true), deliveries: maxDeliveries, reason: 'no good' },
    { name: 'not retryable', fails: failing(false), deliveries: 1, reason: 'no good' },
  ])(
    'a failure ($name) ends after $deliveries deliveries as a dead letter, and the next event is handled',
    async ({ fails, deliveries, reason }) => {
      const log = open()
      await log.append(facts(1, 2))
      const tries: number[] = []
      const delays: number[] = []
      const dead: string[] = []
      const { see, all } = seeing<void>(2)
      const consumer = log.consume(
        'group',
        facts1,
        async (event, delivery) => {
          if (numberIn(event) === 2) {
            see()
            return done
          }
          tries.push(delivery)
          return fails()
        },
        options({
          retryDelay: (delivery) => {
            delays.push(delivery)
            return 0
          },
          onDead: async (event, why, count) => {
            dead.push(`${event.key} ${why} ${count}`)
            see()
          },
        }),
      )
      await all
      await consumer.drain()
      expect(tries).toEqual(Array.from({ length: deliveries }, (_, n) => n + 1))
      expect(delays).toEqual(tries.slice(0, -1))
      expect(dead).toEqual([`Noted:1 ${reason} ${deliveries}`])
    },
  )

  test('a delivery that failed waits for its delay while later ones go on, and comes to whoever is there', async () => {
    const log = open()
    await log.append(facts(1, 2))
    const { see, all } = seeing<void>(1)
    const first = open().consume(
      'group',
      facts1,
      async (event) => {
        if (numberIn(event) === 1) return { kind: 'failed', retryable: true, reason: 'later' }
        see()
        return done
      },
      options({ retryDelay: () => 50 }),
    )
    await all
    await first.drain()
    const again = seeing<string>(1)
    const second = open().consume(
      'group',
      facts1,
      async (event, delivery) => {
        again.see(`${event.key} ${delivery}`)
        return done
      },
      options(),
    )
    await again.all
    await second.drain()
    expect(again.seen).toEqual(['Noted:1 2'])
  })

  test('a dead letter whose handling throws comes again', async () => {
    const log = open()
    await log.append(facts(1, 1))
    const errors: unknown[] = []
    const { see, all } = seeing<void>(1)
    let deaths = 0
    const consumer = log.consume(
      'group',
      facts1,
      failing(false),
      options({
        onDead: async () => {
          deaths += 1
          if (deaths === 1) throw new Error('cannot tell')
          see()
        },
        onError: (error) => errors.push(error),
      }),
    )
    await all
    await consumer.drain()
    expect(deaths).toBe(2)
    expect(errors).toEqual([new Error('cannot tell')])
  })

  test('drain waits for the handler in work and takes nothing more', async () => {
    const log = open()
    await log.append(facts(1, 2))
    const started = seeing<number>(1)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const consumer = log.consume(
      'group',
      facts1,
      async (event) => {
        started.see(numberIn(event))
        await mayEnd
        return done
      },
      options(),
    )
    await started.all
    let drained = false
    const draining = consumer.drain().then(() => {
      drained = true
    })
    await log.version('run-1', 'search')
    expect(drained).toBe(false)
    end()
    await draining
    expect(started.seen).toEqual([1])
  })

  test('an event that does not parse is passed over', async () => {
    const log = open()
    await open(newerParser).append([sealed(rumoured, 1), sealed(noted, 2)])
    const { seen, see, all } = seeing<number>(1)
    const handle = async (event: Recorded) => {
      see(numberIn(event))
      return done
    }
    const consumer = log.consume('group', facts1, handle, options())
    await all
    await consumer.drain()
    expect(seen).toEqual([2])
  })
}
