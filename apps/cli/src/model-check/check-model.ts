import type { ModelServices } from '@winnow/model/model-services.ts'
import { askModelFor } from '@winnow/runtime/ask-model.ts'
import { atOnce } from '../evaluation/at-once.ts'
import { type ModelCard, type PutTrap, trapCard } from './model-card.ts'
import { type Bench, putTrap } from './put-trap.ts'
import { StopAtSilence } from './stop-at-silence.ts'
import type { Trap } from './trap.ts'

export interface ModelCheckOptions {
  /** Of this model alone, with no answers bought before; the caller closes them. */
  readonly services: ModelServices
  readonly traps: readonly Trap[]
  /** How often each trap is put. */
  readonly repeat: number
  /** Traps at a time. */
  readonly concurrency: number
  /** USD at most; no further trap is put once so much is spent. */
  readonly maxCostUsd: number
  readonly signal: AbortSignal
  readonly now: () => Date
  /** Told of every trap as often as it was put. */
  readonly onPut: (put: PutTrap, done: number, all: number) => void
}

/** Thrown when the money is spent before all traps were put: a card with some of them would pass for a whole one. */
export class CostStop extends Error {
  override readonly name = 'CostStop'
}

/**
 * Puts every trap to a model, `spec` as routed, for all roles. Each is asked on its own: no trap shares a call with another,
 * and none is answered from what was bought before. Throws ProviderStop when the provider cannot be asked, and CostStop.
 */
export async function checkModel(spec: string, options: ModelCheckOptions): Promise<ModelCard> {
  const { traps, repeat, concurrency, signal } = options
  const began = options.now().getTime()
  let calls = 0
  let costUsd: number | null = null
  const services: ModelServices = {
    ...options.services,
    onAttempt: ({ usage }) => {
      calls += 1
      if (usage.costUsd !== null) costUsd = (costUsd ?? 0) + usage.costUsd
    },
  }
  const health = new StopAtSilence()
  const times = traps.flatMap((trap) => Array.from({ length: repeat }, (_, index) => ({ trap, time: index + 1 })))
  const put: PutTrap[] = []
  await atOnce(concurrency, times, async ({ trap, time }) => {
    signal.throwIfAborted()
    if ((costUsd ?? 0) >= options.maxCostUsd) throw new CostStop(`--max-cost was reached after ${put.length} of ${times.length} traps`)
    const runId = `model-check-${trap.name}-${time}`
    const askFor: Bench['askFor'] = (run, item) => askModelFor(run, item, signal, services, health)
    const verdict = await putTrap(trap, { runId, model: spec, signal, askFor })
    const done = { name: trap.name, time, ...verdict }
    put.push(done)
    options.onPut(done, put.length, times.length)
  })
  const cards = traps.map(({ name }) => trapCard(name, put))
  const passed = cards.filter((card) => card.passed).length
  return {
    spec,
    traps: cards,
    passed,
    failed: cards.length - passed,
    calls,
    costUsd,
    seconds: (options.now().getTime() - began) / 1000,
  }
}
