import { type Library, repeatedId } from '@winnow/bibliography/read-library.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** So many problems, and so many repeated ids, are named; --json has them all (our figure). */
const NAMED = 5
const PROBLEM_LENGTH = 300

/**
 * What a person should know of files that were read: ids that come more than once, and what could not be read, each with
 * the first few.
 */
export function readingNotes({ problems, renamed }: Pick<Library, 'problems' | 'renamed'>): readonly string[] {
  const repeated = new Set(renamed.map(({ id, recordId }) => repeatedId(id, recordId)))
  const lost = problems.filter(({ problem }) => !repeated.has(problem))
  return [
    ...(renamed.length === 0
      ? []
      : [
          `${counted(renamed.length, 'entry has', 'entries have')} the id of an earlier one and ${renamed.length === 1 ? 'is' : 'are'} kept under another: ${more(
            renamed.slice(0, NAMED).map(({ recordId }) => recordId),
            renamed.length,
          )}`,
        ]),
    ...(lost.length === 0 ? [] : [`${counted(lost.length, 'problem', 'problems')} in the files; the rest was read:`]),
    ...lost
      .slice(0, NAMED)
      .map(({ file, line, problem }) => `  ${file}${line === undefined ? '' : `, line ${line}`}: ${truncateText(problem, PROBLEM_LENGTH)}`),
    ...(lost.length > NAMED ? [`  and ${(lost.length - NAMED).toLocaleString('en-US')} more; --format json lists them all`] : []),
  ]
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

function more(named: readonly string[], all: number): string {
  return `${named.join(', ')}${all > named.length ? ', …' : ''}`
}
