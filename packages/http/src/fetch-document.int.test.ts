import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import pbr021 from './fixtures/pbr-021.json' with { type: 'json' }
import { type Answer, begins, cut, says, silent } from './testing/answering-server.ts'
import { kindOf, notAllowed, textOf, useDocumentScene } from './testing/document-scene.ts'

const { serve, fetcher, own } = useDocumentScene()

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

  test('is no error page nor redirect, whose words are not waited for', async () => {
    const { server, fetch } = await own(begins(301, 'moved', { location: '/b' }), begins(404, 'no'))
    expect(textOf(await fetch(server.url))).toMatch(/^http: 127\.0\.0\.1:\d+ answered with status 404$/)
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

  test('is told by its announcement, and not waited for', async () => {
    const { server, fetch } = await own(begins(200, 'x', { 'content-length': '1000' }))
    expect(kindOf(await fetch(server.url, 999))).toBe('too-large')
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
