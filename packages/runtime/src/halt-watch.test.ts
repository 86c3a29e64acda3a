import { expect, test } from 'vitest'
import { watchHalts } from './halt-watch.ts'
import { RunSignals } from './run-signals.ts'

const command = (runId: string, type: string) => ({ runId, type })

test('runs are halted and renewed as they are spoken to; a watch that breaks is taken up again', async () => {
  const signals = new RunSignals()
  const stop = new AbortController()
  const runs = ['paused', 'cancelled', 'resumed', 'edited']
  const first = runs.map((run) => signals.signalOf(run))
  const waits: number[] = []
  const logged: string[] = []
  let round = 0
  async function* commands() {
    round += 1
    if (round <= 2) throw new Error(`no broker ${round}`)
    yield command('paused', 'RunPaused')
    yield command('cancelled', 'RunCancelled')
    yield command('resumed', 'RunPaused')
    yield command('resumed', 'RunResumed')
    yield command('edited', 'PlanEdited')
    if (round === 4) stop.abort()
  }
  await watchHalts(
    {
      commands,
      signals,
      retryDelay: (failures) => {
        waits.push(failures)
        return 0
      },
      logger: { warn: (_: object, message?: string) => void logged.push(message ?? '') },
    },
    stop.signal,
  )
  expect(first.map(({ aborted }) => aborted)).toEqual([true, true, true, false])
  expect(runs.map((run) => signals.signalOf(run).aborted)).toEqual([true, true, false, false])
  expect(first[0]?.reason).toEqual(new Error('the run is paused'))
  expect(first[1]?.reason).toEqual(new Error('the run is cancelled'))
  expect(logged).toHaveLength(2)
  // Failures are counted anew once a command has come.
  expect(waits.slice(0, 3)).toEqual([1, 2, 1])
})
