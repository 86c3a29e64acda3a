import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { chooseIsolation, commandAt, type Isolation, systemUser } from './server-place.ts'

const passwd = ['root:x:0:0:root:/root:/bin/sh', 'nobody:x:65534:65533:nobody:/:/sbin/nologin', 'postgres:x:70:71::/:/bin/sh'].join('\n')

test.each([
  { name: 'postgres is there', passwd, is: { kind: 'system-user', uid: 70, gid: 71 } },
  { name: 'only nobody is', passwd: passwd.split('\n').slice(0, 2).join('\n'), is: { kind: 'system-user', uid: 65534, gid: 65533 } },
  { name: 'postgres is root', passwd: passwd.replace('70:71', '0:0'), is: { kind: 'system-user', uid: 65534, gid: 65533 } },
  { name: 'postgres has group root', passwd: passwd.replace('70:71', '70:0'), is: { kind: 'system-user', uid: 65534, gid: 65533 } },
])('the system user when $name', ({ passwd, is }) => {
  expect(systemUser(passwd)).toEqual(is)
})

test('without a system user there is a message', () => {
  expect(() => systemUser('root:x:0:0::/root:/bin/sh')).toThrow(/neither a user postgres nor nobody/)
})

test.each([1000, null])('who is not root (uid %s) runs the server as himself', (uid) => {
  expect(chooseIsolation(tmpdir(), uid)).toEqual({ kind: 'none' })
})

const user: Isolation = { kind: 'system-user', uid: 70, gid: 71 }
test.each([
  { isolation: { kind: 'none' } as Isolation, file: '/b/bin/postgres', args: ['-D', '/d'], as: {} },
  {
    isolation: { kind: 'user-namespace' } as Isolation,
    file: 'unshare',
    args: ['-U', '--map-user=65534', '--map-group=65534', '/b/bin/postgres', '-D', '/d'],
    as: {},
  },
  { isolation: user, file: '/b/bin/postgres', args: ['-D', '/d'], as: { uid: 70, gid: 71 } },
])('the command for $isolation.kind', ({ isolation, file, args, as }) => {
  const command = commandAt({ isolation, binaries: '/b', dataFolder: '/d' }, 'postgres', ['-D', '/d'])
  expect(command).toMatchObject({ file, args, options: { cwd: '/', ...as } })
  expect(Object.keys(command.options).toSorted()).toEqual(['cwd', 'env', ...Object.keys(as).toSorted()])
  expect(Object.keys(command.options.env)).toEqual(['PATH', 'LC_ALL', 'TZ'])
})
