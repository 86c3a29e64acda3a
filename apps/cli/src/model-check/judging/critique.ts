import type { Critique } from '@winnow/contracts/entities/critique.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { repairIds } from '@winnow/domain/id-repair.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** Ids as prompts write them; a mark of a figure ("D1.e2") is one id. */
const ID = /(?<![\p{L}\p{N}.])(?:RQ\d+(?:\.i\d+)?|D\d+(?:\.e\d+)?)(?![\p{L}\p{N}])/gu

/** The critique of an outcome; the critic gives none only where its reply could not be used. */
export function critiqueOf(outcome: readonly NewEvent[]): Critique {
  const [critique] = outcome.flatMap((event) =>
    event.type === 'CritiqueProposed' && event.data.critique !== null ? [event.data.critique] : [],
  )
  if (critique === undefined) throw new Error('a usable reply gave no critique')
  return critique
}

/** All ids that a critique names, in its actions and in its prose, and which of them the run does not have. */
export function idsNamed(
  critique: Critique,
  state: RunState,
): { readonly known: ReadonlySet<string>; readonly unknown: readonly string[] } {
  const ids = [state.subquestions, state.intents, state.documents, state.evidence].flatMap((entries) => Object.keys(entries))
  const known = new Set<string>()
  const unknown: string[] = []
  for (const raw of [...critique.actions.flatMap(idsOfAction), ...proseOf(critique).flatMap((text) => text.match(ID) ?? [])]) {
    const named = repairIds(raw, ids, new Map(Object.values(state.subquestions).map(({ subquestionId, text }) => [subquestionId, text])))
    for (const id of named.ids) known.add(id)
    unknown.push(...named.unknown)
  }
  return { known, unknown }
}

/** The texts that a critic writes in its own words. */
export function proseOf({ assessment, actions }: Critique): readonly string[] {
  return [...Object.values(assessment), ...actions.flatMap(wordsOfAction)]
}

function idsOfAction(action: ResearchAction): readonly string[] {
  switch (action.kind) {
    case 'add':
    case 'gap':
      return []
    case 'split':
    case 'rephrase':
    case 'deprioritize':
    case 'close':
    case 'add-intent':
      return [action.subquestionId]
    case 'reword-intent':
    case 'close-intent':
      return [action.intentId]
    case 'snowball':
      return [action.documentId]
    case 'contradiction':
      return [action.subquestionId, ...action.claims]
  }
}

function wordsOfAction(action: ResearchAction): readonly string[] {
  switch (action.kind) {
    case 'add':
    case 'gap':
    case 'rephrase':
    case 'add-intent':
    case 'reword-intent':
      return [action.text]
    case 'contradiction':
      return [action.note]
    case 'split':
      return action.into.map(({ text }) => text)
    case 'deprioritize':
    case 'close':
    case 'close-intent':
    case 'snowball':
      return []
  }
}
