import { writeCsv } from '@winnow/bibliography/write/csv.ts'
import type { ScreeningOutcome } from '../screening/outcome.ts'
import type { ScreeningInput } from '../screening/read-screening-input.ts'

/** A screening with what it was of. */
export interface Screened {
  readonly input: ScreeningInput
  readonly outcome: ScreeningOutcome
}

/** Digits after the point that scores and metrics are told with. */
const digits = 6

/** `winnow screen --json`: ids in the order of screening, and everything else by id; `problems`: what was wrong with the files, when anything was. */
export function screenJson({ input, outcome }: Screened): object {
  const { kind, order, scores, decisions, metrics, stopping, judged, notes } = outcome
  const id = (position: number) => input.records[position]?.id ?? ''
  const all = input.records.map((_, position) => position)
  const reasons = all.map((position) => [id(position), outcome.reasonsOf(position)] as const).filter(([, words]) => words.length > 0)
  return {
    kind,
    records: input.records.length,
    order: order.map(id),
    scores: Object.fromEntries(all.map((position) => [id(position), rounded(scores[position] ?? 0)])),
    reasons: Object.fromEntries(reasons),
    ...(decisions.size === 0
      ? {}
      : { decisions: Object.fromEntries([...decisions].map(([position, included]) => [id(position), decisionOf(included)])) }),
    metrics: metrics === null ? null : roundedIn(metrics),
    ...(stopping === null ? {} : { stopping: roundedIn(stopping) }),
    ...(judged === null ? {} : { screening: judged }),
    notes,
    ...(input.problems.length === 0 ? {} : { problems: input.problems }),
  }
}

/** The screening as a table: records in the order of screening, then those that a label decided before. */
export function screenCsv({ input, outcome }: Screened): string {
  const ordered = new Set(outcome.order)
  const places = new Map(outcome.order.map((position, place) => [position, place + 1]))
  const positions = [...outcome.order, ...input.records.keys().filter((position) => !ordered.has(position))]
  const rows = positions.map((position) => {
    const { id = '', title, year } = input.records[position] ?? {}
    const decided = outcome.decisions.get(position)
    return [
      places.get(position),
      id,
      input.sources[position]?.ids.doi,
      title,
      year,
      rounded(outcome.scores[position] ?? 0),
      decided === undefined ? undefined : decisionOf(decided),
      outcome.reasonsOf(position).join('; '),
    ]
  })
  return writeCsv(['order', 'id', 'doi', 'title', 'year', 'score', 'decision', 'reason'], rows)
}

function decisionOf(included: boolean): 'included' | 'excluded' {
  return included ? 'included' : 'excluded'
}

function rounded(value: number): number {
  return Number(value.toFixed(digits))
}

/** The value with every number in it rounded. */
function roundedIn<T>(value: T): unknown {
  if (typeof value === 'number') return rounded(value)
  if (Array.isArray(value)) return value.map(roundedIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, roundedIn(member)]))
}
