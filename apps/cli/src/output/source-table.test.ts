import { describe, expect, test } from 'vitest'
import type { SourceCheck } from '../engine/check-source.ts'
import { testSources } from '../testing/command-line.ts'
import { checkText, listSources, sourceTable } from './source-table.ts'

const states = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(listSources(testSources(variables)).map(({ name, state }) => [name, state]))

describe('listSources', () => {
  test('nothing configured', () => {
    expect(states({})).toEqual({
      library: 'ready',
      openalex: 'ready',
      crossref: 'ready',
      arxiv: 'ready',
      pubmed: 'ready',
      'semantic-scholar': 'not configured',
      web: 'not configured',
      'open-corpus': 'not configured',
      tavily: 'not configured',
      brave: 'not configured',
      serper: 'not configured',
      searxng: 'not configured',
    })
  })

  test('what a key or an address makes ready', () => {
    expect(states({ BRAVE_API_KEY: 'k', CLUEWEB_API_KEY: 'k', SEMANTIC_SCHOLAR_API_KEY: 'k' })).toMatchObject({
      web: 'ready',
      brave: 'ready',
      tavily: 'not configured',
      'open-corpus': 'ready',
      'semantic-scholar': 'ready',
    })
  })

  test('switched off, whether with a key or without', () => {
    const off = { WINNOW_SEMANTIC_SCHOLAR: 'off' }
    for (const variables of [off, { ...off, SEMANTIC_SCHOLAR_API_KEY: 'k' }]) {
      const listed = listSources(testSources(variables)).find(({ name }) => name === 'semantic-scholar')
      expect(listed).toMatchObject({ state: 'off', detail: expect.stringContaining('WINNOW_SEMANTIC_SCHOLAR') })
    }
  })

  test('offline: what could be asked is off, but not the library', () => {
    expect(states({ WINNOW_OFFLINE: '1' })).toMatchObject({ library: 'ready', openalex: 'off', web: 'not configured' })
    const listed = listSources(testSources({ WINNOW_OFFLINE: '1' })).find(({ name }) => name === 'arxiv')
    expect(listed?.detail).toBe('WINNOW_OFFLINE is set: only answers that were kept are used')
  })

  test('what each is and needs', () => {
    const find = (name: string, variables = {}) => listSources(testSources(variables)).find((source) => source.name === name)
    expect(find('library')).toEqual({
      name: 'library',
      source: 'library',
      title: 'Your library',
      needs: '--library <file or folder>',
      state: 'ready',
      detail: null,
    })
    expect(find('tavily')).toMatchObject({ source: 'web', title: 'Tavily', needs: expect.stringContaining('TAVILY_API_KEY') })
    expect(find('tavily')?.detail).toContain('set TAVILY_API_KEY')
    expect(find('web')).toMatchObject({ title: 'Web search' })
    expect(find('web', { TAVILY_API_KEY: 'k' })).toMatchObject({ source: 'web', title: 'Web search (Tavily)', detail: null })
  })

  test('no key is told', () => {
    expect(JSON.stringify(listSources(testSources({ TAVILY_API_KEY: 'tvly-secret' })))).not.toContain('secret')
  })
})

test('the table', () => {
  const table = sourceTable([
    { name: 'arxiv', source: 'arxiv', title: 'arXiv', needs: 'nothing', state: 'ready', detail: null },
    { name: 'web', source: 'web', title: 'Web search', needs: 'a key', state: 'not configured', detail: 'why' },
  ])
  expect(table).toBe(
    [
      'SOURCE  STATE           NAME        NEEDS',
      'arxiv   ready           arXiv       nothing',
      'web     not configured  Web search  a key',
    ].join('\n'),
  )
})

test('the text of checks', () => {
  const checks: readonly SourceCheck[] = [
    { source: 'arxiv', title: 'arXiv', state: 'ok', detail: 'answered: A\u001b paper', fix: null },
    { source: 'web', engine: 'tavily', title: 'Tavily', state: 'failed', detail: 'refused the key', fix: 'set it' },
  ]
  expect(checkText(checks)).toBe(['arxiv   ok: answered: A paper', 'tavily  failed: refused the key', '        fix: set it'].join('\n'))
})
