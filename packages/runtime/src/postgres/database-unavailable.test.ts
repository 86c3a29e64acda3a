import { expect, test } from 'vitest'
import { fileFailed, programFailed, reasonIn } from './database-unavailable.ts'

test.each([
  { says: 'could not extend file "base/5": No space left on device', kind: 'disk-full' },
  { says: 'could not write: Disk quota exceeded', kind: 'disk-full' },
  { says: 'FATAL:  database files are incompatible with server\nDETAIL: initialized by PostgreSQL version 17', kind: 'other-major' },
  { says: 'FATAL:  lock file "postmaster.pid" already exists', kind: 'in-use' },
  { says: 'FATAL:  lock file "postmaster.pid" is empty', kind: 'in-use' },
  { says: 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', kind: 'in-use' },
  { says: 'could not bind IPv4 address "127.0.0.1": Address already in use', kind: 'no-port' },
  { says: 'FATAL:  could not create any TCP/IP sockets', kind: 'no-port' },
  { says: 'initdb: error: could not access directory: Permission denied', kind: 'no-permission' },
  { says: 'Operation not permitted', kind: 'no-permission' },
  { says: 'could not create directory: Read-only file system', kind: 'no-permission' },
  { says: 'data directory has invalid permissions', kind: 'no-permission' },
  { says: 'data directory "x" has wrong ownership', kind: 'no-permission' },
  { says: 'could not bind IPv4 address: Permission denied\ncould not create any TCP/IP sockets', kind: 'no-port' },
  { says: 'segmentation fault', kind: 'failed' },
  { says: '', kind: 'failed' },
])('the server said "$says": $kind', ({ says, kind }) => {
  expect(reasonIn(says)).toBe(kind)
})

test('the error of a program names folder, advice and the last five lines', () => {
  const error = programFailed('initdb', '/x/postgres', 'one\ntwo\nthree\nfour\nNo space left on device\nsix\n')
  expect(error.kind).toBe('disk-full')
  expect(error.message).toBe(
    'initdb could not use /x/postgres.\nFree some space on that disk and try again.\ntwo\nthree\nfour\nNo space left on device\nsix',
  )
  expect(programFailed('postgres', '/x', 'odd').message).toBe('postgres could not use /x.\nodd')
})

test.each([
  { code: 'ENOSPC', kind: 'disk-full', advice: 'Free some space' },
  { code: 'EDQUOT', kind: 'disk-full', advice: 'Free some space' },
  { code: 'EACCES', kind: 'no-permission', advice: 'WINNOW_HOME' },
  { code: 'EPERM', kind: 'no-permission', advice: 'WINNOW_HOME' },
  { code: 'EROFS', kind: 'no-permission', advice: 'WINNOW_HOME' },
  { code: 'EIO', kind: 'failed', advice: 'EIO: what' },
])('a file operation that failed with $code: $kind', ({ code, kind, advice }) => {
  const cause = Object.assign(new Error(`${code}: what`), { code })
  const error = fileFailed(cause, '/x')
  expect(error.kind).toBe(kind)
  expect(error.message).toContain(`The database folder /x cannot be used: ${code}: what.`)
  expect(error.message).toContain(advice)
  expect(error.cause).toBe(cause)
})
