import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HealthServer, startHealthServer } from './health-server.ts'
import { Readiness } from './readiness.ts'

const readiness = new Readiness()
let server: HealthServer
let broken = false
beforeAll(async () => {
  const metrics = async () => {
    if (broken) throw new Error('no metrics')
    return 'winnow_runs 1\n'
  }
  server = await startHealthServer({ readiness, metrics, port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  return { status: response.status, text: await response.text() }
}

test('a process is live whatever it lacks, and ready when it lacks nothing', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}\n' })
  expect(await get('/readyz?x=1')).toEqual({ status: 200, text: '{"ready":true,"reasons":[]}\n' })
  readiness.set('broker', 'cannot be reached')
  readiness.set('database', 'is starting')
  readiness.set('broker', 'refuses the password')
  expect((await get('/readyz')).status).toBe(503)
  expect(JSON.parse((await get('/readyz')).text)).toEqual({
    ready: false,
    reasons: ['broker: refuses the password', 'database: is starting'],
  })
  expect((await get('/healthz')).status).toBe(200)
  readiness.set('broker', null)
  readiness.set('database', null)
  expect((await get('/readyz')).status).toBe(200)
})

test('metrics are text; what fails there is told and ends nothing', async () => {
  expect(await get('/metrics')).toEqual({ status: 200, text: 'winnow_runs 1\n' })
  broken = true
  expect((await get('/metrics')).status).toBe(500)
  broken = false
  expect((await get('/metrics')).status).toBe(200)
})

test('another path is not found and says which there are', async () => {
  const { status, text } = await get('/')
  expect([status, JSON.parse(text).paths]).toEqual([404, ['/healthz', '/readyz', '/metrics']])
})

test('a port that is taken is a fault', async () => {
  await expect(startHealthServer({ readiness, metrics: async () => '', port: server.port, host: '127.0.0.1' })).rejects.toThrow(
    /EADDRINUSE/,
  )
})
