import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useEmbeddedServer } from './embedded-server.ts'
import { ask, emptyHome, failure, madeHome, start, useServerHomes } from './fixtures/server-homes.ts'
import { isServerOf } from './postmaster-file.ts'

useServerHomes()

test('the first use makes the server, the last leave stops it, the next finds the data', async () => {
  const home = emptyHome()
  const server = await useEmbeddedServer({ home })
  await ask(server.urlOf('postgres'), 'create table kept as select 1 as n')
  await server.leave()
  expect(await isServerOf(server.pid, server.dataFolder)).toBe(false)
  expect(existsSync(join(server.dataFolder, 'postmaster.pid'))).toBe(false)
  const again = await useEmbeddedServer({ home })
  expect(await ask(again.urlOf('postgres'), 'select n from kept')).toEqual([1])
  await again.leave()
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(readdirSync(home).toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

test('the server is durable, local, small, closed to who has no password, and sorts the same everywhere', async () => {
  const server = await useEmbeddedServer({ home: madeHome() })
  const url = server.urlOf('postgres')
  const setting = async (name: string) => (await ask(url, `show ${name}`))[0]
  expect(await setting('fsync')).toBe('on')
  expect(await setting('synchronous_commit')).toBe('on')
  expect(await setting('full_page_writes')).toBe('on')
  expect(await setting('listen_addresses')).toBe('127.0.0.1')
  expect(await setting('unix_socket_directories')).toBe('')
  expect(await setting('max_connections')).toBe('100')
  expect(await setting('shared_buffers')).toBe('32MB')
  expect(await setting('timezone')).toBe('UTC')
  expect(await ask(url, `select x from unnest(array['b', 'a', 'B', 'é', 'z']) x order by x`)).toEqual(['B', 'a', 'b', 'z', 'é'])
  expect(await ask(url, `select lower('ÉÀ')`)).toEqual(['éà'])
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(ask(stranger.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await server.leave()
})

test('two processes that make the server at the same moment share one', async () => {
  const home = emptyHome()
  const [one, two] = [start(home), start(home)]
  const [first, second] = await Promise.all([one.answer(), two.answer()])
  expect(first.pid).toBeGreaterThan(0)
  expect(second.pid).toBe(first.pid)
  one.child.stdin.end()
  await one.ended
  expect(await ask(second.url, 'select 1')).toEqual([1])
  two.child.stdin.end()
  await two.ended
  expect(await isServerOf(first.pid, join(home, 'postgres'))).toBe(false)
  expect(readdirSync(home).toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

test('processes that enter and leave all the time never meet a server that goes', async () => {
  const home = madeHome()
  const codes = await Promise.all([1, 2, 3].map(() => start(home, ['5']).ended))
  expect(codes).toEqual([0, 0, 0])
  expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a process that is killed leaves a server that the next one uses and stops', async () => {
  const home = madeHome()
  const killed = start(home)
  const { pid, url } = await killed.answer()
  await ask(url, 'create table kept as select 7 as n')
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = await useEmbeddedServer({ home })
  expect(next.pid).toBe(pid)
  expect(await ask(next.urlOf('postgres'), 'select n from kept')).toEqual([7])
  await next.leave()
  expect(await isServerOf(pid, next.dataFolder)).toBe(false)
})

test('SIGTERM: the process leaves and, being the last, stops the server', async () => {
  const home = madeHome()
  const one = start(home)
  const { pid } = await one.answer()
  one.child.kill('SIGTERM')
  expect(await one.ended).toBe(0)
  expect(await isServerOf(pid, join(home, 'postgres'))).toBe(false)
})

test('Ctrl-C in the terminal of who started the server does not reach it', async () => {
  const home = madeHome()
  const starter = start(home)
  const { pid } = await starter.answer()
  const other = await useEmbeddedServer({ home })
  // A terminal signals the whole process group.
  process.kill(-(starter.child.pid ?? 0), 'SIGINT')
  await starter.ended
  expect(await ask(other.urlOf('postgres'), 'select 1')).toEqual([1])
  expect(other.pid).toBe(pid)
  await other.leave()
})

test('a server that was killed is started again, with what was committed', async () => {
  const home = madeHome()
  const first = await useEmbeddedServer({ home })
  await ask(first.urlOf('postgres'), 'create table kept as select 3 as n')
  process.kill(first.pid, 'SIGKILL')
  const second = await useEmbeddedServer({ home })
  expect(second.pid).not.toBe(first.pid)
  expect(await ask(second.urlOf('postgres'), 'select n from kept')).toEqual([3])
  await first.leave()
  expect(await ask(second.urlOf('postgres'), 'select n from kept')).toEqual([3])
  await second.leave()
})

test("a postmaster.pid with another process's id, as after a reboot, is cleared away", async () => {
  const home = madeHome()
  writeFileSync(join(home, 'postgres', 'postmaster.pid'), `${process.pid}\n${home}/postgres\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`)
  const server = await useEmbeddedServer({ home })
  expect(await ask(server.urlOf('postgres'), 'select 1')).toEqual([1])
  await server.leave()
})

test('what a process left that was killed while it made the server is removed; what one makes now is not', async () => {
  const home = madeHome()
  rmSync(join(home, 'postgres'), { recursive: true })
  mkdirSync(join(home, 'postgres.new-4194305-ab'))
  mkdirSync(join(home, `postgres.new-${process.ppid}-ab`))
  await (await useEmbeddedServer({ home })).leave()
  expect(readdirSync(home).toSorted()).toEqual(['postgres', 'postgres.log', `postgres.new-${process.ppid}-ab`, 'postgres.password'])
})

test('a folder of another PostgreSQL: the error names both versions, the folder and what to do', async () => {
  const home = madeHome()
  writeFileSync(join(home, 'postgres', 'PG_VERSION'), '17\n')
  const error = await failure(useEmbeddedServer({ home }))
  expect(error.kind).toBe('other-major')
  for (const part of ['PostgreSQL 17', 'PostgreSQL 18', `mv ${home}/postgres ${home}/postgres.pg17`]) expect(error.message).toContain(part)
})

test.each([
  {
    name: 'a lost password file',
    kind: 'wrong-password',
    spoil: (home: string) => rmSync(join(home, 'postgres.password')),
    says: 'postgres.password',
  },
  {
    name: 'a broken configuration',
    kind: 'failed',
    spoil: (home: string) => appendFileSync(join(home, 'postgres', 'postgresql.conf'), 'nonsense = on\n'),
    says: 'nonsense',
  },
  {
    name: 'a file in the place of the folder',
    kind: 'failed',
    spoil: (home: string) => {
      rmSync(join(home, 'postgres'), { recursive: true })
      writeFileSync(join(home, 'postgres'), '')
    },
    says: 'ENOTDIR',
  },
  {
    name: 'a folder with other things in it',
    kind: 'failed',
    spoil: (home: string) => rmSync(join(home, 'postgres', 'PG_VERSION')),
    says: 'ENOTEMPTY',
  },
])('$name: $kind, with what is wrong', async ({ kind, spoil, says }) => {
  const home = madeHome()
  spoil(home)
  const error = await failure(useEmbeddedServer({ home }))
  expect({ kind: error.kind, message: error.message }).toEqual({ kind, message: expect.stringContaining(says) })
  expect(error.message).toContain(home)
  expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false)
})

test.each([
  { bytes: 1024 * 1024, kept: true },
  { bytes: 1024 * 1024 + 1, kept: false },
])('a log of $bytes bytes is kept: $kept', async ({ bytes, kept }) => {
  const home = madeHome()
  truncateSync(join(home, 'postgres.log'), bytes)
  await (await useEmbeddedServer({ home })).leave()
  expect(statSync(join(home, 'postgres.log')).size > bytes).toBe(kept)
})

test('settings are those asked for, when this call starts the server', async () => {
  const server = await useEmbeddedServer({ home: madeHome(), settings: { fsync: 'off' } })
  expect(await ask(server.urlOf('postgres'), 'show fsync')).toEqual(['off'])
  await server.leave()
})

test('a database is made once, also when it is asked for at once', async () => {
  const server = await useEmbeddedServer({ home: madeHome() })
  const other = await useEmbeddedServer({ home: join(server.dataFolder, '..') })
  await Promise.all([server.createDatabase('a "b"'), other.createDatabase('a "b"')])
  await server.createDatabase('a "b"')
  expect(await ask(server.urlOf('a "b"'), 'select current_database()')).toEqual(['a "b"'])
  await other.leave()
  await server.leave()
})
