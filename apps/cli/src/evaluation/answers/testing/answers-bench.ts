import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import type { Config } from '../../../config.ts'
import { type Ran, testConfig, winnow } from '../../../testing/command-line.ts'
import { recordRun } from '../../../testing/recorded-run.ts'
import type { AnswersEvaluation } from '../answers-evaluation.ts'

/** Questions to the papers of `recordRun`: of the first one of two gold points is in them, the third has none. */
export const questions = [
  {
    iid: 'recall',
    question: 'How do memory mechanisms help agents recall sessions?',
    gold: ['Memory with recall helps agents recall earlier sessions', 'Batteries age'],
  },
  {
    iid: 'paging',
    query: 'What does memory with paging cost?',
    key_points: [{ point: 'Memory with paging helps agents recall earlier sessions', weight: 2 }],
  },
  { iid: 'open', question: 'How does planning use memory in agents?' },
]

/** The options of an evaluation of them. */
export const library = ['--questions', 'q.jsonl', '--library', 'papers.jsonl'] as const

/** A folder with questions, papers and a recorded run, and a model to ask. */
export interface AnswersBench {
  readonly folder: string
  readonly model: StandInModel
  readonly config: Config
  readonly file: (name: string, text: string) => Promise<void>
  /** `winnow eval answers` with these words. */
  readonly run: (...argv: readonly string[]) => Promise<Ran>
  readonly json: (
    ...argv: readonly string[]
  ) => Promise<{ readonly code: number; readonly said: string; readonly reply: AnswersEvaluation }>
  readonly stop: () => Promise<void>
}

/** Starts all of it; there is no database, as a library needs none. `stop` ends it. */
export async function startAnswersBench(): Promise<AnswersBench> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-eval-answers-'))
  await recordRun(folder)
  const model = await startStandInModel()
  const config = {
    ...testConfig('postgres://127.0.0.1:1/none', folder),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
  }
  const file = (name: string, text: string) => writeFile(join(folder, name), text)
  await file('q.jsonl', writeJsonl(questions))
  const run = (...argv: readonly string[]) => winnow(config, ['eval', 'answers', ...argv])
  return {
    folder,
    model,
    config,
    file,
    run,
    json: async (...argv) => {
      const { code, printed, said } = await run(...argv, '--json')
      return { code, said, reply: JSON.parse(printed) as AnswersEvaluation }
    },
    stop: async () => {
      await model.stop()
      await rm(folder, { recursive: true })
    },
  }
}
