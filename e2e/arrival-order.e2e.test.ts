import { fileURLToPath } from 'node:url'
import { readEvents } from '@winnow/cli/engine/read-events.ts'
import { stateHash } from '@winnow/cli/output/bundle.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { decide } from '@winnow/domain/decide.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** Recorded runs and the hash of the state that each folds to. */
const histories = [
  ['without-a-model', '8388ed5c2560b06feb3eabe0c6449ad1b81ae8824fdf94a9c9b6dfff7fcab2ea'],
  ['with-edits', 'c18fcc1e43ccf87da8d9093454693967be46ea056d61e29d38b2baadbd6637c6'],
] as const

describe.for(histories)('the history %s', ([name, hash]) => {
  const events = readEvents(fileURLToPath(new URL(`histories/${name}.jsonl`, import.meta.url)), Number.POSITIVE_INFINITY)

  test('folds to the state that it always did', async () => {
    expect(stateHash(foldRun(await events))).toBe(hash)
  })

  test('every decision in it is the one that is due', async () => {
    expect(otherDecisions(await events)).toEqual([])
  })

  test('the facts of every stage in any order: the same decisions and the same state', async () => {
    const stages = stagesOf(await events)
    expect(stages.filter((stage) => stage.length > 2).length).toBeGreaterThan(2)
    const anyOrder = fc.tuple(...stages.map((stage) => fc.shuffledSubarray([...stage], { minLength: stage.length }).map(inOwnOrder)))
    fc.assert(
      fc.property(anyOrder, (shuffled) => {
        const permuted = shuffled.flat().map((event, index) => ({ ...event, pos: index + 1 }))
        expect(otherDecisions(permuted)).toEqual([])
        expect(stateHash(foldRun(permuted))).toBe(hash)
      }),
      { numRuns: 200 },
    )
  })
})

/** The log in stages: the facts between two decisions or commands, which stay alone. */
function stagesOf(events: readonly TypedEvent[]): readonly (readonly TypedEvent[])[] {
  const stages: TypedEvent[][] = []
  let facts: TypedEvent[] = []
  for (const event of events) {
    if (event.aggregate !== 'run' && event.aggregate !== 'command') {
      facts.push(event)
      continue
    }
    stages.push(facts, [event])
    facts = []
  }
  return [...stages, facts]
}

/** The facts of ordered aggregates put back into their own order, at the places that the shuffle gave them. */
function inOwnOrder(facts: readonly TypedEvent[]): readonly TypedEvent[] {
  const ordered = facts.filter(({ aggregate }) => orderedAggregates.has(aggregate)).sort((a, b) => a.pos - b.pos)
  return facts.map((event) => (orderedAggregates.has(event.aggregate) ? (ordered.shift() ?? event) : event))
}

/** Decisions of the log that are not what `decide` says just before them, by type; the ids they give out are part of it. */
function otherDecisions(events: readonly TypedEvent[]): readonly unknown[] {
  const state = newDraft()
  const other: unknown[] = []
  for (const event of events) {
    if (event.aggregate === 'run') {
      const due = decide(state, Date.parse(event.at))
      const same = due?.type === event.type && canonicalJson(due.data) === canonicalJson(event.data)
      if (!same) other.push({ pos: event.pos, recorded: event.type, due: due?.type ?? null })
    }
    evolve(state, event)
  }
  return other
}
