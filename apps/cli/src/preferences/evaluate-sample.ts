import { type AnswerContent, answerContent } from '@winnow/contracts/entities/answer.ts'
import { trajectoryOf } from '@winnow/domain/answering/trajectory.ts'
import type { AnswerJudgement } from '@winnow/domain/judging/answer-judgement.ts'
import type { AnswerToJudge } from '@winnow/domain/judging/answer-to-judge.ts'
import { rounded } from '@winnow/domain/preferences/pair.ts'
import type { SampleRow } from '@winnow/domain/preferences/preference-statistics.ts'
import { sampleFacts, searchCount } from '@winnow/domain/preferences/sample-facts.ts'
import { type Segment, trajectorySegments } from '@winnow/domain/preferences/trajectory-segments.ts'
import { failedFilters, supportShare } from '@winnow/domain/preferences/validity.ts'
import { answerProse } from '@winnow/report/answer-text.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type AnswerBlobs, answerToJudge } from '../evaluation/answers/answer-to-judge.ts'
import type { Judge } from '../evaluation/judge/judge.ts'
import { judgeAnswer } from '../evaluation/judge/judge-answer.ts'
import type { EvaluationQuestion } from '../evaluation/questions/evaluation-question.ts'
import { hashOfText } from './sample-bundle.ts'

/** How samples are looked at. */
export interface SampleEvaluation {
  readonly judge: Judge
  /** Judgements of each kind of an answer. */
  readonly repeats: number
  /** Share of the cited sentences that must be supported. */
  readonly leastSupport: number
}

/** An answer of a run, as the files of a build tell it. */
export interface EvaluatedSample extends SampleRow {
  readonly origin: string | null
  /** The number of the sample of its question; null: it was logged before. */
  readonly sample: number | null
  /** Where its log is: a path in the build's folder, or as it was given to --log. */
  readonly log: string
  /** The models that answered, as its run names them. */
  readonly models: { readonly agent: string; readonly summarizer: string }
  /** Sources of what was shown. */
  readonly sources: readonly string[]
  readonly supportShare: number
  /** sha256 of the answer's prose: equal ones are the same answer. Null: none was written. */
  readonly answerHash: string | null
  /** Null: it fails a filter, and nothing was spent on it. */
  readonly judgement: SampleJudgement | null
  readonly trajectory: SampleTrajectory | null
}

/** What the judge said. Citations are judged by the check by words alone, which is in the log: the judge is not paid for it. */
export type SampleJudgement = Omit<AnswerJudgement, 'citations' | 'methods'>

/** What goes to trainers. */
export interface SampleTrajectory {
  readonly segments: readonly Segment[]
  /** The answer alone, with marks [n]; as the model wrote it, without signs that keep Markdown apart. */
  readonly answer: string
}

/** Looks at a run by the filters and, where it passes them all, by the judge (spec §13). Throws as `Judge.ask` does, and UsageError where a text is missing. */
export async function evaluateSample(
  run: LoadedRun,
  blobs: AnswerBlobs,
  question: EvaluationQuestion,
  place: Pick<EvaluatedSample, 'sample' | 'log'>,
  { judge, repeats, leastSupport }: SampleEvaluation,
): Promise<EvaluatedSample> {
  const content = await contentOf(run, blobs)
  const failed = failedFilters(sampleFacts({ ...run, content }), leastSupport)
  const asked = content === null || failed.length > 0 ? null : await answerToJudge(run, blobs)
  const judgement = asked === null ? null : await judged(asked, question, judge, repeats)
  return {
    questionId: question.id,
    origin: question.origin,
    runId: run.runId,
    ...place,
    models: modelsOf(run),
    searches: searchCount(run.state),
    failed,
    sources: shownSources(run),
    supportShare: rounded(supportShare(content)),
    answerHash: content === null ? null : hashOfText(answerProse(content)),
    judgement,
    score: judgement === null || judgement.score === null ? null : rounded(judgement.score),
    trajectory: content === null || judgement === null ? null : await trajectoryOfRun(run, blobs, content),
  }
}

async function judged(asked: AnswerToJudge, { gold }: EvaluationQuestion, judge: Judge, repeats: number): Promise<SampleJudgement> {
  const { citations: _, methods: __, ...judgement } = await judgeAnswer({ ...asked, marks: [] }, gold, judge, repeats)
  return judgement
}

function modelsOf({ state }: LoadedRun): EvaluatedSample['models'] {
  const { agent = 'none', summarizer = 'none' } = state.request?.options.models ?? {}
  return { agent, summarizer }
}

/** A record is named "source:recordId". */
function shownSources({ corpus }: LoadedRun): readonly string[] {
  const records = [...corpus.summaries.values()].flatMap(({ passages }) => passages.map(({ recordId }) => recordId))
  return [...new Set(records.map((recordId) => recordId.slice(0, recordId.indexOf(':'))))].sort()
}

async function contentOf(run: LoadedRun, blobs: AnswerBlobs): Promise<AnswerContent | null> {
  if (run.corpus.answer === null) return null
  const text = await textOf(run.corpus.answer.contentHash, blobs)
  if (text === null)
    throw new UsageError(`the answer of run ${run.runId} is missing: give its bundle (winnow export ${run.runId} --format bundle)`)
  return answerContent.parse(JSON.parse(text))
}

async function trajectoryOfRun(run: LoadedRun, blobs: AnswerBlobs, content: AnswerContent): Promise<SampleTrajectory> {
  const steps = trajectoryOf(run.state, run.corpus)
  const passages = new Map<string, string>()
  for (const hash of new Set(steps.flatMap((step) => (step.kind === 'search' ? step.passages.map(({ textHash }) => textHash) : [])))) {
    const text = await textOf(hash, blobs)
    if (text !== null) passages.set(hash, text)
  }
  return { segments: trajectorySegments(steps, passages, content), answer: answerProse(content, (prose) => prose) }
}

async function textOf(hash: string, blobs: AnswerBlobs): Promise<string | null> {
  const bytes = await blobs.get(hash)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}
