import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import { modelOf } from '@winnow/contracts/entities/model-role.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { screeningRole } from '@winnow/domain/screening-roles.ts'
import type { RunSnapshot, Service, Task } from '@winnow/runtime/service.ts'
import { decisionOf, entryOf } from '@winnow/runtime/service.ts'
import { earlierJudgements } from './core/earlier-judgements.ts'
import { byPlace, byRanking, byWords, type Fallback, inclusive, unjudged } from './core/fallbacks.ts'
import { type LexicalScores, lexicalScores } from './core/lexical-screening.ts'
import { rankingScores } from './core/ranking-screening.ts'
import { screeningEvents } from './core/screening-events.ts'
import {
  type AskedPaper,
  adjudicationPrompt,
  adjudicationPromptVersion,
  screeningPrompt,
  screeningPromptVersion,
} from './core/screening-prompt.ts'
import { type Judgement, judge, mergeJudgements, screeningReply } from './core/screening-reply.ts'

/**
 * Screens batches of documents against subquestions (spec §5): first, for a second opinion, where two screeners disagree, and
 * a sample of exclusions again (docs/decisions/022). Any number of replicas may share the work.
 */
export function createScreener(): Service {
  const rules = rulesPerDecision()
  return { name: 'screener', concurrency: 8, handle: (task) => screen(task, rules) }
}

type Pass = ReturnType<typeof passOf>
type Rules = ReturnType<typeof rulesPerDecision>

async function screen(task: Task, rules: Rules): Promise<readonly NewEvent[]> {
  const { run } = task
  const pass = passOf(task)
  const item = entryOf(task, decisionOf(task, 'ScreeningRequested').data.items)
  const papers = item.documentIds.flatMap((id): AskedPaper[] => {
    const text = documentText(run.state, run.corpus, id)
    if (text === undefined) return []
    const { subquestionIds } = item
    if (pass.name !== 'adjudication') return [{ text, subquestionIds }]
    return [{ text, subquestionIds, judgements: earlierJudgements(run.state, run.corpus, id, subquestionIds) }]
  })
  if (papers.length !== item.documentIds.length) throw new Error(`${item.workId} names documents that the corpus does not have`)
  const first = await ask(task, pass, papers, item.fallback)
  const batch = { workId: item.workId, pass: pass.name, papers, fallback: fallbackOf(run, pass, rules), screener: first.model }
  if (first.judged === null) {
    return screeningEvents({ ...batch, judgements: new Map(), usage: first.usage, degraded: first.degraded, ignored: 0 })
  }
  const { judgements, missing, ignored } = first.judged
  if (missing.length === 0) return screeningEvents({ ...batch, judgements, usage: first.usage, degraded: [], ignored })
  // One further request names the missing pairs alone; what is still missing then is the fallback's.
  const again = papers.flatMap((paper): AskedPaper[] => {
    const open = missing.find((pairs) => pairs.documentId === paper.text.documentId)
    return open === undefined ? [] : [{ ...paper, subquestionIds: open.subquestionIds }]
  })
  const second = await ask(task, pass, again, item.fallback)
  return screeningEvents({
    ...batch,
    judgements: mergeJudgements(judgements, second.judged?.judgements ?? new Map<string, Judgement>()),
    usage: [...first.usage, ...second.usage],
    degraded: second.judged === null ? second.degraded : stillMissing(pass, second.judged.missing),
    ignored: ignored + (second.judged?.ignored ?? 0),
  })
}

/** What the task's decision screens for, and the role whose model does it. */
function passOf(task: Task) {
  const { pass: name } = decisionOf(task, 'ScreeningRequested').data
  const { request } = task.run.state
  if (request === null) throw new Error('a run is screened after it was requested')
  const { models } = request.options
  const role = screeningRole(models, name)
  return { name, role, byRule: modelOf(models, role) === 'none' }
}

function stillMissing({ role }: Pass, missing: readonly unknown[]): readonly Degraded[] {
  return missing.length === 0 ? [] : [{ role, reason: 'the reply left out pairs of paper and subquestion, twice', count: 1 }]
}

async function ask(task: Task, { name, role }: Pass, papers: readonly AskedPaper[], fallback: 'budget' | undefined) {
  const { request } = task.run.corpus
  if (request === null) throw new Error('a run is screened after it was requested')
  const subquestions = subquestionTexts(task.run)
  const { question, criteria } = request
  const isAdjudication = name === 'adjudication'
  const answer = await task.ask({
    role,
    stage: 'screening',
    promptVersion: isAdjudication ? adjudicationPromptVersion : screeningPromptVersion,
    prompt: (isAdjudication ? adjudicationPrompt : screeningPrompt)({ question, criteria, subquestions, papers }),
    schema: screeningReply,
    schemaName: 'screening',
    fallback,
  })
  return { ...answer, judged: answer.value === null ? null : judge(answer.value, papers, subquestions, criteria) }
}

function fallbackOf(run: RunSnapshot, { name, byRule }: Pass, rules: Rules): Fallback {
  switch (name) {
    case undefined:
      return run.state.request?.options.review === undefined
        ? byWords(() => rules(run, 'lexical'))
        : byPlace((documentId) => run.state.documents[documentId]?.features.screeningScore ?? 0)
    case 'second':
      return byRanking(() => rules(run, 'ranking'))
    case 'adjudication':
      return inclusive
    case 'sample':
      return byRule ? byRanking(() => rules(run, 'ranking')) : unjudged
  }
}

function subquestionTexts(run: RunSnapshot): ReadonlyMap<string, string> {
  return new Map(Object.values(run.state.subquestions).map(({ subquestionId, text }) => [subquestionId, text]))
}

/** Scores by rules of the last decisions: all batches of one decision share them. */
function rulesPerDecision(): (run: RunSnapshot, rule: 'lexical' | 'ranking') => LexicalScores {
  const kept = new Map<string, LexicalScores>()
  return (run, rule) => {
    const key = `${run.runId}:${run.decision.pos}:${rule}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const texts = Object.keys(run.state.documents).flatMap((id) => documentText(run.state, run.corpus, id) ?? [])
    const [asked, subquestions] = [askedIn(run), subquestionTexts(run)]
    const made =
      rule === 'lexical'
        ? lexicalScores(texts, asked, subquestions)
        : rankingScores(texts, asked, subquestions, run.corpus.request?.criteria ?? '')
    kept.set(key, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= 4) break
      kept.delete(oldest)
    }
    return made
  }
}

/**
 * Subquestion → the documents that a rule looks at: those that the decision asks about, over all its batches. Of a sample all
 * that were screened: half of a sample is above its own median, whatever it holds.
 */
function askedIn({ decision, state }: RunSnapshot): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, string[]>()
  if (decision.type !== 'ScreeningRequested') return asked
  for (const item of decision.data.items) {
    for (const subquestionId of item.subquestionIds) asked.set(subquestionId, [...(asked.get(subquestionId) ?? []), ...item.documentIds])
  }
  if (decision.data.pass !== 'sample') return asked
  const screened = liveDocuments(state)
  return new Map(
    [...asked.keys()].map((id) => [id, screened.filter(({ scores }) => scores[id] !== undefined).map(({ documentId }) => documentId)]),
  )
}
