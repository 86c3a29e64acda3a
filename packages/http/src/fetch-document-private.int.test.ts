import { describe, expect, test } from 'vitest'
import type { Resolve } from './guarded-lookup.ts'
import { says } from './testing/answering-server.ts'
import { kindOf, notAllowed, resolving, textOf, useDocumentScene } from './testing/document-scene.ts'

const { serve, fetcher, own } = useDocumentScene()

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
