import type { BoughtAnswers, QuestionKey, StoredCall } from './bought-answers.ts'

const nameOf = (key: QuestionKey): string => JSON.stringify([key.runId, key.workId, key.promptHash])

/** Bought answers of this process alone: for tests, and for calls outside a run. */
export const createMemoryBoughtAnswers = (): BoughtAnswers & { readonly all: () => readonly StoredCall[] } => {
  const calls = new Map<string, StoredCall[]>()
  return {
    find: async (key) => [...(calls.get(nameOf(key)) ?? [])],
    async record(call) {
      calls.set(nameOf(call), [...(calls.get(nameOf(call)) ?? []), call])
    },
    all: () => [...calls.values()].flat(),
  }
}
