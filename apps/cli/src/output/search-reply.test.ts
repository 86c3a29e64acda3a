import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Found, SourceAnswer } from '@winnow/search-gateway/core/source.ts'
import { describe, expect, test } from 'vitest'
import { searchJson, searchText } from './search-reply.ts'

const record = (n: number): Record => ({
  recordId: `r${n}`,
  source: 'openalex',
  ids: { pmid: String(n) },
  title: `T${n}`,
  authors: [],
  type: 'article',
})
const request = { query: 'memory', limit: 2, fromYear: null, toYear: null }
const source = { id: 'openalex', title: 'OpenAlex' }
const found = (parts: Partial<Found>): Found => ({ outcome: 'hits', records: [record(1), record(2)], total: 2, unresolved: 0, ...parts })
const searched = (answer: SourceAnswer) => ({ source, request, answer })

describe('--json', () => {
  test('hits', () => {
    expect(searchJson(searched(found({})))).toEqual({
      source: 'openalex',
      query: 'memory',
      outcome: 'hits',
      total: 2,
      records: [
        { ...record(1), url: 'https://pubmed.ncbi.nlm.nih.gov/1/' },
        { ...record(2), url: 'https://pubmed.ncbi.nlm.nih.gov/2/' },
      ],
    })
  })

  test('never more records than were asked for; a note is told', () => {
    const told = searchJson(
      searched(found({ outcome: 'truncated', records: [record(1), record(2), record(3)], total: null, note: 'page 2 failed' })),
    )
    expect(told.records).toHaveLength(2)
    expect(told).toMatchObject({ outcome: 'truncated', total: null, note: 'page 2 failed' })
    expect(told).not.toHaveProperty('error')
  })

  test('none', () => {
    expect(searchJson(searched(found({ outcome: 'none', records: [], total: 0 })))).toEqual({
      source: 'openalex',
      query: 'memory',
      outcome: 'none',
      total: 0,
      records: [],
    })
  })

  test.each(['throttled', 'failed', 'skipped'] as const)('%s has its reason', (outcome) => {
    expect(searchJson(searched({ outcome, reason: 'set a key' }))).toEqual({
      source: 'openalex',
      query: 'memory',
      outcome,
      total: null,
      records: [],
      error: 'set a key',
    })
  })

  test('the engine of "web" is named', () => {
    const web = { id: 'web', title: 'Tavily', engine: 'tavily' }
    expect(searchJson({ source: web, request, answer: found({}) })).toMatchObject({ source: 'web', engine: 'tavily' })
    expect(searchJson({ source: web, request, answer: { outcome: 'skipped', reason: 'x' } })).toMatchObject({
      source: 'web',
      engine: 'tavily',
    })
  })
})

describe('for a person', () => {
  const first = (answer: SourceAnswer) => searchText(searched(answer)).split('\n')[0]
  test.each([
    ['as many as there are', found({}), 'OpenAlex: 2 hits'],
    ['one', found({ records: [record(1)], total: 1 }), 'OpenAlex: 1 hit'],
    ['some of many', found({ outcome: 'truncated', total: 12_345 }), 'OpenAlex: 2 of 12,345 hits'],
    ['one of many', found({ outcome: 'truncated', records: [record(1)], total: 9 }), 'OpenAlex: 1 of 9 hits'],
    ['some of nobody knows how many', found({ outcome: 'truncated', total: null }), 'OpenAlex: 2 hits; there are more'],
    ['all, uncounted', found({ total: null }), 'OpenAlex: 2 hits'],
    ['a total that is too small', found({ total: 1 }), 'OpenAlex: 2 hits'],
    ['none', found({ outcome: 'none', records: [], total: 0 }), 'OpenAlex has nothing for “memory”.'],
    ['no answer', { outcome: 'throttled', reason: 'wait' } as const, 'OpenAlex did not answer (throttled): wait'],
  ])('%s', (_, answer, line) => {
    expect(first(answer)).toBe(line)
  })

  test('the records, no more than were asked for, and the note', () => {
    expect(searchText(searched(found({ records: [record(1), record(2), record(3)], note: 'page 2 failed' })))).toBe(
      [
        'OpenAlex: 2 hits',
        '',
        '1. T1',
        '   pmid:1 · https://pubmed.ncbi.nlm.nih.gov/1/',
        '2. T2',
        '   pmid:2 · https://pubmed.ncbi.nlm.nih.gov/2/',
        '',
        'Note: page 2 failed',
      ].join('\n'),
    )
    expect(searchText(searched(found({ outcome: 'none', records: [], note: 'two engines were silent' })))).toBe(
      'OpenAlex has nothing for “memory”.\n\nNote: two engines were silent',
    )
  })
})
