import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerNumber, judgementOf, unsupportedSentence } from './sampling-model.ts'

/** A sampled answer as its own log tells it, scored by the rule of the scripted judge. */
export interface ReadAnswer {
  readonly runId: string
  readonly question: string
  /** Null: it is not valid. */
  readonly score: number | null
  readonly searches: number
  readonly text: string
}

/** The lines of a file of a build. */
export async function readLines(folder: string, file: string) {
  const text = await readFile(join(folder, file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Every kept run of a build, read from its events and blobs alone. */
export async function readAnswers(folder: string): Promise<readonly ReadAnswer[]> {
  const answers: ReadAnswer[] = []
  for (const runId of await readdir(join(folder, 'runs'))) {
    const events = await readLines(folder, join('runs', runId, 'events.jsonl'))
    const dataOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data)
    const blob = join(folder, 'runs', runId, 'blobs', dataOf('AnswerWritten')[0].contentHash)
    const content: { paragraphs: { text: string }[][] } = JSON.parse(await readFile(blob, 'utf8'))
    const text = content.paragraphs
      .flat()
      .map((sentence) => sentence.text)
      .join(' ')
    const { clarity, insightfulness, supported } = judgementOf(answerNumber(text))
    answers.push({
      runId,
      question: dataOf('RunRequested')[0].question,
      score: text.includes(unsupportedSentence) ? null : (supported ? 1 : 0) + clarity / 10 + insightfulness / 10,
      searches: dataOf('SearchesRequested').length - 1,
      text,
    })
  }
  return answers
}

const whole = (score: number) => Math.round(1e6 * score)
const byId = (a: ReadAnswer, b: ReadAnswer) => (a.runId < b.runId ? -1 : 1)

/** The pair of a question by the rules of spec §13, written once more. */
export function pairOf(answers: readonly ReadAnswer[]) {
  const scored = answers.flatMap((answer) => (answer.score === null ? [] : [{ ...answer, score: answer.score }]))
  const [best] = scored.toSorted((a, b) => whole(b.score) - whole(a.score) || b.searches - a.searches || byId(a, b))
  const [worst] = scored
    .filter((answer) => answer !== best)
    .toSorted((a, b) => whole(a.score) - whole(b.score) || a.searches - b.searches || byId(a, b))
  return best === undefined || worst === undefined ? null : { best, worst, gap: whole(best.score - worst.score) / 1e6 }
}
