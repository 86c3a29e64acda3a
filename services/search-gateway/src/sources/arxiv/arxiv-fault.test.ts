import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import pbr001 from '../../fixtures/pbr-001.json' with { type: 'json' }
import { atomFeed } from '../../testing/atom-feed.ts'
import { response } from '../../testing/converse.ts'
import { arxivFault } from './arxiv-fault.ts'

const recorded = (file: string) => readFileSync(new URL(`../../fixtures/arxiv/${file}`, import.meta.url), 'utf8')
const html = '<!DOCTYPE html><html><head><title>Down &amp; out</title></head><body><p>x</p></body></html>'

describe('arxivFault', () => {
  const error = { kind: 'bad-request', message: 'arXiv refused the request: incorrect id format for abc' }
  const rows = [
    { name: 'broken, with a feed', status: 500, body: '<feed/>', fault: { kind: 'broken', message: 'arXiv is out of order (500)' } },
    { name: 'a feed', status: 200, body: atomFeed(['2203.01234']), fault: null },
    { name: 'a feed without entries', status: 200, body: recorded('empty-unknown-id-0808.05394.xml'), fault: null },
    { name: 'a feed without counts', status: 200, body: atomFeed(['2203.01234'], null), fault: null },
    { name: 'an error entry with 400', status: 400, body: recorded('error-400-malformed-id.xml'), fault: error },
    { name: 'an error entry with 200', status: 200, body: recorded('error-400-malformed-id.xml'), fault: error },
    { name: 'an error entry with 500', status: 500, body: recorded('error-400-malformed-id.xml'), fault: error },
    {
      name: 'an error entry after others',
      status: 200,
      body: atomFeed(['2203.01234']).replace(
        '</feed>',
        '<entry><id>http://export.arxiv.org/api/errors#x</id><title>Error</title></entry></feed>',
      ),
      fault: { kind: 'bad-request', message: 'arXiv refused the request: http://export.arxiv.org/api/errors#x' },
    },
    { name: 'a paper titled "Error" is none', status: 200, body: atomFeed([{ id: '2203.01234', title: 'Error' }]), fault: null },
    {
      name: 'asked too often',
      status: 429,
      body: 'Rate exceeded.',
      fault: { kind: 'throttled', message: 'arXiv asks to slow down: Rate exceeded.' },
    },
    {
      name: 'the same with 200',
      status: 200,
      body: ' rate exceeded',
      fault: { kind: 'throttled', message: 'arXiv asks to slow down: rate exceeded' },
    },
    { name: 'asked too often, without a word', status: 429, body: '', fault: { kind: 'throttled', message: 'arXiv asks to slow down' } },
    {
      name: 'going on although asked to slow down',
      status: 503,
      body: html,
      fault: { kind: 'throttled', message: 'arXiv does not answer for now, as when it is asked too often (503): Down & out' },
    },
    { name: 'broken', status: 500, body: html, fault: { kind: 'broken', message: 'arXiv is out of order (500): Down & out' } },
    {
      name: 'broken, with half a feed',
      status: 502,
      body: '<?xml version="1.0"?><feed>',
      fault: { kind: 'broken', message: 'arXiv is out of order (502)' },
    },
    {
      name: 'no such address',
      status: 404,
      body: 'Not Found',
      fault: { kind: 'not-found', message: 'arXiv has nothing at this address (404): Not Found' },
    },
    {
      name: 'refused',
      status: 400,
      body: 'start too large',
      fault: { kind: 'bad-request', message: 'arXiv refused the request (400): start too large' },
    },
    {
      name: 'refused with a feed',
      status: 403,
      body: atomFeed([]),
      fault: { kind: 'bad-request', message: 'arXiv refused the request (403)' },
    },
    {
      name: 'nothing',
      status: 200,
      body: ' \n',
      fault: { kind: 'unreadable', message: 'arXiv answered with an empty body instead of results' },
    },
    {
      name: 'a web page',
      status: 200,
      body: html,
      fault: { kind: 'unreadable', message: 'arXiv answered with a web page instead of results: Down & out' },
    },
    {
      name: 'a cut feed',
      status: 200,
      body: recorded('search-page1.xml').slice(0, 9000),
      fault: { kind: 'unreadable', message: 'arXiv answered with something that is no whole feed instead of results' },
    },
    {
      name: 'other XML',
      status: 200,
      body: '<rss/>',
      fault: { kind: 'unreadable', message: 'arXiv answered with something that is no whole feed instead of results' },
    },
  ]
  it.each(rows)('$name', ({ status, body, fault }) => {
    expect(arxivFault(response(body, status))).toEqual(fault)
  })

  it.each(pbr001.input.rows)('PBR-001 $row', ({ row, status, body }) => {
    const named = { a: 'https://arxiv.org/abs/2203.01234', b: 'not-a-paper' }[row]
    expect(arxivFault(response(body, status))).toEqual(
      named === undefined ? null : { kind: 'bad-request', message: `arXiv refused the request: incorrect id format for ${named}` },
    )
  })

  it('a bomb of entities is no feed', () => {
    const bomb = `<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><feed><entry><title>&b;</title></entry></feed>`
    expect(arxivFault(response(bomb))?.kind).toBe('unreadable')
  })
})
