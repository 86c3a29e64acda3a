import { describe, expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { pubmed } from './pubmed.ts'
import { pubmedApi } from './pubmed-api.ts'

const settings = (environment: Readonly<globalThis.Record<string, string>> = {}) => sourceEnvironment.parse(environment)
const request = { method: 'GET' as const, path: '/entrez/eutils/esearch.fcgi', query: [['db', 'pubmed']] as const }

describe('pubmed', () => {
  test('needs nothing', () => {
    expect([pubmed.name, pubmed.title, pubmed.unusable(settings())]).toEqual(['pubmed', 'PubMed', null])
    expect(pubmed.api).toBe(pubmedApi)
    expect(pubmed.needs).toMatch(/NCBI_API_KEY.*WINNOW_CONTACT/)
  })
  test('three requests a second without a key, under the program’s name', () => {
    const policy = pubmed.policy(settings())
    expect(policy).toMatchObject({
      name: 'pubmed',
      baseUrl: 'https://eutils.ncbi.nlm.nih.gov',
      intervalMs: 340,
      exclusive: false,
      throttleWaitsMs: [1000, 3000],
    })
    expect(policy.dress(request)).toEqual({
      ...request,
      query: [
        ['db', 'pubmed'],
        ['tool', 'winnow'],
      ],
    })
  })
  test('ten with one', () => {
    const policy = pubmed.policy(settings({ NCBI_API_KEY: 'k', WINNOW_CONTACT: 'a@example.org' }))
    expect(policy.intervalMs).toBe(110)
    const own = [
      ['tool', 'winnow'],
      ['email', 'a@example.org'],
      ['api_key', 'k'],
    ]
    expect(policy.dress(request)).toEqual({ ...request, query: [['db', 'pubmed'], ...own] })
    expect(policy.dress({ method: 'GET', path: '/x' })).toEqual({ method: 'GET', path: '/x', query: own })
    const post = { method: 'POST' as const, path: '/x', body: { form: [['term', 't']] as const } }
    expect(policy.dress(post)).toEqual({ ...post, body: { form: [['term', 't'], ...own] } })
  })
  test('another address', () => {
    expect(pubmed.policy(settings({ WINNOW_PUBMED_URL: 'http://127.0.0.1:1/pubmed/' })).baseUrl).toBe('http://127.0.0.1:1/pubmed')
  })
  test('judges answers', () => {
    expect(pubmed.policy(settings()).faultOf({ status: 500, headers: {}, body: '' })?.kind).toBe('broken')
    const slow = { status: 429, headers: {}, body: '' }
    expect(pubmed.policy(settings()).faultOf(slow)?.message).toContain('NCBI_API_KEY')
    expect(pubmed.policy(settings({ NCBI_API_KEY: 'k' })).faultOf(slow)?.message).not.toContain('NCBI_API_KEY')
  })
})
