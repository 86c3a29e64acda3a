import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { type Api, type Conversation, type LookedUp, workKey } from './conversation.ts'
import type { Found, NotFound, WorkId } from './source.ts'
import { verifiedWork, workIds } from './verified-work.ts'

const authors = [{ family: 'Okafor', given: 'Ada' }]
const wanted = libraryRecord('r1', {
  title: 'Rapid mapping of flood-prone wetlands',
  authors,
  ids: { doi: '10.5555/a', arxiv: '2203.01234' },
})
const there = (recordId: string, parts: Partial<Record> = {}) =>
  libraryRecord(recordId, { source: 'openalex', title: wanted.title, authors, ...parts })
const another = there('W9', { title: 'Branes on a cone', authors: [{ family: 'Imani' }] })

interface Script {
  readonly lookup?: { readonly [id: string]: Record } | NotFound
  readonly title?: readonly Record[] | NotFound
  readonly unanswered?: { readonly [id: string]: string }
}

/** An API of which each question is one request that names it; what it answers stands in the script. */
function scripted({ lookup, title, unanswered }: Script): { readonly api: Api; readonly asked: string[] } {
  const asked: string[] = []
  const ask = function* (what: string): Generator<ApiRequest, void, ApiReply> {
    asked.push(what)
    yield { method: 'GET', path: what }
  }
  const api: Api = {
    search: function* (): Conversation<Found> {
      yield* ask('search')
      return { outcome: 'none', records: [], total: 0, unresolved: 0 }
    },
    lookupSchemes: ['openalex', 'doi', 'arxiv'],
    ...(lookup === undefined
      ? {}
      : {
          lookup: function* (ids: readonly WorkId[]): Conversation<LookedUp> {
            yield* ask(ids.map(workKey).join(' '))
            if (isFailure(lookup)) return lookup
            const open = unanswered === undefined ? {} : { unanswered: new Map(Object.entries(unanswered)) }
            return { outcome: 'answered', records: new Map(Object.entries(lookup)), ...open }
          },
        }),
    ...(title === undefined
      ? {}
      : {
          findTitle: function* (words: string): Conversation<Found | NotFound> {
            yield* ask(words)
            return isFailure(title) ? title : { outcome: 'hits', records: title, total: null, unresolved: 0 }
          },
        }),
  }
  return { api, asked }
}

function isFailure(value: unknown): value is NotFound {
  return typeof value === 'object' && value !== null && 'reason' in value
}

function verify(script: Script, known: readonly Record[] = [wanted]) {
  const { api, asked } = scripted(script)
  const conversation = verifiedWork(api, 'openalex', known)
  let turn = conversation.next()
  while (!turn.done) turn = conversation.next({ ok: true, response: { status: 200, headers: {}, body: '' } })
  return { answer: turn.value, asked }
}

const titleWords = 'Rapid mapping of flood prone wetlands'
const rejectedId = { asked: 'doi:10.5555/a', foundTitle: 'Branes on a cone', reason: 'another title' }

describe('a work of another source', () => {
  it('is the source’s own record where it is among the known ones: nothing is asked', () => {
    const own = there('W1', { title: 'Any title' })
    expect(verify({ lookup: {} }, [wanted, own])).toEqual({ answer: { work: own, rejected: [] }, asked: [] })
  })
  it('is looked up by every identifier that the source knows, in its order of preference', () => {
    const work = there('W1')
    expect(verify({ lookup: { 'arxiv:2203.01234': work } })).toEqual({
      answer: { work, rejected: [] },
      asked: ['doi:10.5555/a arxiv:2203.01234'],
    })
  })
  it('that came for an identifier and is another is named and not used; the next identifier may be right', () => {
    const work = there('W1')
    expect(verify({ lookup: { 'doi:10.5555/a': another, 'arxiv:2203.01234': work } }).answer).toEqual({ work, rejected: [rejectedId] })
  })
  it('is sought by its title without punctuation when no identifier leads to it', () => {
    const work = there('W1')
    expect(verify({ lookup: { 'doi:10.5555/a': another }, title: [another, work] })).toEqual({
      answer: { work, rejected: [rejectedId] },
      asked: ['doi:10.5555/a arxiv:2203.01234', titleWords],
    })
  })
  it('is not found when the best hit for its title is another work', () => {
    expect(verify({ lookup: {}, title: [another, another] }).answer).toEqual({
      work: null,
      failure: { outcome: 'skipped', reason: 'openalex has no record that is surely this work' },
      rejected: [{ asked: 'title', foundTitle: 'Branes on a cone', reason: 'another title' }],
    })
  })
  it.each([
    ['nothing is found', { lookup: {}, title: [] }],
    ['nothing can be asked', {}],
  ])('is not there when %s', (_, script) => {
    expect(verify(script).answer).toEqual({
      work: null,
      failure: { outcome: 'skipped', reason: 'openalex does not have this work' },
      rejected: [],
    })
  })
  const down: NotFound = { outcome: 'failed', reason: '503' }
  const slow: NotFound = { outcome: 'throttled', reason: '429' }
  const leftAlone: NotFound = { outcome: 'skipped', reason: 'openalex was not asked: its last answers all failed' }
  it.each([
    ['the lookup fails and the title finds nothing', { lookup: down, title: [] }, down],
    ['the title search fails', { lookup: {}, title: slow }, slow],
    ['both fail: the first is told', { lookup: slow, title: down }, slow],
    ['the source is left alone for a while', { lookup: leftAlone, title: leftAlone }, leftAlone],
    ['it is left alone when the title is sought', { lookup: {}, title: leftAlone }, leftAlone],
  ])('may be there when %s', (_, script, failure) => {
    expect(verify(script).answer).toEqual({ work: null, failure, rejected: [] })
  })
  it('may be there when one of its identifiers was not answered and another led elsewhere', () => {
    const { answer } = verify({ lookup: { 'doi:10.5555/a': another }, unanswered: { 'arxiv:2203.01234': '429' }, title: [] })
    expect(answer).toEqual({ work: null, failure: { outcome: 'failed', reason: '429' }, rejected: [rejectedId] })
  })
  it.each([
    ['“Two’s company”: a study (2nd ed.)?', 'Two’s company a study 2nd ed'],
    ["Don't stop – à la carte & more, 1+1", 'Don’t stop à la carte more 1 1'],
  ])('is sought by the words of its title: %s', (title, words) => {
    expect(verify({ title: [] }, [{ ...wanted, title }]).asked).toEqual([words])
  })
  it('is found by its title though the lookup fails', () => {
    expect(verify({ lookup: down, title: [there('W1')] }).answer.work?.recordId).toBe('W1')
  })
  it('without an identifier is sought by title at once; title and authors are those of the best known record', () => {
    const bare = libraryRecord('r2', { title: 'Something else', authors: [] })
    const { asked } = verify({ lookup: {}, title: [] }, [libraryRecord('r3', { title: '' }), bare, { ...wanted, ids: {} }])
    expect(asked).toEqual([titleWords])
  })
  it('without a title is taken as the identifier gives it, and not sought by title', () => {
    const untitled = libraryRecord('r1', { title: '', ids: { doi: '10.5555/a' } })
    expect(verify({ lookup: { 'doi:10.5555/a': another }, title: [] }, [untitled])).toEqual({
      answer: { work: another, rejected: [] },
      asked: ['doi:10.5555/a'],
    })
    expect(verify({ title: [another] }, [untitled]).asked).toEqual([])
  })
})

describe('identifiers to look up', () => {
  it('are those of all records, by scheme, each once', () => {
    const records = [
      libraryRecord('a', { ids: { doi: '10.5555/a', pmid: '7' } }),
      libraryRecord('b', { ids: { doi: '10.5555/a', openalex: 'W1' } }),
      libraryRecord('c', { ids: { doi: '10.48550/arxiv.2203.01234' } }),
    ]
    expect(workIds(records, ['openalex', 'doi', 'arxiv']).map(workKey)).toEqual(['openalex:W1', 'doi:10.5555/a', 'arxiv:2203.01234'])
  })
})
