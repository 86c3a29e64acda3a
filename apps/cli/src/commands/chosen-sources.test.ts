import { UsageError } from '@winnow/runs/usage-error.ts'
import { sourceEnvironment } from '@winnow/search-gateway/source-settings.ts'
import { describe, expect, test } from 'vitest'
import { chooseSources } from './chosen-sources.ts'

const choose = (list: string | undefined, hasLibrary = false, environment: Record<string, string> = {}) =>
  chooseSources(list, hasLibrary, sourceEnvironment.parse(environment))
const free = ['openalex', 'crossref', 'arxiv', 'pubmed']

describe('the sources of a run', () => {
  test.each<[string, string | undefined, boolean, Record<string, string>, string[]]>([
    ['a library: it alone', undefined, true, {}, ['library']],
    ['no library: all that are free', undefined, false, {}, free],
    [
      'no library: also what is set up',
      undefined,
      false,
      { SEMANTIC_SCHOLAR_API_KEY: 'k', TAVILY_API_KEY: 'k' },
      [...free, 'semantic-scholar', 'web'],
    ],
    ['no library, switched off', undefined, false, { SEMANTIC_SCHOLAR_API_KEY: 'k', WINNOW_SEMANTIC_SCHOLAR: 'off' }, free],
    ['as named, each once', ' PubMed, arxiv ,pubmed,', false, {}, ['pubmed', 'arxiv']],
    ['as named, beside a library', 'library,openalex', true, {}, ['library', 'openalex']],
  ])('%s', (_, list, hasLibrary, environment, sources) => {
    expect(choose(list, hasLibrary, environment)).toEqual({ sources, unusable: [] })
  })
  test.each<['research' | 'answer', string[]]>([
    ['research', free],
    ['answer', [...free, 'open-corpus']],
  ])('an open corpus that is set up is for answers alone: %s', (kind, sources) => {
    const settings = sourceEnvironment.parse({ CLUEWEB_API_KEY: 'k' })
    expect(chooseSources(undefined, false, settings, kind).sources).toEqual(sources)
    expect(chooseSources(undefined, true, settings, kind).sources).toEqual(['library'])
  })
  test('one that cannot be used is left out, and told with what to set', () => {
    const chosen = choose('arxiv,semantic-scholar,web')
    expect(chosen.sources).toEqual(['arxiv'])
    expect(chosen.unusable).toEqual([
      { source: 'semantic-scholar', reason: expect.stringContaining('SEMANTIC_SCHOLAR_API_KEY') },
      { source: 'web', reason: expect.stringContaining('TAVILY_API_KEY') },
    ])
  })
  test.each([
    ['an unknown one', 'arxiv,openalx', 'openalx'],
    ['none', ' , ', 'no source is named'],
    ['none that can be used', 'web', 'nothing to search: web: '],
  ])('%s is bad usage', (_, list, words) => {
    expect(() => choose(list)).toThrow(UsageError)
    expect(() => choose(list)).toThrow(words)
  })
})
