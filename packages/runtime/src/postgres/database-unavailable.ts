/** Why there is no database. */
export type UnavailableKind =
  | 'no-binaries'
  | 'other-major'
  | 'foreign-folder'
  | 'no-permission'
  | 'disk-full'
  | 'in-use'
  | 'no-port'
  | 'wrong-password'
  | 'unreachable'
  | 'failed'

/** Thrown when no database can be used. The message is meant for a person: what is wrong, where, and what to do. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly kind: UnavailableKind

  constructor(kind: UnavailableKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

/** What initdb or postgres said before it ended, in order of precedence: the first that matches is the reason. */
const reasons: readonly { readonly kind: UnavailableKind; readonly says: RegExp }[] = [
  { kind: 'disk-full', says: /No space left on device|Disk quota exceeded/ },
  { kind: 'other-major', says: /database files are incompatible with server/ },
  { kind: 'in-use', says: /lock file "postmaster\.pid" (?:already exists|is empty)|pre-existing shared memory block/ },
  { kind: 'no-port', says: /Address already in use|could not create any TCP\/IP sockets/ },
  { kind: 'no-permission', says: /Permission denied|Operation not permitted|Read-only file system|invalid permissions|wrong ownership/ },
]

/** Names the reason in the output of initdb or postgres; "failed" when it is none that we know. */
export function reasonIn(output: string): UnavailableKind {
  return reasons.find(({ says }) => says.test(output))?.kind ?? 'failed'
}

const advice: { readonly [K in UnavailableKind]?: string } = {
  'disk-full': 'Free some space on that disk and try again.',
  'no-permission': 'Give your user access to that folder, or choose another with WINNOW_HOME.',
  'in-use': 'Another server uses this folder and does not answer. End it, or choose another folder with WINNOW_HOME.',
}

/** The error for a program of the server that ended, with the last lines of what it said. */
export function programFailed(program: string, folder: string, output: string): DatabaseUnavailable {
  const kind = reasonIn(output)
  const lastLines = output.trim().split('\n').slice(-5).join('\n')
  const message = [`${program} could not use ${folder}.`, advice[kind], lastLines].filter(Boolean).join('\n')
  return new DatabaseUnavailable(kind, message)
}

/** The error for a file operation that failed in the server's folder. */
export function fileFailed(error: unknown, folder: string): DatabaseUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const kind: UnavailableKind = ['ENOSPC', 'EDQUOT'].includes(code)
    ? 'disk-full'
    : ['EACCES', 'EPERM', 'EROFS'].includes(code)
      ? 'no-permission'
      : 'failed'
  const what = error instanceof Error ? error.message : String(error)
  return new DatabaseUnavailable(
    kind,
    [`The database folder ${folder} cannot be used: ${what}.`, advice[kind]].filter(Boolean).join('\n'),
    error,
  )
}
