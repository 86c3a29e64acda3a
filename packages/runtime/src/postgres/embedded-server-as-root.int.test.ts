import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useEmbeddedServer } from './embedded-server.ts'
import { ask, emptyHome, failure, madeHome, start, useServerHomes } from './fixtures/server-homes.ts'
import { chooseIsolation } from './server-place.ts'

useServerHomes()

const isRoot = process.getuid?.() === 0
const nobody = 65534

describe.runIf(isRoot)('as root', () => {
  test.runIf(chooseIsolation(tmpdir()).kind === 'user-namespace')(
    'the server runs in a user namespace, in a folder that only root may enter',
    async () => {
      const server = await useEmbeddedServer({ home: madeHome() })
      expect(readFileSync(`/proc/${server.pid}/uid_map`, 'utf8').trim().split(/\s+/)).toEqual(['65534', '0', '1'])
      await server.leave()
    },
  )

  test('where user namespaces are refused the server runs as a system user below /var/lib', async () => {
    const home = emptyHome()
    const isolation = { kind: 'system-user', uid: nobody, gid: nobody } as const
    const wasThere = existsSync('/var/lib/winnow')
    const server = await useEmbeddedServer({ home, isolation })
    expect(server.dataFolder).toMatch(/^\/var\/lib\/winnow\/[0-9a-f]{16}\/data$/)
    expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s+65534/m)
    expect(statSync(server.dataFolder)).toMatchObject({ uid: nobody, gid: nobody })
    await ask(server.urlOf('postgres'), 'create table kept as select 5 as n')
    await server.leave()
    const again = await useEmbeddedServer({ home, isolation })
    expect(await ask(again.urlOf('postgres'), 'select n from kept')).toEqual([5])
    await again.leave()
    rmSync(wasThere ? join(server.dataFolder, '..') : '/var/lib/winnow', { recursive: true })
    const other = await failure(useEmbeddedServer({ home: madeHome(), isolation }))
    expect(other).toMatchObject({ kind: 'foreign-folder', message: expect.stringContaining('user namespace') })
  })

  test("another user's folder is refused by name", async () => {
    const home = madeHome()
    chownSync(join(home, 'postgres'), nobody, nobody)
    const error = await failure(useEmbeddedServer({ home, isolation: { kind: 'user-namespace' } }))
    expect(error).toMatchObject({ kind: 'foreign-folder', message: expect.stringContaining('uid 65534') })
  })

  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  test('another user runs the server as himself', async () => {
    const home = emptyHome()
    mkdirSync(home)
    chownSync(home, nobody, nobody)
    const one = start(home, [], asNobody)
    const { pid } = await one.answer()
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m)
    one.child.stdin.end()
    expect(await one.ended).toBe(0)
  })

  test('a folder that may not be entered or written: the error says so', async () => {
    const one = start(join(madeHome(), 'below'), [], asNobody)
    const answer = await one.answer()
    expect(answer).toMatchObject({ kind: 'no-permission', message: expect.stringContaining('WINNOW_HOME') })
  })

  test('a full disk: the error says so', async (context) => {
    const home = emptyHome()
    mkdirSync(home)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', home]).status !== 0) context.skip('this machine allows no mount')
    const error = await failure(useEmbeddedServer({ home })).finally(() => spawnSync('umount', ['-l', home]))
    expect(error).toMatchObject({ kind: 'disk-full', message: expect.stringContaining('Free some space') })
  })
})
