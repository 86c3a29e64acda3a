import type { Critique } from '@winnow/contracts/entities/critique.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { agreement, dice, paired } from '@winnow/domain/evaluation/agreement.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sameTexts } from './compare-planning.ts'
import type { Comparison } from './comparison.ts'

interface Criticised {
  readonly iteration: number
  readonly recorded: Critique | null
  readonly rerun: Critique | null
}

/** Critiques: whether the evidence is sufficient, and what is asked for. Without a usable critique nothing is sufficient. */
export function compareCritique(): Comparison {
  const all: Criticised[] = []
  return {
    take: ({ recorded, again }) => {
      const [before, after] = [critiqueOf(recorded), critiqueOf(again)]
      all.push({
        iteration: before?.iteration ?? after?.iteration ?? 0,
        recorded: before?.critique ?? null,
        rerun: after?.critique ?? null,
      })
    },
    result: (gold) => {
      if (gold !== null) throw new UsageError('--gold: critiques have no labels to be compared with; dedup, screening and reading have')
      const { observed } = agreement(
        all.map(({ recorded, rerun }) => ({ first: recorded?.sufficient === true, second: rerun?.sufficient === true })),
      )
      const count = (of: (one: Criticised) => number) => all.reduce((sum, one) => sum + of(one), 0)
      const [before, after] = [count(({ recorded }) => actionsOf(recorded).length), count(({ rerun }) => actionsOf(rerun).length)]
      const shared = count(({ recorded, rerun }) => paired(actionsOf(recorded), actionsOf(rerun), sameAction).pairs.length)
      return {
        agreement: {
          critiques: all.length,
          usableRecorded: count(({ recorded }) => (recorded === null ? 0 : 1)),
          usableRerun: count(({ rerun }) => (rerun === null ? 0 : 1)),
          sufficientAgreement: observed,
          actionsRecorded: before,
          actionsRerun: after,
          actionOverlap: dice(before, after, shared),
        },
        gold: null,
        changed: all.filter(isOther).map((one) => ({ ...one, words: wordsOf(one) })),
      }
    },
  }
}

function critiqueOf(events: readonly (TypedEvent | NewEvent)[]) {
  for (const event of events) if (event.type === 'CritiqueProposed') return event.data
  return undefined
}

function actionsOf(critique: Critique | null): readonly ResearchAction[] {
  return critique?.actions ?? []
}

/** The same kind on the same things; texts may be in other words. */
export function sameAction(a: ResearchAction, b: ResearchAction): boolean {
  const [left, right] = [partsOf(a), partsOf(b)]
  return left.rest === right.rest && (left.text === right.text || sameTexts(left.text, right.text))
}

/** An action's free text, and the rest of it; reasons, notes and priorities do not count. */
function partsOf(action: ResearchAction): { readonly rest: string; readonly text: string } {
  switch (action.kind) {
    case 'add':
    case 'gap':
      return { rest: action.kind, text: action.text }
    case 'split':
      return { rest: `split ${action.subquestionId}`, text: action.into.map(({ text }) => text).join(' ') }
    case 'rephrase':
    case 'add-intent':
      return { rest: `${action.kind} ${action.subquestionId}`, text: action.text }
    case 'reword-intent':
      return { rest: `reword-intent ${action.intentId}`, text: action.text }
    case 'deprioritize':
    case 'close':
      return { rest: `${action.kind} ${action.subquestionId}`, text: '' }
    case 'close-intent':
      return { rest: `close-intent ${action.intentId}`, text: '' }
    case 'snowball':
      return { rest: `snowball ${action.documentId} ${action.direction}`, text: '' }
    case 'contradiction':
      return { rest: `contradiction ${action.subquestionId} ${action.claims.toSorted().join(' ')}`, text: '' }
  }
}

function isOther({ recorded, rerun }: Criticised): boolean {
  const { onlyLeft, onlyRight } = paired(actionsOf(recorded), actionsOf(rerun), sameAction)
  return (recorded === null) !== (rerun === null) || recorded?.sufficient !== rerun?.sufficient || onlyLeft.length + onlyRight.length > 0
}

function wordsOf({ iteration, recorded, rerun }: Criticised): string {
  const verdict = (critique: Critique | null) => (critique === null ? 'no critique' : critique.sufficient ? 'sufficient' : 'not sufficient')
  const { onlyLeft, onlyRight } = paired(actionsOf(recorded), actionsOf(rerun), sameAction)
  const line = (sign: string) => (action: ResearchAction) =>
    `    ${sign} ${partsOf(action).rest}${partsOf(action).text === '' ? '' : `: ${partsOf(action).text}`}`
  return [`iteration ${iteration}: ${verdict(recorded)} → ${verdict(rerun)}`, ...onlyLeft.map(line('-')), ...onlyRight.map(line('+'))].join(
    '\n',
  )
}
