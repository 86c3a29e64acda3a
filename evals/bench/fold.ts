import { readFileSync } from 'node:fs'
import { recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { largeRun } from '@winnow/testkit/large-run.ts'
import type { Bench } from './bench.ts'
import { eventsPerSecond } from './events-per-second.ts'

const HISTORIES = ['without-a-model', 'with-edits'] as const
/** A run of some 7,000 events, most of them screenings. */
const LARGE = { iterations: 4, documents: 1_600, reads: 60 }

type Run = { readonly name: string; readonly lines: readonly string[]; readonly events: readonly TypedEvent[] }

/** How fast a run's parsed events fold to its state, beside how fast their lines are JSON. */
export const fold: Bench = {
  summary: 'events per second of the fold of a run, and its ratio to JSON.parse of the same lines',
  run: async () => {
    const runs = [...HISTORIES.map(recordedHistory), generatedRun()].map(measure)
    const headline = runs.at(-1)
    const result = { bench: 'fold', eventsPerSecond: headline?.evolve, ratioToJsonParse: headline?.ratioToJsonParse, runs }
    return { kind: 'measured', result, table: tableOf(runs) }
  },
}

function measure({ name, lines, events }: Run) {
  const evolved = eventsPerSecond(events.length, () => {
    const state = newDraft()
    for (const event of events) evolve(state, event)
  })
  const collected = eventsPerSecond(events.length, () => {
    const corpus = newCorpus()
    for (const event of events) collect(corpus, event)
  })
  const json = eventsPerSecond(events.length, () => {
    for (const line of lines) JSON.parse(line)
  })
  const ratioToJsonParse = Math.round((evolved / json) * 100) / 100
  return { run: name, events: events.length, evolve: evolved, collect: collected, jsonParse: json, ratioToJsonParse }
}

function recordedHistory(name: string): Run {
  const text = readFileSync(new URL(`../../e2e/histories/${name}.jsonl`, import.meta.url), 'utf8')
  const lines = text.trimEnd().split('\n')
  const events = lines.map((line) => {
    const parsed = parseEvent(recorded.parse(JSON.parse(line)))
    if (!parsed.ok) throw new Error(`${name}: ${parsed.detail}`)
    return parsed.event
  })
  return { name, lines, events }
}

function generatedRun(): Run {
  const lines = largeRun(LARGE).map((event, index) => JSON.stringify(sealForTest(event, index + 1)))
  return { name: 'generated', lines, events: lines.map((line) => JSON.parse(line) as TypedEvent) }
}

function tableOf(runs: readonly ReturnType<typeof measure>[]): string {
  return runs
    .map(
      ({ run, events, evolve, collect, jsonParse, ratioToJsonParse }) =>
        `${run}: ${events} events; evolve ${evolve}/s, collect ${collect}/s, JSON.parse ${jsonParse}/s, evolve : JSON.parse ${ratioToJsonParse}`,
    )
    .join('\n')
}
