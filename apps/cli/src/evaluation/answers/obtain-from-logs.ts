import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../../command-context.ts'
import { withNamedRun } from '../../engine/run-log.ts'
import type { EvaluationQuestion } from '../questions/evaluation-question.ts'
import { plain } from '../questions/question-lines.ts'
import { type Contestant, modelName } from './contestant.ts'
import type { AnswersToJudge } from './judge-answers.ts'
import { type ObtainedAnswer, obtainedAnswer } from './obtained-answer.ts'

/** Recorded runs as answers to judge. */
export interface LoggedAnswers {
  /** A row for each model, in the order of the logs. */
  readonly contestants: readonly Contestant[]
  /** The most runs of one model on one question. */
  readonly runs: number
  readonly obtain: AnswersToJudge['obtain']
  readonly notes: readonly string[]
}

/** Letters of rows, as many as a table can show. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Reads runs of kind `answer` and matches them to the questions, by their words. Throws UsageError for a run of another kind, one
 * that is given twice, and where no run answers any of the questions; runs on other questions are told and left out.
 */
export async function obtainFromLogs(
  names: readonly string[],
  questions: readonly EvaluationQuestion[],
  context: CommandContext,
): Promise<LoggedAnswers> {
  const asked = new Set(questions.map(({ question }) => plain(question)))
  const byModel = new Map<string, Map<string, ObtainedAnswer[]>>()
  const seen = new Map<string, string>()
  const notes: string[] = []
  for (const name of names) {
    await withNamedRun(name, context, async ({ run, blobs }) => {
      const { request } = run.state
      if (request === null || request.options.answer === undefined)
        throw new UsageError(`--log ${name} is no run of kind answer: winnow answer makes one`)
      const twice = seen.get(run.runId)
      if (twice !== undefined) throw new UsageError(`--log ${name} is the run ${run.runId}, as ${twice} is: give it once`)
      seen.set(run.runId, name)
      const question = plain(request.question)
      if (!asked.has(question)) {
        notes.push(`${name} answers a question that is not in the file: it is left out`)
        return
      }
      const model = modelName(request.options.models)
      const answers = byModel.get(model) ?? new Map<string, ObtainedAnswer[]>()
      byModel.set(model, answers.set(question, [...(answers.get(question) ?? []), await obtainedAnswer(run, blobs)]))
    })
  }
  if (byModel.size === 0) throw new UsageError(`--log: none of the ${names.length} runs answers a question of the file`)
  const models = [...byModel.keys()]
  if (models.length > letters.length)
    throw new UsageError(`--log: the runs have ${models.length} models, at most ${letters.length} are compared`)
  const contestants = models.map((model, index) => ({ letter: letters[index] ?? '', model }))
  const lists = [...byModel.values()].flatMap((answers) => [...answers.values()])
  const missing = contestants.flatMap(({ model }) => {
    const count = [...asked].filter((question) => byModel.get(model)?.has(question) !== true).length
    return count === 0 ? [] : [`${count} of ${questions.length} questions have no run of ${model}`]
  })
  return {
    contestants,
    runs: Math.max(...lists.map((list) => list.length)),
    obtain: async ({ model }, { question }, run) => byModel.get(model)?.get(plain(question))?.[run - 1] ?? null,
    notes: [...notes, ...missing],
  }
}
