import { readFile } from 'node:fs/promises'
import { decodeText } from '@winnow/bibliography/decode-file.ts'
import { askedQuestion } from '@winnow/runs/research-request.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { EvaluationQuestion, EvaluationQuestions } from './evaluation-question.ts'
import { plain, type QuestionLine, questionLines } from './question-lines.ts'

/** Problems of a file that one message tells. */
const toldProblems = 10

/** Reads a file of questions; `shown` is how the user named it, with `option`. Throws UsageError, with lines, as `distinctQuestions` does. */
export async function readQuestions(path: string, shown: string, option = '--questions'): Promise<EvaluationQuestions> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    throw new UsageError(`${option} ${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return distinctQuestions(questionLines(decodeText(bytes).text), shown, option)
}

/**
 * Each question once. A question that stands there again is left out, and that is told; a repeated id with another question is
 * an error, and so is every line that cannot be read. Questions without gold points stay, and are counted in a note.
 */
export function distinctQuestions(lines: readonly QuestionLine[], shown: string, option = '--questions'): EvaluationQuestions {
  const problems = lines.flatMap((line) => (line.ok ? [] : [line.problem]))
  const kept: { readonly place: string; readonly question: EvaluationQuestion; readonly numbered: boolean }[] = []
  const notes: string[] = []
  for (const line of lines) {
    if (!line.ok) continue
    const { place, question, numbered } = line
    notes.push(...line.notes)
    const problem = cannotBeAsked(question.question)
    if (problem !== null) problems.push(`${place}: ${problem}`)
    const same = kept.find((other) => plain(other.question.question) === plain(question.question))
    const namesake = kept.find((other) => other.question.id === question.id)
    if (same !== undefined) {
      const points = JSON.stringify(same.question.gold) === JSON.stringify(question.gold) ? '' : ', with other gold points'
      notes.push(`${place} asks what ${same.place} asks${points}: it is left out`)
    } else if (namesake !== undefined)
      problems.push(`${place} has the id ${question.id} of ${namesake.place}, which is another question: give it one of its own`)
    else kept.push({ place, question, numbered })
  }
  if (problems.length > 0) {
    const more = problems.length > toldProblems ? `; and ${problems.length - toldProblems} more` : ''
    throw new UsageError(`${option} ${shown}: ${problems.slice(0, toldProblems).join('; ')}${more}`)
  }
  if (kept.length === 0)
    throw new UsageError(`${option} ${shown} holds no question. A line looks like {"iid": "q1", "question": "…", "gold": ["…"]}`)
  const questions = kept.map(({ question }) => question)
  const bare = questions.filter(({ gold }) => gold.length === 0).length
  return {
    questions,
    numbered: new Set(kept.flatMap(({ question, numbered }) => (numbered ? [question.id] : []))),
    notes:
      bare === 0
        ? notes
        : [...notes, `${bare} of ${questions.length} questions have no gold points: they have no key-point recall and no score`],
  }
}

/** Why a question is refused by whoever is to answer it; null for one that can be asked. */
function cannotBeAsked(question: string): string | null {
  try {
    askedQuestion(question, 'answer')
    return null
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}
