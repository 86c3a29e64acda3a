import { firstText, parsedJson } from '../json-entry.ts'

/** A systematic review as a task for the pipeline. */
export interface ReviewTask {
  readonly name: string
  readonly question: string
  /** Eligibility criteria, one or more to a line; '' for none. */
  readonly criteria: string
}

export type ReviewTasks = { readonly ok: true; readonly tasks: readonly ReviewTask[] } | { readonly ok: false; readonly problem: string }

/** Members of an entry that hold a task's name, question and criteria: our own, and those of lists of published reviews. */
const nameMembers = ['name', 'task', 'review', 'id']
const questionMembers = ['question', 'review_question', 'review_title', 'title']
const criteriaMembers = ['criteria', 'eligibility_criteria']

/**
 * The tasks of a file's text: a JSON list, one object, an object with a list `tasks`, or JSON lines. An entry has a question
 * (`question`, or the title of a published review), and may have a name and criteria (a text, or a list of texts); what a
 * review found (its abstract, its references) is never looked at. `problem` says what is wrong, and how an entry looks.
 */
export function reviewTasks(text: string): ReviewTasks {
  const entries = entriesOf(text)
  if (entries === null) return refused('it is neither JSON nor JSON lines')
  if (entries.length === 0) return refused('it holds no task')
  const tasks: ReviewTask[] = []
  for (const [index, entry] of entries.entries()) {
    const place = `task ${index + 1}`
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return refused(`${place} is no object`)
    const question = firstText(entry, questionMembers)
    const name = firstText(entry, nameMembers)
    if (question === null) return refused(`${name ?? place} has no question`)
    const criteria = criteriaOf(entry)
    if (criteria === null) return refused(`the criteria of ${name ?? place} are no text`)
    tasks.push({ name: name ?? place, question, criteria })
  }
  return { ok: true, tasks }
}

function refused(what: string): ReviewTasks {
  return { ok: false, problem: `${what}. A task looks like {"name": "…", "question": "…", "criteria": "…"}; several are a list of these` }
}

/** Null for a text that is neither JSON nor JSON lines. */
function entriesOf(text: string): readonly unknown[] | null {
  const whole = parsedJson(text)
  if (whole !== undefined) {
    const list: unknown = typeof whole === 'object' && whole !== null && 'tasks' in whole ? whole.tasks : whole
    return Array.isArray(list) ? list : [list]
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map(parsedJson)
  return lines.length === 0 || entries.includes(undefined) ? null : entries
}

/** '' where there are none, null where they are no text. */
function criteriaOf(entry: object): string | null {
  const member = criteriaMembers.find((one) => Object.hasOwn(entry, one))
  const value: unknown = member === undefined ? '' : (Reflect.get(entry, member) ?? '')
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value]
  return lines.every((line) => typeof line === 'string') ? lines.join('\n').trim() : null
}
