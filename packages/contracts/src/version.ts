import manifest from '../package.json' with { type: 'json' }

/** The version of Winnow; it stands in every event's actor. All packages have one version. */
export const winnowVersion: string = manifest.version

/** Whether a version (major.minor.patch; what follows a hyphen does not count) comes after another. One that is none comes after nothing. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)]
  if (left === null || right === null) return false
  const at = left.findIndex((number, index) => number !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

function numbersOf(version: string): readonly number[] | null {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-.*)?$/.exec(version)
  return parts === null ? null : parts.slice(1).map(Number)
}
