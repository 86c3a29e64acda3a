import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogUnderTest } from '../behaviour-suite.ts'
import { noVersion } from '../event-log.ts'
import { appendWithFaults } from '../faulty-log.ts'
import { verifyChain } from '../hash-chain.ts'
import { collect, decided, noted, sealed } from './test-events.ts'

const someRun = fc.constantFrom('run-1', 'run-2')
const step = fc.oneof(
  fc.record({
    kind: fc.constant('facts' as const),
    run: someRun,
    numbers: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 }),
    fault: fc.option(fc.integer({ min: 0, max: 5 })),
  }),
  fc.record({
    kind: fc.constant('decision' as const),
    run: someRun,
    n: fc.integer({ min: 0, max: 8 }),
    stale: fc.boolean(),
    lost: fc.boolean(),
  }),
)

/**
 * The log against a model of a few lines: per run a list of keys without repetition. Every fault is followed by the same
 * append again, as a caller does.
 */
export function modelBehaviour(open: LogUnderTest['open'], clear: LogUnderTest['clear'], numRuns: number): void {
  test('any sequence of appends, faults and retries leaves what the model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        await clear()
        const log = open()
        const model = new Map<string, string[]>()
        const order: string[] = []
        const record = (run: string, key: string) => {
          const keys = model.get(run) ?? []
          model.set(run, keys)
          if (keys.includes(key)) return 0
          keys.push(key)
          order.push(`${run} ${key}`)
          return 1
        }
        for (const next of steps) {
          if (next.kind === 'facts') {
            const events = next.numbers.map((n) => sealed(noted, n, { runId: next.run }))
            const append = appendWithFaults(log, next.fault === null ? [] : [{ kind: 'prefix', stored: next.fault }])
            let before = 0
            if (next.fault !== null) {
              await expect(append(events)).rejects.toThrow('injected')
              for (const event of events.slice(0, next.fault)) before += record(next.run, event.key)
            }
            const fresh = events.reduce((count, event) => count + record(next.run, event.key), 0)
            expect(await append(events)).toMatchObject({ kind: 'appended', recorded: fresh })
            expect(before).toBeLessThanOrEqual(next.fault ?? 0)
          } else {
            const event = sealed(decided, next.n, { runId: next.run })
            const current = await log.version(next.run, 'run')
            const expected = next.stale ? noVersion : current
            const known = model.get(next.run)?.includes(event.key) ?? false
            const wins = known || expected === current
            const append = appendWithFaults(log, next.lost ? [{ kind: 'reply-lost' }] : [])
            if (next.lost) await expect(append([event], expected)).rejects.toThrow('injected')
            const result = await append([event], expected)
            expect(result.kind).toBe(wins ? 'appended' : 'conflict')
            if (wins) {
              record(next.run, event.key)
              expect(result).toMatchObject({ recorded: known || next.lost ? 0 : 1 })
            } else expect(result.version).toBe(current)
          }
        }
        expect((await log.runs()).toSorted()).toEqual([...model.keys()].toSorted())
        for (const [run, keys] of model) {
          const events = await collect(log.read(run))
          expect(events.map((event) => event.key)).toEqual(keys)
          expect(verifyChain(events).ok).toBe(true)
        }
        expect((await collect(log.readAll())).map(({ event }) => `${event.runId} ${event.key}`)).toEqual(order)
      }),
      { numRuns },
    )
  })
}
