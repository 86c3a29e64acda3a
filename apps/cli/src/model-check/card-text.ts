import { withoutControls } from '../output/without-controls.ts'
import type { ModelCard } from './model-card.ts'

/** The marks of a trap that was passed, and of one that was not. */
const marks = { passed: '✓', failed: '✗' } as const

/** The score cards for a person: one a model, and the models side by side where there are several. */
export function cardText(cards: readonly ModelCard[]): string {
  const sideBySide = cards.length < 2 ? [] : ['', 'Side by side', ...comparison(cards)]
  return withoutControls([...cards.flatMap((card, index) => [...(index === 0 ? [] : ['']), ...oneCard(card)]), ...sideBySide].join('\n'))
}

/** The mark of a trap. */
export function markOf({ passed }: { readonly passed: boolean }): string {
  return passed ? marks.passed : marks.failed
}

function oneCard({ spec, traps, passed, calls, costUsd, seconds }: ModelCard): readonly string[] {
  const width = Math.max(...traps.map(({ name }) => name.length))
  const price = costUsd === null ? 'price unknown' : `${costUsd.toFixed(4)} USD`
  return [
    `${spec}: ${passed} of ${traps.length} traps passed (${calls} calls, ${price}, ${seconds.toFixed(1)} s)`,
    ...traps.map((trap) => `  ${markOf(trap)} ${trap.name.padEnd(width)}  ${trap.detail}`),
  ]
}

function comparison(cards: readonly ModelCard[]): readonly string[] {
  const names = cards[0]?.traps.map(({ name }) => name) ?? []
  const width = Math.max(...names.map((name) => name.length))
  const row = (first: string, cells: readonly string[]) =>
    `  ${[first.padEnd(width), ...cells.map((cell, index) => cell.padEnd(cards[index]?.spec.length ?? 0))].join('  ')}`.trimEnd()
  return [
    row(
      '',
      cards.map(({ spec }) => spec),
    ),
    ...names.map((name, index) =>
      row(
        name,
        cards.map(({ traps }) => markOf(traps[index] ?? { passed: false })),
      ),
    ),
    row(
      'passed',
      cards.map(({ passed, traps }) => `${passed}/${traps.length}`),
    ),
  ]
}
