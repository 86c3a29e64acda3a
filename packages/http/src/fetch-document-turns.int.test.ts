import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentFetcherOptions } from './fetch-document.ts'
import type { Resolve } from './guarded-lookup.ts'
import { type Answer, says } from './testing/answering-server.ts'
import { kindOf, resolving, textOf, useDocumentScene } from './testing/document-scene.ts'
import { type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'
import { steppingClock } from './testing/stepping-clock.ts'

const { serve, fetcher } = useDocumentScene()

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
