import type { Verdict } from './trap.ts'

/** A trap as it was put once; `time` counts from 1. */
export interface PutTrap extends Verdict {
  readonly name: string
  readonly time: number
}

/** What came of a trap. Put more than once, it is passed when it was passed every time. */
export interface TrapCard extends Verdict {
  readonly name: string
  /** Share of the times that it was passed; only where it was put more than once. */
  readonly passedShare?: number
}

/** The score card of a model. */
export interface ModelCard {
  /** As routed: "openai:gpt-x". */
  readonly spec: string
  readonly traps: readonly TrapCard[]
  /** Traps passed and failed. */
  readonly passed: number
  readonly failed: number
  /** HTTP attempts, also failed ones. */
  readonly calls: number
  /** Null when no call has a known price. */
  readonly costUsd: number | null
  readonly seconds: number
}

/** The card of one trap from all that were put: the detail is that of the first time it was failed, or of the first time. */
export function trapCard(name: string, put: readonly PutTrap[]): TrapCard {
  const own = put.filter((one) => one.name === name).toSorted((a, b) => a.time - b.time)
  const passed = own.filter((one) => one.passed)
  const told = own.find((one) => !one.passed) ?? own[0]
  if (told === undefined) throw new Error(`the trap ${name} was not put`)
  if (own.length === 1) return { name, passed: told.passed, detail: told.detail }
  const share = `${passed.length} of ${own.length} times passed; ${told.passed ? 'such as' : 'failed as it'}`
  return { name, passed: told.passed, detail: `${share}: ${told.detail}`, passedShare: passed.length / own.length }
}
