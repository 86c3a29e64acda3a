import { expect, test } from 'vitest'
import type { ApiSource } from '../core/api-source.ts'
import { sourceEnvironment } from '../source-settings.ts'
import { answered, converse, response } from '../testing/converse.ts'
import { clueweb, fineweb } from './open-corpus/open-corpus.ts'
import { semanticScholar } from './semantic-scholar/semantic-scholar.ts'
import { brave } from './web/brave.ts'
import { searxng } from './web/searxng.ts'
import { serper } from './web/serper.ts'
import { tavily } from './web/tavily.ts'

const settings = sourceEnvironment.parse({})
const ask = { query: 'x', limit: 5, fromYear: null, toYear: null }

/** One good item between odd ones, in the list of each source. */
const odd = [null, 7, 'x', [], {}, { url: {}, title: [] }, { paperId: 5, title: {} }]
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const engines: readonly (readonly [source: ApiSource, page: (items: readonly unknown[]) => object, good: unknown])[] = [
  [tavily, (results) => ({ results }), { url: 'https://example.org/', title: 'Good' }],
  [brave, (results) => ({ type: 'search', web: { results } }), { url: 'https://example.org/', title: 'Good' }],
  [serper, (organic) => ({ searchParameters: {}, organic }), { link: 'https://example.org/', title: 'Good' }],
  [searxng, (results) => ({ results }), { url: 'https://example.org/', title: 'Good' }],
  [semanticScholar, (data) => ({ total: 1, offset: 0, data }), { paperId: 'p1', title: 'Good' }],
  [clueweb, (results) => ({ results }), base64({ 'ClueWeb22-ID': 'c1', 'Clean-Text': 'Good' })],
  [fineweb, (results) => ({ results }), base64({ id: 'f1', text: 'Good' })],
]

test.each(engines)('$title: odd items cost only themselves', (source, page, good) => {
  const { result } = converse(source.api.search(ask), (_request, n) => answered(page(n === 0 ? [...odd, good, ...odd] : [])))
  expect(result).toMatchObject({ outcome: 'hits', records: [{ title: 'Good' }] })
})

test.each(engines)('$title: a page of odd items only has failed', (source, page) => {
  const { result } = converse(source.api.search(ask), [answered(page(odd))])
  expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('(7)') })
})

const bodies = ['', ' ', 'null', '[]', '{}', '7', '"x"', '<html>', '{"results"', '{"detail":[]}']

test.each(engines)('$title: what is no answer is a fault and a failure', (source) => {
  const { faultOf } = source.policy(settings)
  for (const body of bodies) {
    expect(converse(source.api.search(ask), [answered(body)]).result, body.slice(0, 20)).toMatchObject({ outcome: 'failed', reason: /./ })
    // A list is what a batch of Semantic Scholar gives.
    if (source === semanticScholar && body === '[]') continue
    expect(faultOf(response(body)), body.slice(0, 20)).toMatchObject({ kind: 'unreadable' })
  }
})

test.each(engines)('$title: every error status is a fault of few words', (source) => {
  const { faultOf } = source.policy(settings)
  for (const status of [301, 400, 401, 402, 403, 404, 418, 422, 429, 500, 503])
    for (const body of [...bodies, { error: '<script>alert(1)</script>broken'.repeat(1000) }]) {
      const fault = faultOf(response(body, status))
      expect(fault?.message.length, `${status}`).toBeLessThan(600)
      expect(fault?.message).not.toContain('<script')
    }
})
