import { describe, expect, it } from 'vitest'
import { atomFeed } from '../../testing/atom-feed.ts'
import { response } from '../../testing/converse.ts'
import { feedOf } from './arxiv-feed.ts'

describe('feedOf', () => {
  it.each([
    ['7', 7],
    [' 12\n', 12],
    ['many', null],
    ['', null],
  ])('counts %j', (count, total) => {
    const body = atomFeed([], 0).replace('>0<', `>${count}<`)
    expect(feedOf(response(body))).toEqual({ total, entries: [] })
  })
  it('without a count', () => {
    expect(feedOf(response(atomFeed([], null)))).toEqual({ total: null, entries: [] })
  })
  it('elements of other namespaces and orders are read by their names', () => {
    const body =
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:author><a:name> Ola </a:name></a:author><a:id>\n x </a:id></a:entry></a:feed>'
    expect(feedOf(response(body))?.entries).toMatchObject([{ id: 'x', authors: ['Ola'], categories: [], title: undefined, pdf: undefined }])
  })
  it('a category without a term, and a link without an address', () => {
    const more = '<category/><category term="cs.LG"/><link title="pdf"/>'
    expect(feedOf(response(atomFeed([{ id: 'x', more }])))?.entries).toMatchObject([{ categories: ['cs.LG'], pdf: undefined }])
  })
  it('an answer is read once', () => {
    const answer = response(atomFeed(['x']))
    expect(feedOf(answer)).toBe(feedOf(answer))
  })
  it.each(['', '<rss/>', '<feed>', 'x'])('%j is none', (body) => {
    expect(feedOf(response(body))).toBeNull()
  })
})
