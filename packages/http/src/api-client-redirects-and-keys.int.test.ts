import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourcePolicy } from './source-policy.ts'
import { type Answer, says } from './testing/answering-server.ts'
import { type CertifiedServer, canCertify, startCertifiedServer } from './testing/certified-server.ts'
import { bodyOf, failed, never, policyFor, request, useClientScene } from './testing/client-scene.ts'

const { newClient, pool, scene, serve } = useClientScene()

describe('a redirect', () => {
  const to = (location: string, status = 301) => says(status, '', { location })

  test.each([301, 302, 303, 307, 308])('(%d) within the source is followed, with the key', async (status) => {
    const { server, ask } = await scene([to('/base/works/W2', status), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
    expect(server.seen[1]?.url).toBe('/base/works/W2?q=rivers&api_key=s3cret')
  })

  test('takes a turn of its own', async () => {
    const { clock, ask } = await scene([to('/a'), says(200, 'one')], { intervalMs: 100_000 })
    await ask()
    expect(clock.slept).toHaveLength(1)
    expect(clock.slept[0]).toBeGreaterThan(70_000)
  })

  test('is followed five times', async () => {
    const { ask } = await scene([to('/1'), to('/2'), to('/3'), to('/4'), to('/5'), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
  })

  test('is not followed a sixth time', async () => {
    const { server, ask } = await scene([to('/again')])
    expect(failed(await ask())).toEqual({ kind: 'bad-request', message: 'source redirects more than 5 times' })
    expect(server.seen).toHaveLength(6)
  })

  test('to somebody else is not followed: the key is not theirs', async () => {
    const elsewhere = await serve(says(200, 'stolen'))
    const { ask, server } = await scene([to(`${elsewhere.url}/x`)])
    expect(failed(await ask())).toEqual({
      kind: 'bad-request',
      message: `source redirects from ${server.url} to ${elsewhere.url}, which is not followed; check its address`,
    })
    expect(elsewhere.seen).toEqual([])
  })

  describe.skipIf(!canCertify)('between http and https', () => {
    let secured: CertifiedServer
    beforeAll(async () => {
      secured = await startCertifiedServer()
    })
    afterAll(() => secured.stop())

    test('of one host is followed into the secure one', async () => {
      const { ask } = await scene(
        [(response) => response.writeHead(301, { location: `${secured.url}/x` }).end()],
        {},
        { environment: { SSL_CERT_FILE: secured.certificate } },
      )
      expect(bodyOf(await ask())).toBe('secured')
    })

    test('of one host is not followed out of it, nor to another port', async () => {
      const open = await serve(says(200, 'open'))
      const client = newClient({ environment: { SSL_CERT_FILE: secured.certificate } })
      for (const elsewhere of [open.url, 'https://127.0.0.1:1']) {
        secured.redirectTo(`${elsewhere}/x`)
        const reply = await client.call(policyFor({ ...open, url: secured.url }), request, { signal: never, validSince: 0 })
        expect(failed(reply).message).toBe(`source redirects from ${secured.url} to ${elsewhere}, which is not followed; check its address`)
      }
      expect(open.seen).toEqual([])
    })
  })

  test('to a secure address of another name is not followed either', async () => {
    const { ask } = await scene([to('https://localhost/x')])
    expect(failed(await ask()).message).toMatch(/to https:\/\/localhost, which is not followed/)
  })

  test('to nowhere is told', async () => {
    const { ask } = await scene([to('http://')])
    expect(failed(await ask()).message).toMatch(/to no address, which is not followed/)
  })

  test('without an address is an answer like others', async () => {
    const { ask } = await scene([says(301, 'moved')])
    expect(failed(await ask()).message).toBe('source said 301: moved (asked 3 times)')
  })
})

describe('no key is shown', () => {
  const dress: SourcePolicy['dress'] = (plain) => ({
    ...plain,
    query: [...(plain.query ?? []), ['api_key', 'query/s3cret']],
    headers: { ...plain.headers, authorization: 'Bearer header-s3cret' },
  })
  const echo: Answer = (response, { url, headers }) => response.writeHead(401).end(`bad key ${url} ${headers.authorization} query/s3cret`)

  test('that the source echoes', async () => {
    const { ask } = await scene([echo], { dress })
    expect(failed(await ask()).message).toBe('source said 401: bad key /base/works?q=rivers&api_key=*** *** ***')
  })

  test('in the reason why a source is not asked, nor anywhere in the database', async () => {
    const spent: Answer = (response, { headers }) => response.writeHead(402).end(`spent: ${headers.authorization}`)
    const { ask } = await scene([spent, says(200, 'one')], { dress })
    await ask()
    expect(failed(await ask()).message).toMatch(/: source said 402: spent: \*\*\*$/)
    const { rows } = await pool().query<{ row: string }>('select t::text as row from rate_limit t')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain('s3cret')
  })

  test('in the reason why a circuit is open', async () => {
    const broken: Answer = (response, { headers }) => response.writeHead(500).end(String(headers.authorization))
    const { ask } = await scene([broken], { dress })
    await ask()
    await ask()
    expect(failed(await ask()).message).toContain('(source said 500: ***)')
  })
})
