import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { dice, paired } from '@winnow/domain/evaluation/agreement.ts'
import { contentTokens } from '@winnow/domain/same-words.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { jaccard } from '@winnow/text/jaccard.ts'
import type { Comparison } from './comparison.ts'

/** Two texts that share so much of their content words ask for the same (our reading). */
export const sameFrom = 0.5

interface Planned {
  readonly what: string
  readonly recorded: readonly string[]
  readonly rerun: readonly string[]
  readonly shared: number
}

/** Subquestions and search intents: how many of one plan are in the other. */
export function comparePlanning(): Comparison {
  const plans: Planned[] = []
  const intents: Planned[] = []
  return {
    take: ({ decision, recorded, again, workId }) => {
      const [before, after] = [textsOf(recorded), textsOf(again)]
      const planned = { what: workId, recorded: before, rerun: after, shared: paired(before, after, sameTexts).pairs.length }
      if (decision.type === 'PlanningRequested') plans.push(planned)
      else intents.push(planned)
    },
    result: (gold) => {
      if (gold !== null) throw new UsageError('--gold: plans have no labels to be compared with; dedup, screening and reading have')
      return {
        agreement: { ...figures('subquestion', plans), ...figures('intent', intents) },
        gold: null,
        changed: [...plans, ...intents]
          .filter(({ recorded, rerun, shared }) => shared < Math.max(recorded.length, rerun.length))
          .map((one) => ({ ...one, words: wordsOf(one) })),
      }
    },
  }
}

/** Whether two texts share at least half of their content words. */
export function sameTexts(a: string, b: string): boolean {
  return a === b || jaccard(contentTokens(a), contentTokens(b)) >= sameFrom
}

function textsOf(events: readonly (TypedEvent | NewEvent)[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'PlanProposed') return event.data.subquestions.map(({ text }) => text)
    return event.type === 'IntentCreated' ? [event.data.text] : []
  })
}

function figures(name: string, all: readonly Planned[]) {
  const total = (of: (one: Planned) => number) => all.reduce((sum, one) => sum + of(one), 0)
  const [recorded, rerun, shared] = [total((one) => one.recorded.length), total((one) => one.rerun.length), total((one) => one.shared)]
  return { [`${name}sRecorded`]: recorded, [`${name}sRerun`]: rerun, [`${name}Overlap`]: dice(recorded, rerun, shared) }
}

function wordsOf({ what, recorded, rerun }: Planned): string {
  const { onlyLeft, onlyRight } = paired(recorded, rerun, sameTexts)
  return [what, ...onlyLeft.map((text) => `    - ${text}`), ...onlyRight.map((text) => `    + ${text}`)].join('\n')
}
