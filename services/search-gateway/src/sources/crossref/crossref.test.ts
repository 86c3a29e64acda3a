import { describe, expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { crossref } from './crossref.ts'
import { crossrefApi } from './crossref-api.ts'

const settings = (environment: Readonly<globalThis.Record<string, string>> = {}) => sourceEnvironment.parse(environment)
const request = { method: 'GET' as const, path: '/works', query: [['rows', '1']] as const }

describe('crossref', () => {
  test('needs nothing', () => {
    expect([crossref.name, crossref.title, crossref.unusable(settings())]).toEqual(['crossref', 'Crossref', null])
    expect(crossref.api).toBe(crossrefApi)
    expect(crossref.needs).toContain('WINNOW_CONTACT')
  })
  test('the public pool: one list a second, one at a time, no parameter of ours', () => {
    const policy = crossref.policy(settings())
    expect(policy).toMatchObject({
      name: 'crossref',
      baseUrl: 'https://api.crossref.org',
      intervalMs: 1000,
      exclusive: true,
      throttleWaitsMs: [1000, 5000],
    })
    expect(policy.dress(request)).toEqual(request)
  })
  test('the polite pool: three lists a second, with the contact', () => {
    const policy = crossref.policy(settings({ WINNOW_CONTACT: 'a@example.org' }))
    expect(policy).toMatchObject({ intervalMs: 334, exclusive: false })
    expect(policy.dress(request)).toEqual({
      ...request,
      query: [
        ['rows', '1'],
        ['mailto', 'a@example.org'],
      ],
    })
    expect(policy.dress({ method: 'GET', path: '/works/x' })).toEqual({
      method: 'GET',
      path: '/works/x',
      query: [['mailto', 'a@example.org']],
    })
  })
  test('another address', () => {
    expect(crossref.policy(settings({ WINNOW_CROSSREF_URL: 'http://127.0.0.1:1/crossref/' })).baseUrl).toBe('http://127.0.0.1:1/crossref')
  })
  test('judges answers', () => {
    expect(crossref.policy(settings()).faultOf({ status: 500, headers: {}, body: '' })?.kind).toBe('broken')
    const slow = { status: 429, headers: {}, body: '' }
    expect(crossref.policy(settings()).faultOf(slow)?.message).toContain('WINNOW_CONTACT')
    expect(crossref.policy(settings({ WINNOW_CONTACT: 'a@example.org' })).faultOf(slow)?.message).not.toContain('WINNOW_CONTACT')
  })
})
