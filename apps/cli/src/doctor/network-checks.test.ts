import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkChecks } from './network-checks.ts'

test('nothing set: nothing to say', async () => {
  expect(await networkChecks({ HTTP_PROXY: '', NO_PROXY: 'localhost' }, 0)).toEqual([])
})

describe('proxies', () => {
  test.each([
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://user:secret@proxy.example:3128' }, 'proxy.example:3128'],
    ['HTTP_PROXY', { http_proxy: 'http://low.example', HTTP_PROXY: 'http://up.example' }, 'low.example'],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'https://p.example', NO_PROXY: 'a,b' }, 'p.example, except for a,b'],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'https://p.example', NO_PROXY: 'a', no_proxy: 'c' }, 'p.example, except for c'],
  ])('%s of %j', async (name, environment, detail) => {
    expect(await networkChecks(environment, 0)).toEqual([{ name: `proxy ${name}`, ok: true, detail, fix: null }])
  })

  test.each(['proxy.example:3128', 'socks5://p.example', 'http://'])('%s is none', async (value) => {
    expect(await networkChecks({ HTTPS_PROXY: value }, 0)).toEqual([
      { name: 'proxy HTTPS_PROXY', ok: false, detail: 'is no http(s) address', fix: expect.stringContaining('HTTPS_PROXY') },
    ])
  })
})

describe('certificates', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-doctor-'))
    const one = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n'
    await writeFile(join(folder, 'two.pem'), one + one)
    await writeFile(join(folder, 'none.pem'), 'certificates')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'])('%s', async (name) => {
    const check = async (file: string) => (await networkChecks({ [name]: join(folder, file) }, 2))[0]
    expect(await check('two.pem')).toEqual({ name: `certificates ${name}`, ok: true, detail: `2 in ${join(folder, 'two.pem')}`, fix: null })
    expect(await check('none.pem')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('holds no certificate'),
      fix: expect.stringContaining(name),
    })
    expect(await check('missing.pem')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('cannot be read: ENOENT'),
      fix: expect.stringContaining(name),
    })
  })

  test('NODE_EXTRA_CA_CERTS in a .env file is of no use', async () => {
    const path = join(folder, 'two.pem')
    expect(await networkChecks({ NODE_EXTRA_CA_CERTS: path, SSL_CERT_FILE: path }, 0)).toMatchObject([
      {
        name: 'certificates NODE_EXTRA_CA_CERTS',
        ok: false,
        detail: expect.stringContaining('not in use'),
        fix: expect.stringContaining('not in .env'),
      },
      { name: 'certificates SSL_CERT_FILE', ok: true },
    ])
  })
})
