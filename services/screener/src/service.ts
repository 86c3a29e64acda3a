import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import type { RunSnapshot, Service, Task } from '@winnow/runtime/service.ts'
import { decisionOf, entryOf } from '@winnow/runtime/service.ts'
import { type LexicalScores, lexicalScores } from './core/lexical-screening.ts'
import { lexical, screeningEvents } from './core/screening-events.ts'
import { type AskedPaper, screeningPrompt, screeningPromptVersion } from './core/screening-prompt.ts'
import { type Judgement, judge, mergeJudgements, screeningReply } from './core/screening-reply.ts'

/** Screens batches of documents against subquestions (spec §5). Any number of replicas may share the work. */
export function createScreener(): Service {
  const lexicalOf = lexicalPerDecision()
  return { name: 'screener', concurrency: 8, handle: (task) => screen(task, lexicalOf) }
}

async function screen(task: Task, lexicalOf: (run: RunSnapshot) => LexicalScores): Promise<readonly NewEvent[]> {
  const { run } = task
  const item = entryOf(task, decisionOf(task, 'ScreeningRequested').data.items)
  const subquestions = subquestionTexts(run)
  const papers = item.documentIds.flatMap((id): AskedPaper[] => {
    const text = documentText(run.state, run.corpus, id)
    return text === undefined ? [] : [{ text, subquestionIds: item.subquestionIds }]
  })
  if (papers.length !== item.documentIds.length) throw new Error(`${item.workId} names documents that the corpus does not have`)
  const batch = { workId: item.workId, papers, lexical: () => lexicalOf(run) }
  const first = await ask(task, papers, subquestions, item.fallback)
  if (first.judged === null) {
    return screeningEvents({ ...batch, judgements: new Map(), screener: lexical, usage: first.usage, degraded: first.degraded, ignored: 0 })
  }
  const { judgements, missing, ignored } = first.judged
  if (missing.length === 0) {
    return screeningEvents({ ...batch, judgements, screener: first.model, usage: first.usage, degraded: [], ignored })
  }
  // One further request names the missing pairs alone; what is still missing then is lexical.
  const again = papers.flatMap(({ text }): AskedPaper[] => {
    const open = missing.find((pairs) => pairs.documentId === text.documentId)
    return open === undefined ? [] : [{ text, subquestionIds: open.subquestionIds }]
  })
  const second = await ask(task, again, subquestions, item.fallback)
  return screeningEvents({
    ...batch,
    judgements: mergeJudgements(judgements, second.judged?.judgements ?? new Map<string, Judgement>()),
    screener: first.model,
    usage: [...first.usage, ...second.usage],
    degraded: second.judged === null ? second.degraded : stillMissing(second.judged.missing),
    ignored: ignored + (second.judged?.ignored ?? 0),
  })
}

function stillMissing(missing: readonly unknown[]): readonly Degraded[] {
  return missing.length === 0 ? [] : [{ role: 'screener', reason: 'the reply left out pairs of paper and subquestion, twice', count: 1 }]
}

async function ask(task: Task, papers: readonly AskedPaper[], subquestions: ReadonlyMap<string, string>, fallback: 'budget' | undefined) {
  const request = task.run.corpus.request
  if (request === null) throw new Error('a run is screened after it was requested')
  const answer = await task.ask({
    role: 'screener',
    stage: 'screening',
    promptVersion: screeningPromptVersion,
    prompt: screeningPrompt({ question: request.question, criteria: request.criteria, subquestions, papers }),
    schema: screeningReply,
    schemaName: 'screening',
    fallback,
  })
  return { ...answer, judged: answer.value === null ? null : judge(answer.value, papers, subquestions) }
}

function subquestionTexts(run: RunSnapshot): ReadonlyMap<string, string> {
  return new Map(Object.values(run.state.subquestions).map(({ subquestionId, text }) => [subquestionId, text]))
}

/** Lexical scores of the last decisions: all batches of one decision share them. */
function lexicalPerDecision(): (run: RunSnapshot) => LexicalScores {
  const kept = new Map<string, LexicalScores>()
  return (run) => {
    const key = `${run.runId}:${run.decision.pos}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = lexicalScores(
      Object.keys(run.state.documents).flatMap((id) => documentText(run.state, run.corpus, id) ?? []),
      askedIn(run),
      subquestionTexts(run),
    )
    kept.set(key, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= 4) break
      kept.delete(oldest)
    }
    return made
  }
}

/** Subquestion → documents that the decision asks about, over all its batches. */
function askedIn(run: RunSnapshot): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, string[]>()
  if (run.decision.type !== 'ScreeningRequested') return asked
  for (const item of run.decision.data.items) {
    for (const subquestionId of item.subquestionIds) asked.set(subquestionId, [...(asked.get(subquestionId) ?? []), ...item.documentIds])
  }
  return asked
}
