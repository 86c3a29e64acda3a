import { compareIds } from '@winnow/contracts/ids.ts'
import { applyActions } from '../edits.ts'
import { usableEvidence } from '../evidence-owner.ts'
import { stopAfterCritique } from '../stopping.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { payFor, usesModel } from './model-work.ts'
import { fail } from './planning.ts'

/** One synthesis for each subquestion whose evidence is not the evidence of its last answer. */
export function requestSynthesis(state: StartedRun): Attempt {
  const evidence = usableEvidence(state)
  const wanted = Object.values(state.subquestions)
    .sort((a, b) => a.priority - b.priority || compareIds(a.subquestionId, b.subquestionId))
    .flatMap(({ subquestionId }) => {
      const evidenceIds = evidence
        .filter((item) => item.subquestionId === subquestionId)
        .map((item) => item.evidenceId)
        .sort(compareIds)
      const answered = state.answers[subquestionId]?.evidence ?? []
      const same = evidenceIds.length === answered.length && evidenceIds.every((id) => answered.includes(id))
      return evidenceIds.length === 0 || same
        ? []
        : [{ workId: `synthesis:${state.iteration}:${subquestionId}`, subquestionId, evidenceIds }]
    })
  if (wanted.length === 0) return goOn('critique')
  const { items, reserve } = payFor(state, 'synthesizer', wanted)
  return { decision: { type: 'SynthesisRequested', data: { iteration: state.iteration, items, reserve } } }
}

/** A critique of the iteration (spec §0 (10)); without a critic the report follows. */
export function requestCritique(state: StartedRun): Attempt {
  if (!usesModel(state, 'critic')) return goOn('report')
  const { items, reserve } = payFor(state, 'critic', [{ workId: `critique:${state.iteration}`, iteration: state.iteration }])
  const [item] = items
  if (item === undefined) throw new Error('a critique is one item')
  return { decision: { type: 'CritiqueRequested', data: { ...item, reserve } } }
}

/** Spec §0 (11): the critique's edits are applied by code, then the stop rules. Without a critique the run stops defensively. */
export function applyCritique(state: StartedRun, now: number): Attempt {
  const critique = state.critique?.proposal ?? null
  if (critique === null) return goOn('report')
  const stop = stopAfterCritique(state, now)
  const { applied, rejected } = applyActions(state, critique.actions, { origin: 'critic', stop })
  return {
    decision: {
      type: 'CritiqueApplied',
      data: { iteration: state.iteration, sufficient: critique.sufficient, applied: [...applied], rejected: [...rejected], stop },
    },
  }
}

/** The report, with the rule that has stopped the research. Throws when none has. */
export function requestReport(state: StartedRun, now: number): Attempt {
  const stop = state.stop ?? stopAfterCritique(state, now)
  if (stop === null) throw new Error('a report is due only when a rule has stopped the research')
  const { items, reserve } = payFor(state, 'writer', [{ workId: 'report', stop }])
  const [item] = items
  if (item === undefined) throw new Error('a report is one item')
  return { decision: { type: 'ReportRequested', data: { ...item, reserve } } }
}

/** The check of the report's citations, by the judge where one is routed (spec §12); a run without a report has failed. */
export function requestCheck(state: StartedRun): Attempt {
  if (state.report === null) return fail('the report could not be written')
  const role = usesModel(state, 'judge') ? 'judge' : 'writer'
  const { items, reserve } = payFor(state, role, [{ workId: 'check' }])
  const [item] = items
  if (item === undefined) throw new Error('a citation check is one item')
  return { decision: { type: 'CitationCheckRequested', data: { ...item, reserve } } }
}

/** The end of the run, with the reason why the research stopped. */
export function complete(state: StartedRun): Attempt {
  const stop = state.stop
  return {
    decision: {
      type: 'RunCompleted',
      data: { status: 'completed', stopReason: stop?.reason ?? 'the report is written', rule: stop?.rule ?? null },
    },
  }
}
