import { scriptedModel } from '@winnow/testkit/scripted-task.ts'
import { putTrap } from '../put-trap.ts'
import type { Trap, Verdict } from '../trap.ts'

/** The verdict on a model that gives these replies, in their order, to a trap put through the real service. */
export async function verdictOn(trap: Trap, ...replies: readonly unknown[]): Promise<Verdict> {
  const { ask } = scriptedModel(...replies)
  return putTrap(trap, { runId: 'r-test', model: 'openai:test', signal: new AbortController().signal, askFor: () => ask })
}
