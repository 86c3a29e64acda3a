/**
 * A library that cannot be read at all: a path that is missing or must not be read. Says which path and what to do;
 * broken entries and files inside a library are problems (`LibraryProblem`), not errors.
 */
export class LibraryError extends Error {
  readonly path: string
  readonly fix: string

  constructor(path: string, cause: string, fix: string) {
    super(`${path}: ${cause}. ${fix}`)
    this.name = 'LibraryError'
    this.path = path
    this.fix = fix
  }
}
