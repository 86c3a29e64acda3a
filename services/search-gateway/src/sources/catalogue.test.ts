import { sourceAbilities } from '@winnow/domain/source-abilities.ts'
import { describe, expect, it } from 'vitest'
import { sourceEnvironment } from '../source-settings.ts'
import { apiSourceFor, apiSources, sourceNames, webEngines } from './catalogue.ts'

const settings = (environment: Record<string, string> = {}) => sourceEnvironment.parse(environment)

it('knows every source of the specification, in the order in which a run asks them', () => {
  expect(sourceNames).toEqual(['library', 'openalex', 'crossref', 'arxiv', 'pubmed', 'semantic-scholar', 'web', 'open-corpus'])
  expect(webEngines).toEqual(['tavily', 'brave', 'serper', 'searxng'])
})

describe('what a run believes of its sources holds', () => {
  it.each(apiSources(settings()).map((source) => [source.name, source] as const))('%s', (name, { api }) => {
    expect({
      backward: api.backward !== undefined,
      forward: api.forward !== undefined,
      lookup: api.lookup === undefined ? [] : [...api.lookupSchemes].sort(),
    }).toEqual({ ...sourceAbilities[name], lookup: [...(sourceAbilities[name]?.lookup ?? [])].sort() })
  })
  it('of each of them', () => {
    expect(Object.keys(sourceAbilities).sort()).toEqual([...sourceNames].sort())
  })
})

describe('the API behind a name', () => {
  it.each([
    ['openalex', {}, 'OpenAlex'],
    ['web', { BRAVE_API_KEY: 'k', SERPER_API_KEY: 'k' }, 'Brave'],
    ['serper', { BRAVE_API_KEY: 'k', SERPER_API_KEY: 'k' }, 'Serper'],
    ['open-corpus', { CLUEWEB_API_KEY: 'k' }, 'ClueWeb22'],
    ['open-corpus', { CLUEWEB_API_KEY: 'k', WINNOW_OPEN_CORPUS: 'fineweb' }, 'FineWeb'],
  ])('%s with %o is %s', (name, environment, title) => {
    const found = apiSourceFor(name, settings(environment))
    expect('source' in found ? found.source.title : found.unusable).toContain(title)
  })
  it.each([
    ['web', 'TAVILY_API_KEY'],
    ['brave', 'BRAVE_API_KEY'],
    ['open-corpus', 'CLUEWEB_API_KEY'],
    ['semantic-scholar', 'SEMANTIC_SCHOLAR_API_KEY'],
  ])('%s without a key says what to set', (name, variable) => {
    expect(apiSourceFor(name, settings())).toEqual({ unusable: expect.stringContaining(variable) })
  })
  it('of a name that there is not is a fault of the caller', () => {
    expect(() => apiSourceFor('nowhere', settings())).toThrow('there is no source nowhere')
    expect(() => apiSourceFor('toString', settings())).toThrow('there is no source toString')
  })
})
