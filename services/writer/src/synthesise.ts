import type { NewEvent } from '@winnow/contracts/registry.ts'
import { decisionOf, entryOf, type Task } from '@winnow/runtime/service.ts'
import { merged, nothingCited } from './core/degraded-steps.ts'
import { passedEvidence } from './core/passed-evidence.ts'
import { extractiveAnswer } from './core/synthesis-fallback.ts'
import { synthesisPrompt, synthesisPromptVersion } from './core/synthesis-prompt.ts'
import { answerFromReply, synthesisReply } from './core/synthesis-reply.ts'
import { extractive } from './core/writer-names.ts'

/** Answers one subquestion from its evidence: by the synthesizer, or by its fallback (spec §2, §10). */
export async function synthesise(task: Task): Promise<NewEvent> {
  const { workId, subquestionId, evidenceIds, fallback } = entryOf(task, decisionOf(task, 'SynthesisRequested').data.items)
  const { state, corpus } = task.run
  const subquestion = state.subquestions[subquestionId]
  if (subquestion === undefined || state.request === null) throw new Error(`${workId}: the state has no ${subquestionId}`)
  const evidence = passedEvidence(state, corpus).filter((item) => evidenceIds.includes(item.evidenceId))
  const asked = await task.ask({
    role: 'synthesizer',
    stage: 'synthesis',
    promptVersion: synthesisPromptVersion,
    prompt: synthesisPrompt({ question: state.request.question, subquestionId, subquestion: subquestion.text, evidence }),
    schema: synthesisReply,
    schemaName: 'synthesis',
    fallback,
  })
  const written = asked.value === null ? null : answerFromReply(asked.value, evidence)
  const unusable = asked.value !== null && written === null
  const { answer, notEstablished, contradictions, coverage, removedCitations } = written ?? extractiveAnswer(subquestion.text, evidence)
  return {
    type: 'SubquestionAnswered',
    data: {
      workId,
      subquestionId,
      answer: [...answer],
      notEstablished: [...notEstablished],
      contradictions: contradictions.map(({ note, evidence: sides }) => ({ note, evidence: [...sides] })),
      coverage,
      evidenceIds,
      removedCitations,
      synthesizer: written === null ? extractive : asked.model,
      degraded: [...merged([...asked.degraded, ...(unusable ? [{ role: 'synthesizer' as const, reason: nothingCited, count: 1 }] : [])])],
    },
    usage: asked.usage,
  }
}
