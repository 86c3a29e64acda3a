import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventsOf, messagesOf, post } from './support/answer-protocol.ts'
import type { CliProcess } from './support/cli-process.ts'
import { question } from './support/made-up-library.ts'
import { type Scene, setScene } from './support/scene.ts'

let scene: Scene
let server: CliProcess
let url: string
beforeAll(async () => {
  scene = await setScene(24)
  const env = { PORT: '0', WINNOW_MODEL: 'openai:stand-in', WINNOW_LOG: 'warn' }
  server = scene.start(['serve', '--library', scene.library], { env })
  url = /http:\S+/.exec(await server.line((line) => line.startsWith('HTTP interface: ')))?.[0] ?? ''
  await server.line((line) => line.startsWith('Serving '))
})
afterEach(() => {
  scene.model.interfere(undefined)
  scene.model.reset()
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.ended
  await scene.end()
})

const get = async (path: string) => (await fetch(`${url}${path}`)).json() as Promise<{ readonly [member: string]: unknown }>
const runs = async () => ((await get('/v1/runs')).runs as readonly { readonly runId: string }[]).map(({ runId }) => runId)

// First of all: a provider that has answered this process once degrades single steps instead (spec §2).
describe('a provider that refuses from the first call on', () => {
  beforeEach(() => {
    scene.model.interfere(() => ({ fault: 'status', status: 401, message: 'Incorrect API key provided', code: 'invalid_api_key' }))
  })

  test('completes the stream with an error', async () => {
    const messages = messagesOf((await post(`${url}/run`, { question })).text)
    expect(messages.filter(({ complete }) => complete)).toEqual([messages.at(-1)])
    expect(messages.at(-1)).toMatchObject({ complete: true, final_report: null, error: expect.stringContaining('OPENAI_API_KEY') })
  })

  test('is a problem of the server, with the reason', async () => {
    const { status, contentType, text } = await post(`${url}/evaluate`, { query: question, iid: '3' })
    expect([status, contentType]).toEqual([503, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(text).detail).toContain('OPENAI_API_KEY')
  })
})

describe('POST /run', () => {
  test('thinks, then completes once with a cited report', async () => {
    const { status, contentType, text } = await post(`${url}/run`, { question })
    expect([status, contentType]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const messages = messagesOf(text)
    expect(eventsOf(text)).toEqual(messages)
    for (const message of messages) {
      expect(message).toMatchObject({ is_intermediate: expect.any(Boolean), complete: expect.any(Boolean) })
      expect(message.intermediate_steps === null || typeof message.intermediate_steps === 'string').toBe(true)
      expect(message.final_report === null || typeof message.final_report === 'string').toBe(true)
    }
    const last = messages.at(-1)
    expect(messages.filter(({ complete }) => complete)).toEqual([last])
    const thinking = messages.slice(0, -1)
    expect(thinking.length).toBeGreaterThan(1)
    expect(thinking.every(({ is_intermediate, final_report }) => is_intermediate === true && final_report === null)).toBe(true)
    // Each message repeats the steps before it, or says more of the last one.
    const steps = thinking.map(({ intermediate_steps }) => (intermediate_steps ?? '').split('|||---|||').length)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect([last?.is_intermediate, last?.error]).toEqual([false, undefined])
    const marks = [...(last?.final_report ?? '').matchAll(/\[(\d+(?:, \d+)*)\]/g)].flatMap(([, list = '']) => list.split(', ').map(Number))
    expect(marks.length).toBeGreaterThan(0)
    // The organisers number citations by their place in the list.
    for (const mark of marks) expect(last?.citations?.[mark - 1]).toMatch(/^https?:\/\//)
    expect(scene.model.requests.length).toBeGreaterThan(1)
  })

  test('a client that leaves costs no more; what it asked can be gone on with', async () => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    scene.model.interfere(async () => {
      arrived.resolve()
      await gate.promise
      return undefined
    })
    const leave = new AbortController()
    const stream = post(`${url}/run`, { question }, leave.signal)
    await arrived.promise
    leave.abort()
    await expect(stream).rejects.toThrow()
    const [runId = ''] = await runs()
    await vi.waitUntil(async () => (await get(`/v1/runs/${runId}`)).status === 'paused', { timeout: 30_000 })
    expect(scene.model.requests).toHaveLength(1)
    gate.resolve()
    scene.model.interfere(undefined)
    expect((await post(`${url}/v1/runs/${runId}/resume`, {})).status).toBe(202)
    await vi.waitUntil(async () => (await get(`/v1/runs/${runId}`)).status === 'completed', { timeout: 60_000 })
    expect(scene.model.requests.length).toBeGreaterThan(1)
    expect(await get(`/v1/runs/${runId}/answer`)).toMatchObject({ runId, mode: 'model' })
  })
})

describe('POST /evaluate', () => {
  test('waits for the answer and gives the id back', async () => {
    const { status, text } = await post(`${url}/evaluate`, { query: question, iid: 'topic-1' })
    const reply = JSON.parse(text)
    expect([status, reply.query_id]).toEqual([200, 'topic-1'])
    expect(reply.generated_response).toMatch(/\[\d+/)
    expect(scene.model.requests.length).toBeGreaterThan(1)
    expect(await get(`/v1/runs/${reply.run_id}/answer`)).toMatchObject({ mode: 'model', citations: reply.references })
  })

  test('without a model the answer says that it is extractive', async () => {
    const reply = JSON.parse((await post(`${url}/evaluate`, { query: question, iid: '2', model: 'none' })).text)
    expect(reply.generated_response).toMatch(/extractive/i)
    expect(scene.model.requests).toHaveLength(0)
  })
})

test.each([
  ['/run', {}],
  ['/run', { question: 7 }],
  ['/run', 'no json'],
  ['/evaluate', { iid: 1 }],
  ['/evaluate', { query: 'q' }],
])('%s refuses %j', async (route, body) => {
  const { status, contentType } = await post(`${url}${route}`, body)
  expect([status, contentType]).toEqual([400, 'application/problem+json; charset=utf-8'])
})

test('GET /health', async () => {
  expect(await get('/health')).toMatchObject({ status: 'ok' })
})
