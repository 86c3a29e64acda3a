import type { Library } from '@winnow/bibliography/read-library.ts'
import type { LibraryProblem } from '@winnow/contracts/entities/library-problem.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** Problems that an event names (all are counted), and the length of each text of them in UTF-16 units. */
const namedProblems = 100
const problemText = 300
const excerptText = 200
/** Bytes that the list of files may take of an event: a folder may hold tens of thousands. */
const fileListBytes = 80 * 1024
/** Problems that a person is told at the start. */
const toldProblems = 3

/** The event that names a stored library. It stays below the limit of an event, however many files and problems there are. */
export function libraryImported(library: Library, hash: string): EventData<'LibraryImported'> {
  return {
    hash,
    files: firstFiles(library.files),
    records: library.records.length,
    problems: library.problems.slice(0, namedProblems).map(shortened),
    problemCount: library.problems.length,
  }
}

/**
 * What a person should know of a library at the start of a run: its problems, the first few with file and line. `problemCount`:
 * all of them, where not all are given.
 */
export function libraryNotes({
  problems,
  problemCount = problems.length,
}: Pick<Library, 'problems'> & { readonly problemCount?: number }): readonly string[] {
  if (problems.length === 0) return []
  const more = problemCount - Math.min(problems.length, toldProblems)
  return [
    `${problemCount === 1 ? '1 problem' : `${problemCount} problems`} in the library; the rest was read:`,
    ...problems.slice(0, toldProblems).map(problemLine),
    ...(more > 0 ? [`  and ${more} more; the LibraryImported event lists up to ${namedProblems}`] : []),
  ]
}

/** Why there is nothing to search in a library without records, with its first problems. */
export function nothingRead({ problems }: Pick<Library, 'problems'>): string {
  return ['the library holds no record that can be read', ...problems.slice(0, toldProblems).map(problemLine)].join('\n')
}

function problemLine(problem: LibraryProblem): string {
  return `  ${placeOf(problem)}: ${truncateText(problem.problem, problemText)}`
}

function placeOf({ file, line }: LibraryProblem): string {
  return line === undefined ? file : `${file}, line ${line}`
}

function shortened({ file, line, problem, excerpt }: LibraryProblem): EventData<'LibraryImported'>['problems'][number] {
  return {
    file: shortName(file),
    ...(line === undefined ? {} : { line }),
    problem: truncateText(problem, problemText),
    ...(excerpt === undefined ? {} : { excerpt: truncateText(excerpt, excerptText) }),
  }
}

/** As many files as there is room for. */
function firstFiles(files: Library['files']): EventData<'LibraryImported'>['files'] {
  const taken: EventData<'LibraryImported'>['files'] = []
  let bytes = 0
  for (const { file, format, records } of files) {
    const entry = { file: shortName(file), format, records }
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    if (bytes > fileListBytes) break
    taken.push(entry)
  }
  return taken
}

/** The end of a path tells more than its beginning. */
function shortName(file: string): string {
  return file.length <= problemText ? file : `…${truncateText(file.slice(-(problemText - 1)), problemText).toWellFormed()}`
}
