import type { AppliedAction, ResearchAction } from '@winnow/contracts/entities/plan.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { bullets, escapeMarkdown, section, table } from '../markdown-text.ts'
import { percent } from '../numbers.ts'

/** The subquestions with their coverage, and how the plan came to be: edits of users and of the critic, applied or rejected. */
export function plan(state: RunState, corpus: Corpus): readonly string[] {
  const subquestions = Object.values(state.subquestions).sort((a, b) => compareIds(a.subquestionId, b.subquestionId))
  return [
    section(2, 'Research plan', [
      table(
        ['Id', 'Subquestion', 'Priority', 'Status', 'From', 'Coverage'],
        subquestions.map((item) => [
          item.subquestionId,
          escapeMarkdown(item.text),
          item.priority,
          item.splitInto.length === 0 ? item.status : `${item.status}, split into ${item.splitInto.join(', ')}`,
          item.origin,
          percent(item.coverage),
        ]),
      ),
    ]),
    section(2, 'Edits by users', [bullets(userEdits(corpus))]),
    section(2, 'Critique log', critiqueLog(corpus)),
  ]
}

function critiqueLog(corpus: Corpus): readonly string[] {
  return [...corpus.critiques]
    .sort((a, b) => a.iteration - b.iteration)
    .flatMap((critique) => {
      const verdict = critique.sufficient ? 'sufficient' : 'not sufficient'
      const stop =
        critique.stop === null ? 'the run goes on' : `the run stops: ${escapeMarkdown(critique.stop.reason)} (rule ${critique.stop.rule})`
      return [
        `Iteration ${critique.iteration}: the critic finds the evidence ${verdict}; ${stop}.`,
        bullets([
          ...critique.applied.map((action) => `Applied: ${appliedWords(action)}`),
          ...critique.rejected.map(({ edit, reason }) => `Rejected: ${proposedWords(edit)} (${escapeMarkdown(reason)})`),
        ]),
      ]
    })
}

function userEdits(corpus: Corpus): readonly string[] {
  const reasonOf = new Map(corpus.planEdits.map((edit) => [edit.commandId, edit.reason]))
  const given = (reason: string | undefined) => (reason === undefined || reason === '' ? '' : ` (${escapeMarkdown(reason)})`)
  return [
    ...corpus.planEditsApplied.flatMap(({ commandId, applied, rejected }) => [
      ...applied.map((action) => `Applied: ${appliedWords(action)}${given(reasonOf.get(commandId))}`),
      ...rejected.map(({ edit, reason }) => `Rejected: ${proposedWords(edit)}${given(reason)}`),
    ]),
    ...corpus.overrides.map(({ action, documentId, records, reason }) => {
      const what = action === 'split' ? `split off ${documentId}: ${records.map(escapeMarkdown).join(', ')}` : `${action} ${documentId}`
      return `Decided: ${what}${given(reason)}`
    }),
  ]
}

/** What an applied action did, as Markdown. */
export function appliedWords(action: AppliedAction): string {
  switch (action.kind) {
    case 'subquestion-added':
      return `added ${action.subquestion.subquestionId}, “${escapeMarkdown(action.subquestion.text)}”`
    case 'subquestion-split':
      return `split ${action.subquestionId} into ${action.into.map((child) => child.subquestionId).join(', ')}`
    case 'subquestion-rephrased':
      return `rephrased ${action.subquestionId} as “${escapeMarkdown(action.text)}”`
    case 'subquestion-deprioritized':
      return `deprioritized ${action.subquestionId}`
    case 'subquestion-closed':
      return `closed ${action.subquestionId}`
    case 'intent-planned':
      return `planned a search for ${action.subquestionId}, “${escapeMarkdown(action.text)}”${action.rewordOf === undefined ? '' : `, in place of ${action.rewordOf}`}`
    case 'intent-closed':
      return `closed the search intent ${action.intentId}`
    case 'snowball-requested':
      return `asked for the ${action.direction} references of ${action.documentId}`
    case 'contradiction-noted':
      return `noted a contradiction (${action.status}) on ${action.subquestionId} between ${action.claims.join(', ')}: ${escapeMarkdown(action.note)}`
  }
}

/** What an action asked for, as Markdown; its ids are as the model or the user wrote them. */
export function proposedWords(action: ResearchAction): string {
  switch (action.kind) {
    case 'add':
      return `add “${escapeMarkdown(action.text)}”`
    case 'split':
      return `split ${escapeMarkdown(action.subquestionId)} into ${action.into.map(({ text }) => `“${escapeMarkdown(text)}”`).join(', ')}`
    case 'rephrase':
      return `rephrase ${escapeMarkdown(action.subquestionId)} as “${escapeMarkdown(action.text)}”`
    case 'deprioritize':
      return `deprioritize ${escapeMarkdown(action.subquestionId)}`
    case 'close':
      return `close ${escapeMarkdown(action.subquestionId)}`
    case 'add-intent':
      return `search for ${escapeMarkdown(action.subquestionId)}, “${escapeMarkdown(action.text)}”`
    case 'reword-intent':
      return `reword ${escapeMarkdown(action.intentId)} as “${escapeMarkdown(action.text)}”`
    case 'close-intent':
      return `close ${escapeMarkdown(action.intentId)}`
    case 'snowball':
      return `follow the ${action.direction} references of ${escapeMarkdown(action.documentId)}`
    case 'contradiction':
      return `contradiction on ${escapeMarkdown(action.subquestionId)}: ${escapeMarkdown(action.note)}`
    case 'gap':
      return `gap “${escapeMarkdown(action.text)}”`
  }
}
