import { commandReply } from '@winnow/contracts/api/run-commands.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testParts } from './testing/gateway-parts.ts'
import { tellHistory } from './testing/history-run.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let headers: { readonly authorization: string }
let made = 0
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  app = await createGateway(testParts(db.pool))
  headers = await bearer(db.pool, 'acme', 'researcher')
  await tellHistory(db, { runId: 'r-ended', workspaceId: 'acme' })
})
afterAll(async () => {
  await app.close()
  await db.pool.end()
  await server.stop()
})

/** A run that goes on, after 40 of its events. */
async function openRun(): Promise<string> {
  made += 1
  const runId = `r-open-${made}`
  await tellHistory(db, { runId, workspaceId: 'acme' }, 40)
  return runId
}
async function give(path: string, payload?: object | string, more: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: `/v1/runs/${path}`,
    headers: { ...headers, ...more },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
/** The commands of a run since it was told. */
const given = async (runId: string) =>
  (await Array.fromAsync(db.log.read(runId, { after: 40 }))).map(({ type, data, actor }) => ({ type, data, actor }))

describe('pause, resume and cancel', () => {
  test('stand in the log with their reason', async () => {
    const runId = await openRun()
    for (const [command, reason, event] of [
      ['pause', 'money', 'RunPaused'],
      ['resume', 'more money', 'RunResumed'],
      ['cancel', 'no time', 'RunCancelled'],
    ] as const) {
      const { status, body } = await give(`${runId}/${command}`, { reason })
      expect([status, commandReply.parse(body)]).toEqual([202, { runId, event, commandId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
      expect((await given(runId)).at(-1)).toMatchObject({
        type: event,
        data: { reason, commandId: body.commandId, ...(command === 'pause' ? { cause: 'user' } : {}) },
        actor: { service: 'gateway' },
      })
    }
  })

  test.each([
    ['no body', undefined, {}],
    ['no body, of a type', undefined, { 'content-type': 'application/json' }],
    ['an empty text', '', { 'content-type': 'application/json' }],
    ['an empty object', {}, {}],
    ['null', 'null', { 'content-type': 'application/json' }],
  ])('without a reason: %s', async (_, payload, more) => {
    const runId = await openRun()
    expect((await give(`${runId}/pause`, payload, more)).status).toBe(202)
    expect((await given(runId))[0]?.data).toMatchObject({ reason: 'asked over HTTP' })
  })

  test.each([
    ['another member', { why: 'x' }, 400],
    ['no text', { reason: 5 }, 400],
    ['the longest reason', { reason: 'x'.repeat(2000) }, 202],
    ['a longer one', { reason: 'x'.repeat(2001) }, 400],
  ])('%s', async (_, payload, status) => {
    expect((await give(`${await openRun()}/cancel`, payload)).status).toBe(status)
  })

  test('only a paused run is resumed', async () => {
    const runId = await openRun()
    const refused = await give(`${runId}/resume`)
    expect([refused.status, refused.body.detail]).toEqual([409, `Run ${runId} is running, not paused: it needs no resume.`])
    await give(`${runId}/pause`)
    expect((await give(`${runId}/resume`)).status).toBe(202)
    expect((await give(`${runId}/resume`)).status).toBe(409)
    expect((await given(runId)).map(({ type }) => type)).toEqual(['RunPaused', 'RunResumed'])
  })
})

describe('edits of the plan', () => {
  test('stand in the log as they were given', async () => {
    const runId = await openRun()
    const edits = [
      { kind: 'add', text: 'Which?', rationale: '', priority: 1 },
      { kind: 'close', subquestionId: 'RQ9' },
    ]
    const { status, body } = await give(`${runId}/plan`, { edits, reason: 'too narrow' })
    expect([status, body.event]).toEqual([202, 'PlanEdited'])
    expect((await given(runId))[0]?.data).toEqual({ commandId: body.commandId, edits, reason: 'too narrow' })
    await give(`${runId}/plan`, { edits })
    expect((await given(runId))[1]?.data).toMatchObject({ reason: 'asked over HTTP' })
  })

  const edit = { kind: 'close', subquestionId: 'RQ1' }
  const rephrased = (length: number) => ({ kind: 'rephrase', subquestionId: 'RQ1', text: 'x'.repeat(length) })
  // 256 KiB, less 8 KiB for what is around the data, less the rest of the data.
  const room = 248 * 1024 - JSON.stringify({ commandId: 'u'.repeat(36), edits: [rephrased(0)], reason: 'asked over HTTP' }).length
  test.each([
    ['no edits', {}, 400],
    ['none', { edits: [] }, 400],
    ['100', { edits: Array.from({ length: 100 }, () => edit) }, 202],
    ['101', { edits: Array.from({ length: 101 }, () => edit) }, 400],
    ['a kind that there is not', { edits: [{ kind: 'burn' }] }, 400],
    ['as much as an event takes', { edits: [rephrased(room)] }, 202],
    ['a byte more', { edits: [rephrased(room + 1)] }, 413],
    ['more than a body may be', { edits: [rephrased(256 * 1024)] }, 413],
  ])('%s', async (_, payload, status) => {
    expect((await give(`${await openRun()}/plan`, payload)).status).toBe(status)
  })
})

describe('a document', () => {
  test.each(['include', 'exclude'])('%s', async (action) => {
    const runId = await openRun()
    const { status, body } = await give(`${runId}/documents/D1`, { action, reason: 'not peer reviewed' })
    expect([status, body.event]).toEqual([202, 'DocumentOverridden'])
    expect((await given(runId))[0]?.data).toEqual({
      commandId: body.commandId,
      documentId: 'D1',
      action,
      records: [],
      reason: 'not peer reviewed',
    })
  })

  test('of several records is split, by the rules of the command line', async () => {
    const history = await Array.fromAsync(db.log.read('r-ended'))
    const split = history.find(({ type, data }) => type === 'DocumentOverridden' && data.action === 'split')
    if (split?.type !== 'DocumentOverridden') throw new Error('the history has no split')
    const { documentId, records } = split.data
    await tellHistory(db, { runId: 'r-whole', workspaceId: 'acme' }, split.pos - 1)
    const path = `r-whole/documents/${documentId}`
    const none = await give(path, { action: 'split', records: ['nothing'] })
    expect([none.status, none.body.detail]).toEqual([422, expect.stringContaining(`${documentId} has no record nothing; it has library:`)])
    const own = /it has (.*)$/.exec(none.body.detail)?.[1]?.split(', ') ?? []
    const whole = await give(path, { action: 'split', records: own })
    expect([whole.status, whole.body.detail]).toEqual([422, `a split must leave at least one record in ${documentId}`])
    const { status, body } = await give(path, { action: 'split', records: records.map((key) => key.replace('library:', '')), reason: 'r' })
    expect(status).toBe(202)
    const told = (await Array.fromAsync(db.log.read('r-whole'))).at(-1)
    expect(told?.data).toEqual({ commandId: body.commandId, documentId, action: 'split', records, reason: 'r' })
  })

  test.each([
    ['a document that there is not', 'D999', { action: 'include' }, 422],
    ['no document', 'X1', { action: 'include' }, 400],
    ['no action', 'D1', {}, 400],
    ['another action', 'D1', { action: 'burn' }, 400],
    ['a split of nothing', 'D1', { action: 'split', records: [] }, 400],
    ['a split without records', 'D1', { action: 'split' }, 400],
    ['records that are not split', 'D1', { action: 'include', records: ['a'] }, 400],
  ])('%s', async (_, documentId, payload, status) => {
    expect((await give(`${await openRun()}/documents/${documentId}`, payload)).status).toBe(status)
  })
})

describe('a run that has ended', () => {
  test.each([
    ['pause', undefined],
    ['resume', undefined],
    ['cancel', undefined],
    ['plan', { edits: [{ kind: 'close', subquestionId: 'RQ1' }] }],
    ['documents/D1', { action: 'exclude' }],
  ])('takes no %s, and a fork is named', async (path, payload) => {
    const { status, body } = await give(`r-ended/${path}`, payload)
    expect(status).toBe(409)
    expect(body.detail).toBe(
      'Run r-ended is completed, which is final: `winnow fork r-ended --at <pos>` goes on from one of its events as a new run.',
    )
  })
})

describe('under an idempotency key', () => {
  test('a repeated command is one, and answered as before, also once the run has ended', async () => {
    const runId = await openRun()
    const key = { 'idempotency-key': 'one' }
    const first = await give(`${runId}/pause`, { reason: 'r' }, key)
    expect(await give(`${runId}/pause`, { reason: 'r' }, key)).toEqual(first)
    expect(await given(runId)).toHaveLength(1)
    await tellHistory(db, { runId, workspaceId: 'acme' })
    expect(await give(`${runId}/pause`, { reason: 'r' }, key)).toEqual(first)
    expect((await give(`${runId}/pause`, { reason: 'r' }, { 'idempotency-key': 'two' })).status).toBe(409)
  })

  test('at once they are one', async () => {
    const runId = await openRun()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => give(`${runId}/cancel`, { reason: 'r' }, { 'idempotency-key': 'many' })),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await given(runId)).toHaveLength(1)
  })

  test('another body is refused; another command, run or document is another request', async () => {
    const [runId, other] = [await openRun(), await openRun()]
    const key = { 'idempotency-key': 'shared' }
    expect((await give(`${runId}/pause`, { reason: 'r' }, key)).status).toBe(202)
    expect((await give(`${runId}/pause`, { reason: 'another' }, key)).status).toBe(422)
    for (const [path, payload] of [
      [`${runId}/cancel`, { reason: 'r' }],
      [`${other}/pause`, { reason: 'r' }],
      [`${runId}/documents/D1`, { action: 'exclude' }],
      [`${runId}/documents/D2`, { action: 'exclude' }],
    ] as const)
      expect([path, (await give(path, payload, key)).status]).toEqual([path, 202])
    expect((await given(runId)).map(({ type }) => type)).toEqual(['RunPaused', 'RunCancelled', 'DocumentOverridden', 'DocumentOverridden'])
  })

  test('what was refused is refused again, and done once it can be', async () => {
    const runId = await openRun()
    const key = { 'idempotency-key': 'later' }
    expect((await give(`${runId}/resume`, {}, key)).status).toBe(409)
    await give(`${runId}/pause`)
    expect((await give(`${runId}/resume`, {}, key)).status).toBe(202)
    expect((await give(`${runId}/resume`, {}, key)).status).toBe(202)
    expect((await given(runId)).map(({ type }) => type)).toEqual(['RunPaused', 'RunResumed'])
  })
})
