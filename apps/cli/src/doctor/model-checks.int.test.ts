import { type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '../testing/command-line.ts'
import { modelChecks } from './model-checks.ts'

let server: ScriptedModelServer
const never = new AbortController().signal
const check = (model: string, signal = never) =>
  modelChecks(
    {
      ...testConfig('postgres://h/db', '/'),
      model,
      roleModels: { critic: 'none' },
      environment: { OLLAMA_HOST: server.url, OPENAI_BASE_URL: `${server.url}/v1` },
    },
    true,
    signal,
  )

beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())

const roles = 'planner, intent, query, screener, reader, synthesizer, writer, agent, summarizer'

test('each model is asked once, in the form of a schema', async () => {
  server.script([{ json: { word: 'winnow', length: 6 } }])
  expect(await check('ollama:m')).toEqual([{ name: 'model ollama:m', ok: true, detail: `${roles}; answered as asked`, fix: null }])
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({ model: 'm', schema: { properties: { word: {}, length: {} } } })
})

test('an answer that is none', async () => {
  server.script(['no JSON', 'nor this'])
  expect(await check('ollama:m')).toMatchObject([
    { ok: false, detail: expect.stringContaining(roles), fix: expect.stringContaining('JSON') },
  ])
})

test('a key that is refused', async () => {
  server.script([{ fault: 'status', status: 401, message: 'no such key' }])
  expect(await check('openai:m')).toMatchObject([
    { name: 'model openai:m', ok: false, detail: expect.stringContaining('OPENAI_API_KEY'), fix: expect.stringContaining('WINNOW_MODEL') },
  ])
})

test('the user ends it', async () => {
  const user = new AbortController()
  server.script(() => {
    user.abort()
    return { fault: 'hang' }
  })
  expect(await check('ollama:m', user.signal)).toMatchObject([{ ok: false, detail: expect.stringContaining('no answer') }])
})
