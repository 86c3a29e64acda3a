import type { ChaosOutcome } from './run-chaos.ts'

/** What was done and what was found, as text. */
export function chaosTable({ faults, findings, seconds }: ChaosOutcome): string {
  const kinds = Map.groupBy(faults, ({ kind }) => kind)
  const rows: (readonly [string, string | number])[] = [
    ...[...kinds].map(([kind, list]) => [kind, list.length] as const),
    ['runs completed', `${findings.completed} of ${findings.runs}`],
    ['events', findings.events],
    ['messages that the broker holds twice (folded once)', findings.repeatedMessages],
    ['model calls (undisturbed runs make)', `${findings.modelCalls} (${findings.twinCalls})`],
    ['paid and not recorded (killed between reply and record)', findings.lostReplies],
    ['recorded twice for the same work', findings.boughtTwice],
    ['seconds', seconds],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  const verdict =
    findings.wrong.length === 0 ? ['every run is as its undisturbed twin'] : ['WRONG:', ...findings.wrong.map((line) => `  ${line}`)]
  return `${[...lines, ...verdict].join('\n')}\n`
}
