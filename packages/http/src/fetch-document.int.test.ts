import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDocumentFetcher, type DocumentFetcherOptions, type FetchedDocument, type FetchFailure } from './fetch-document.ts'
import pbr021 from './fixtures/pbr-021.json' with { type: 'json' }
import type { Resolve } from './guarded-lookup.ts'
import { type Answer, cut, says, silent, startAnsweringServer } from './testing/answering-server.ts'
import { type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'
import { steppingClock } from './testing/stepping-clock.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
const serve = async (...answers: readonly Answer[]) => {
  const server = await startAnsweringServer(...answers)
  opened.push(server.stop)
  return server
}
const never = new AbortController().signal
const fetcher = (change: Partial<DocumentFetcherOptions> = {}) => {
  const made = createDocumentFetcher({
    environment: {},
    userAgent: 'Winnow/1',
    allowPrivate: false,
    trustedOrigins: [],
    offline: false,
    ...change,
  })
  opened.push(made.close)
  return (url: string, maxBytes?: number, signal = never) =>
    made.fetchDocument(url, { signal, ...(maxBytes === undefined ? {} : { maxBytes }) })
}
/** A server of the operator's own with these answers, and what fetches from it. */
const own = async (...answers: readonly Answer[]) => {
  const server = await serve(...answers)
  return { server, fetch: fetcher({ trustedOrigins: [`${server.url}/some/path`] }) }
}
const resolving =
  (...each: readonly string[]): Resolve =>
  async () => [{ address: each.length > 1 ? (each[called++] ?? '') : (each[0] ?? ''), family: 4 }]
let called = 0
const textOf = (result: FetchedDocument | FetchFailure) =>
  result.ok ? Buffer.from(result.bytes).toString() : `${result.kind}: ${result.message}`
const kindOf = (result: FetchedDocument | FetchFailure) => (result.ok ? 'fetched' : result.kind)
const notAllowed = 'nothing is fetched from private addresses unless WINNOW_ALLOW_PRIVATE_FETCH=1 is set'

describe('a document', () => {
  test('comes whole, with what the server calls it and where it was found', async () => {
    const { server, fetch } = await own(
      says(302, '', { location: '/real.pdf#page=2' }),
      says(200, '%PDF-1.4', { 'content-type': 'application/pdf' }),
    )
    expect(await fetch(`${server.url}/a.pdf?x=1#top`)).toEqual({
      ok: true,
      bytes: Buffer.from('%PDF-1.4'),
      contentType: 'application/pdf',
      finalUrl: `${server.url}/real.pdf`,
    })
    expect(server.seen).toMatchObject([{ method: 'GET', url: '/a.pdf?x=1' }, { url: '/real.pdf' }])
    expect(server.seen[0]?.headers).toMatchObject({
      'user-agent': 'Winnow/1',
      'accept-encoding': 'gzip, br',
      accept: 'application/pdf, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5',
    })
  })

  test('may be called nothing, and be packed', async () => {
    const { server, fetch } = await own(says(206, gzipSync('text'), { 'content-encoding': 'gzip' }))
    expect(await fetch(server.url)).toMatchObject({ ok: true, bytes: Buffer.from('text'), contentType: null })
  })

  test.each([
    ['299', 'fetched'],
    ['300', 'http'],
    ['404', 'http'],
    ['503', 'http'],
    ['429', 'throttled'],
  ])('with status %s is %s', async (status, kind) => {
    const { server, fetch } = await own(says(Number(status), 'words'))
    const result = await fetch(server.url)
    expect(kindOf(result)).toBe(kind)
    if (!result.ok) expect(result.message).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+ answered with status ${status}`))
  })

  test('that does not come in time is given up', async () => {
    const server = await serve(silent)
    const result = await fetcher({ allowPrivate: true, timeoutMs: 50 })(server.url)
    expect(textOf(result)).toMatch(/^network: 127\.0\.0\.1:\d+ did not send the document within 1 s$/)
  })

  test('that nobody waits for any more is given up at once', async () => {
    const reason = new Error('given up')
    const stop = new AbortController()
    const { server, fetch } = await own(() => stop.abort(reason))
    await expect(fetch(server.url, undefined, stop.signal)).rejects.toBe(reason)
    await expect(fetch(server.url, undefined, stop.signal)).rejects.toBe(reason)
    expect(server.seen).toHaveLength(1)
  })

  test('of a host that is not there is a network failure, with what to check', async () => {
    const { server, fetch } = await own(silent)
    await server.stop()
    opened.splice(0, 1)
    expect(textOf(await fetch(server.url))).toMatch(/^network: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/)
  })

  test('is not asked for offline', async () => {
    const server = await serve(says(200, 'text'))
    const offline = fetcher({ offline: true, allowPrivate: true })
    expect(textOf(await offline(server.url))).toMatch(/^offline: 127\.0\.0\.1:\d+ was not asked: Winnow is offline$/)
    expect(kindOf(await offline('nowhere'))).toBe('bad-url')
    expect(server.seen).toEqual([])
  })
})

describe('redirects', () => {
  const to = (location: string) => says(301, 'moved', { location })

  test('are followed five times', async () => {
    const { server, fetch } = await own(to('/1'), to('/2'), to('/3'), to('/4'), to('/5'), says(200, 'text'))
    expect(textOf(await fetch(server.url))).toBe('text')
  })

  test('are not followed a sixth time', async () => {
    const { server, fetch } = await own(to('/again'))
    expect(textOf(await fetch(server.url))).toBe('redirects: the address redirects more than 5 times')
    expect(server.seen).toHaveLength(6)
  })

  test.each([
    ['ftp://a.example/x', 'bad-url: “ftp://a.example/x” is no address of http or https'],
    ['http://me:pw@a.example/', 'bad-url: the address at a.example holds a name or password, which is not sent'],
    ['http://', 'bad-url: “http://” is no address'],
  ])('to %s are not followed', async (location, message) => {
    const { server, fetch } = await own(to(location))
    expect(textOf(await fetch(server.url))).toBe(message)
  })

  test('without an address are no documents', async () => {
    const { server, fetch } = await own(says(302, 'moved'))
    expect(kindOf(await fetch(server.url))).toBe('http')
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254 is a private address'],
    ['http://[::1]:8080/', '::1 is a private address'],
    ['http://0x7f.1/', '127.0.0.1 is a private address'],
  ])('from a server of ours to %s are not followed', async (location, message) => {
    const { server, fetch } = await own(to(location))
    expect(textOf(await fetch(server.url))).toBe(`private: ${message}; ${notAllowed}`)
  })
})

describe('private addresses', () => {
  test('are refused without being asked', async () => {
    const server = await serve(says(200, 'secret'))
    expect(textOf(await fetcher()(server.url))).toBe(`private: 127.0.0.1 is a private address; ${notAllowed}`)
    expect(server.seen).toEqual([])
  })

  test('are refused behind a name', async () => {
    const server = await serve(says(200, 'secret'))
    const fetch = fetcher({ resolve: resolving('127.0.0.1') })
    expect(textOf(await fetch(server.url.replace('127.0.0.1', 'papers.example')))).toBe(
      `private: papers.example leads to the private address 127.0.0.1; ${notAllowed}`,
    )
    expect(server.seen).toEqual([])
  })

  test('are refused behind a name that turns to them after the check', async () => {
    const server = await serve(says(200, 'secret'))
    called = 0
    const fetch = fetcher({ resolve: resolving('93.184.216.34', '127.0.0.1') })
    expect(textOf(await fetch(server.url.replace('127.0.0.1', 'papers.example')))).toBe(
      `private: papers.example leads to the private address 127.0.0.1; ${notAllowed}`,
    )
    expect(server.seen).toEqual([])
  })

  test('may be fetched from when that is allowed', async () => {
    const server = await serve(says(200, 'inner'))
    expect(textOf(await fetcher({ allowPrivate: true })(server.url))).toBe('inner')
    expect(textOf(await fetcher({ allowPrivate: true })(server.url.replace('127.0.0.1', 'localhost')))).toBe('inner')
  })

  test('of the operator may be fetched from, their neighbours not', async () => {
    const { server, fetch } = await own(says(200, 'inner'))
    const neighbour = await serve(says(200, 'secret'))
    expect(textOf(await fetch(server.url))).toBe('inner')
    expect(kindOf(await fetch(neighbour.url))).toBe('private')
    expect(kindOf(await fetch(server.url.replace('http:', 'https:')))).toBe('private')
    expect(neighbour.seen).toEqual([])
  })

  test('an origin that is no address trusts nothing', async () => {
    const server = await serve(says(200, 'secret'))
    expect(kindOf(await fetcher({ trustedOrigins: ['', 'null'] })(server.url))).toBe('private')
  })

  test('a name that nobody knows is a network failure', async () => {
    const unresolved: Resolve = async (name) => {
      throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' })
    }
    expect(textOf(await fetcher({ resolve: unresolved })('http://papers.example/'))).toMatch(
      /^network: the name papers\.example cannot be resolved \(ENOTFOUND\)/,
    )
  })

  test('a resolver that breaks is no reason to go on', async () => {
    const broken: Resolve = async () => {
      throw new TypeError('broken')
    }
    await expect(fetcher({ resolve: broken })('http://papers.example/')).rejects.toThrow('broken')
  })
})

describe('too large', () => {
  const body = 'x'.repeat(1_000)
  const chunked: Answer = (response) => {
    response.write(body.slice(0, 500))
    response.end(body.slice(500))
  }
  test.each([
    ['as announced', says(200, body, { 'content-length': '1000' })],
    ['as it comes', chunked],
    ['once unpacked', says(200, gzipSync(body), { 'content-encoding': 'gzip' })],
  ])('is a byte more than the limit, %s', async (_, answer) => {
    const { server, fetch } = await own(answer)
    expect(textOf(await fetch(server.url, 1_000))).toBe(body)
    expect(textOf(await fetch(server.url, 999))).toMatch(/^too-large: the document at 127\.0\.0\.1:\d+ is larger than 999 bytes$/)
    expect(server.seen).toHaveLength(2)
  })

  test('is more than 50 MB unless told', async () => {
    const { server, fetch } = await own(
      says(200, gzipSync(Buffer.alloc(50 * 2 ** 20)), { 'content-encoding': 'gzip' }),
      says(200, gzipSync(Buffer.alloc(50 * 2 ** 20 + 1)), { 'content-encoding': 'gzip' }),
    )
    expect(kindOf(await fetch(server.url))).toBe('fetched')
    expect(textOf(await fetch(server.url))).toMatch(/is larger than 50 MB$/)
  })
})

describe('PBR-021', () => {
  const row = (id: string) => {
    const found = pbr021.input.rows.find((each) => each.row === id)
    if (found === undefined) throw new Error(`no row ${id}`)
    return found
  }
  const bytesOf = (id: string) => {
    const { body, body_hex } = row(id)
    return body_hex === undefined ? Buffer.from(body ?? '') : Buffer.from(body_hex, 'hex')
  }

  test.each(['1', '3', '4'])('row %s: the bytes are handed on as they are, for the caller to judge', async (id) => {
    const { server, fetch } = await own(says(200, bytesOf(id), { 'content-type': row(id).content_type ?? '' }))
    expect(await fetch(server.url)).toMatchObject({ ok: true, bytes: bytesOf(id), contentType: row(id).content_type })
  })

  test('row 2: where a redirect led is told', async () => {
    const location = new URL(row('2').location ?? '').pathname
    const { server, fetch } = await own(says(302, '', { location }), says(200, '<html>'))
    expect(await fetch(server.url)).toMatchObject({ ok: true, finalUrl: `${server.url}/messages/downloadsexceeded.html` })
  })

  test('row 5: a cut document is asked for twice, then given up', async () => {
    const answer = cut(bytesOf('5').toString(), row('5').content_length ?? 0)
    const { server, fetch } = await own(answer)
    expect(textOf(await fetch(server.url))).toMatch(/^incomplete: the connection to 127\.0\.0\.1:\d+ was lost before the answer was whole/)
    expect(server.seen).toHaveLength(2)
    const lucky = await own(answer, says(200, 'whole'))
    expect(textOf(await lucky.fetch(lucky.server.url))).toBe('whole')
  })

  test('so is one whose packing is damaged', async () => {
    const { server, fetch } = await own(says(200, gzipSync('text').subarray(0, 12), { 'content-encoding': 'gzip' }))
    expect(textOf(await fetch(server.url))).toMatch(/^incomplete: what 127\.0\.0\.1:\d+ sent is cut or damaged \(gzip\)$/)
    expect(server.seen).toHaveLength(2)
  })

  test('row 6: an empty one is no document', async () => {
    const { server, fetch } = await own(says(200, bytesOf('6'), { 'content-type': 'application/pdf' }))
    expect(textOf(await fetch(server.url))).toMatch(/^empty: 127\.0\.0\.1:\d+ sent an empty document$/)
    expect(server.seen).toHaveLength(1)
  })
})

describe('public hosts, reached through a proxy', () => {
  const publicName = resolving('93.184.216.34')
  const behind = async (answers: readonly Answer[], change: Partial<DocumentFetcherOptions> = {}) => {
    const proxy = await serve(...answers)
    const clock = steppingClock('2026-03-10T12:00:00Z')
    return { proxy, clock, fetch: fetcher({ environment: { HTTP_PROXY: proxy.url }, resolve: publicName, clock, ...change }) }
  }

  test('are fetched from', async () => {
    const { proxy, fetch } = await behind([says(200, 'text')])
    expect(textOf(await fetch('http://papers.example/a.pdf'))).toBe('text')
    expect(proxy.seen[0]?.url).toBe('http://papers.example/a.pdf')
  })

  test('are fetched from when only the proxy knows their name', async () => {
    const unresolved: Resolve = async () => {
      throw Object.assign(new Error('no name'), { code: 'ENOTFOUND' })
    }
    const { fetch } = await behind([says(200, 'text')], { resolve: unresolved })
    expect(textOf(await fetch('http://papers.example/a.pdf'))).toBe('text')
  })

  test('are not, when their name is known here as a private one', async () => {
    const { proxy, fetch } = await behind([says(200, 'text')], { resolve: resolving('10.0.0.1') })
    expect(kindOf(await fetch('http://papers.example/a.pdf'))).toBe('private')
    expect(proxy.seen).toEqual([])
  })

  test('are asked one at a time and a second apart, each host for itself', async () => {
    let inside = 0
    const answer: Answer = async (response) => {
      inside += 1
      const now = inside
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      response.end(`${now} at once`)
    }
    const { clock, fetch } = await behind([answer])
    const results = await Promise.all([1, 2, 3].map((n) => fetch(`http://papers.example:${8_000 + n}/${n}.pdf`)))
    expect(results.map(textOf)).toEqual(['1 at once', '1 at once', '1 at once'])
    expect(clock.slept).toEqual([1_000, 1_000])
    await fetch('http://other.example/')
    expect(clock.slept).toEqual([1_000, 1_000])
  })

  test('that are ours to visit are not spared', async () => {
    const clock = steppingClock('2026-03-10T12:00:00Z')
    const server = await serve(says(200, 'text'))
    for (const fetch of [fetcher({ allowPrivate: true, clock }), fetcher({ trustedOrigins: [server.url], clock })]) {
      await fetch(server.url)
      await fetch(server.url)
    }
    expect(clock.slept).toEqual([])
  })

  test.each([
    ['429', 'throttled'],
    ['503', 'http'],
  ])('that ask for a rest with status %s are given it', async (status, kind) => {
    const { proxy, fetch } = await behind([says(Number(status), '', { 'retry-after': 'Tue, 10 Mar 2026 12:02:00 GMT' })])
    expect(kindOf(await fetch('http://papers.example/a.pdf'))).toBe(kind)
    expect(textOf(await fetch('http://papers.example/b.pdf'))).toBe(
      'throttled: papers.example was not asked: it wants to be left alone for another 2 min',
    )
    expect(proxy.seen).toHaveLength(1)
  })

  describe('with a database', () => {
    let database: HttpDatabase
    beforeAll(async () => {
      database = await startHttpDatabase()
    })
    afterAll(() => database.stop())

    test('are spared by all processes', async () => {
      const { fetch } = await behind([says(429, '', { 'retry-after': '200' })], { pool: database.pool })
      await fetch('http://papers.example/a.pdf')
      const other = await behind([says(200, 'text')], { pool: database.pool })
      expect(textOf(await other.fetch('http://papers.example/a.pdf'))).toMatch(/left alone for another (?:1\d\d s|[34] min)$/)
      await database.pool.query('truncate rate_limit')
      expect(textOf(await other.fetch('http://papers.example/a.pdf'))).toBe('text')
      const { rows } = await database.pool.query('select name from rate_limit')
      expect(rows).toEqual([{ name: 'host papers.example' }])
    })
  })
})
