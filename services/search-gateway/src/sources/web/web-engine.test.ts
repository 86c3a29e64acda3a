import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { webEngine, webEngines } from './web-engine.ts'

const all = { TAVILY_API_KEY: 'k', BRAVE_API_KEY: 'k', SERPER_API_KEY: 'k', WINNOW_SEARXNG_URL: 'http://localhost:1' }

test.each<[without: (keyof typeof all)[], title: string]>([
  [[], 'Tavily'],
  [['TAVILY_API_KEY'], 'Brave'],
  [['TAVILY_API_KEY', 'BRAVE_API_KEY'], 'Serper'],
  [['TAVILY_API_KEY', 'BRAVE_API_KEY', 'SERPER_API_KEY'], 'SearXNG'],
])('without %j the engine is %s', (without, title) => {
  const settings = sourceEnvironment.parse({ ...all, ...Object.fromEntries(without.map((name) => [name, ''])) })
  expect(webEngine(settings)).toMatchObject({ name: 'web', title })
  expect(webEngine(settings).unusable(settings)).toBeNull()
})

test('without any engine it says what to set, whatever other addresses are set', () => {
  const settings = sourceEnvironment.parse({ WINNOW_TAVILY_URL: 'http://localhost:1' })
  const engine = webEngine(settings)
  expect(engine).toMatchObject({
    name: 'web',
    title: 'Web search',
    needs: 'TAVILY_API_KEY, BRAVE_API_KEY, SERPER_API_KEY or WINNOW_SEARXNG_URL',
  })
  expect(engine.unusable(settings)).toBe(
    'no web search engine is set up: set TAVILY_API_KEY, BRAVE_API_KEY, SERPER_API_KEY or WINNOW_SEARXNG_URL',
  )
})

test.each(Object.entries(webEngines))('%s is taken when it is named, set up or not', (name, engine) => {
  expect(webEngine(sourceEnvironment.parse(all), name as keyof typeof webEngines)).toBe(engine)
  expect(webEngine(sourceEnvironment.parse({}), name as keyof typeof webEngines)).toBe(engine)
})

test('the engines are known by their names', () => {
  expect(Object.entries(webEngines).map(([name, { title }]) => [name, title])).toEqual([
    ['tavily', 'Tavily'],
    ['brave', 'Brave'],
    ['serper', 'Serper'],
    ['searxng', 'SearXNG'],
  ])
})
