import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { decodeText } from '@winnow/bibliography/decode-file.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { keywords } from '@winnow/text/keywords.ts'
import { type ReviewTask, reviewTasks } from './review-tasks.ts'

/** The most names of tasks that a message lists. */
const listedNames = 30

/**
 * Reads the task that `--task F` or `--task F#name` names. Throws UsageError, with cause and fix, for a file that cannot be read
 * or holds no task, a name that is not among its tasks, a file of several tasks without a name, and a question without a word.
 */
export async function readReviewTask(typed: string, cwd: string): Promise<ReviewTask> {
  const task = await namedTask(typed, cwd)
  if (keywords(task.question).length === 0)
    throw new UsageError(`--task ${typed}: the question of ${task.name}, "${task.question}", has no word to rank by: write it out`)
  return task
}

async function namedTask(typed: string, cwd: string): Promise<ReviewTask> {
  const { path, name } = partsOf(typed)
  const read = reviewTasks(await textOf(resolve(cwd, path), path))
  if (!read.ok) throw new UsageError(`--task ${path}: ${read.problem}`)
  const { tasks } = read
  const names = `${tasks
    .slice(0, listedNames)
    .map((task) => task.name)
    .join(', ')}${tasks.length > listedNames ? `, and ${tasks.length - listedNames} more` : ''}`
  const [only] = tasks
  if (name === null) {
    if (only !== undefined && tasks.length === 1) return only
    throw new UsageError(
      `--task ${path} has ${tasks.length} tasks: name one, such as --task ${path}#${only?.name ?? 'name'}. There are ${names}`,
    )
  }
  const named = tasks.filter((task) => task.name === name)
  const [task] = named
  if (task === undefined) throw new UsageError(`--task ${typed}: there is no task ${name} in ${path}. There are ${names}`)
  if (named.length > 1) throw new UsageError(`--task ${typed}: ${named.length} tasks have that name: give each a name of its own`)
  return task
}

/** A name stands after the last "#"; the name of a file may hold some itself. */
function partsOf(typed: string): { readonly path: string; readonly name: string | null } {
  const at = typed.lastIndexOf('#')
  const name = at < 0 ? '' : typed.slice(at + 1).trim()
  return at < 0 ? { path: typed, name: null } : { path: typed.slice(0, at), name: name === '' ? null : name }
}

async function textOf(path: string, typed: string): Promise<string> {
  try {
    return decodeText(await readFile(path)).text
  } catch (error) {
    throw new UsageError(`--task ${typed} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
