import { type Critique, critiqueAssessment } from '@winnow/contracts/entities/critique.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'

const proposed = z.object({ text: z.string(), rationale: z.string(), priority: z.number().int().min(1).max(5) })

/** The critic's reply as a model is asked for it: a list for each kind of action, which models fill in better than a union. */
export const critiqueReply = z.object({
  assessment: critiqueAssessment,
  sufficient: z.boolean(),
  addIntents: z.array(z.object({ subquestionId: z.string(), text: z.string() })),
  rewordIntents: z.array(z.object({ intentId: z.string(), text: z.string() })),
  closeIntents: z.array(z.object({ intentId: z.string() })),
  snowball: z.array(z.object({ documentId: z.string(), direction: z.enum(['backward', 'forward']) })),
  contradictions: z.array(
    z.object({
      subquestionId: z.string(),
      evidenceIds: z.array(z.string()),
      note: z.string(),
      status: z.enum(['open', 'explained', 'resolved']),
    }),
  ),
  addSubquestions: z.array(proposed),
  splitSubquestions: z.array(z.object({ subquestionId: z.string(), into: z.array(proposed) })),
  rephraseSubquestions: z.array(z.object({ subquestionId: z.string(), text: z.string() })),
  deprioritizeSubquestions: z.array(z.object({ subquestionId: z.string() })),
  closeSubquestions: z.array(z.object({ subquestionId: z.string() })),
  gaps: z.array(z.object({ text: z.string() })),
})
export type CritiqueReply = z.output<typeof critiqueReply>

/** Actions of one kind that are taken from a reply; a critic that asks for more does not say what matters most. */
export const actionsOfAKind = 10
const longestText = 1000
const longestAssessment = 2000

/**
 * The critique in a reply: its verdict and its actions in a fixed order of kinds. Ids are left as they were written; the
 * conductor repairs and checks them against its state. Entries without text are dropped.
 */
export function readCritique(reply: CritiqueReply): Critique {
  const text = (raw: string) => truncateText(raw.trim(), longestText)
  const some = <T, A extends ResearchAction>(entries: readonly T[], toAction: (entry: T) => A | null): A[] =>
    entries.slice(0, actionsOfAKind).flatMap((entry) => toAction(entry) ?? [])
  const child = (entry: z.output<typeof proposed>) => ({
    text: text(entry.text),
    rationale: text(entry.rationale),
    priority: entry.priority,
  })
  const actions: ResearchAction[] = [
    ...some(reply.closeSubquestions, ({ subquestionId }) => ({ kind: 'close', subquestionId })),
    ...some(reply.deprioritizeSubquestions, ({ subquestionId }) => ({ kind: 'deprioritize', subquestionId })),
    ...some(reply.rephraseSubquestions, (entry) =>
      text(entry.text) === '' ? null : { kind: 'rephrase', subquestionId: entry.subquestionId, text: text(entry.text) },
    ),
    ...some(reply.splitSubquestions, ({ subquestionId, into }) => {
      const children = into.map(child).filter((entry) => entry.text !== '')
      return children.length < 2 ? null : { kind: 'split', subquestionId, into: children }
    }),
    ...some(reply.addSubquestions, (entry) => (text(entry.text) === '' ? null : { kind: 'add', ...child(entry) })),
    ...some(reply.closeIntents, ({ intentId }) => ({ kind: 'close-intent', intentId })),
    ...some(reply.rewordIntents, (entry) =>
      text(entry.text) === '' ? null : { kind: 'reword-intent', intentId: entry.intentId, text: text(entry.text) },
    ),
    ...some(reply.addIntents, (entry) =>
      text(entry.text) === '' ? null : { kind: 'add-intent', subquestionId: entry.subquestionId, text: text(entry.text) },
    ),
    ...some(reply.gaps, (entry) => (text(entry.text) === '' ? null : { kind: 'gap', text: text(entry.text) })),
    ...some(reply.snowball, ({ documentId, direction }) => ({ kind: 'snowball', documentId, direction })),
    ...some(reply.contradictions, ({ subquestionId, evidenceIds, note, status }) => ({
      kind: 'contradiction',
      subquestionId,
      claims: evidenceIds,
      note: text(note),
      status,
    })),
  ]
  const assessment = Object.entries(reply.assessment).map(([aspect, said]) => [aspect, truncateText(said, longestAssessment)])
  return {
    sufficient: reply.sufficient,
    assessment: critiqueAssessment.parse(Object.fromEntries(assessment)),
    actions,
  }
}
