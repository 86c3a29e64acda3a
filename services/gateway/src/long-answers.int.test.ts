import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayParts } from './gateway-parts.ts'
import { revokeKey } from './keys/api-keys.ts'
import { type GatewayServer, serveGateway } from './server.ts'
import { answerEvents, answeringLog, answerOfRun, tellAnswer } from './testing/answer-run.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testNow, testParts } from './testing/gateway-parts.ts'
import { append } from './testing/history-run.ts'
import { RunStream } from './testing/run-stream.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let blobs: PostgresBlobStore
let headers: { readonly authorization: string }
const opened: GatewayServer[] = []
const streams: RunStream[] = []
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  blobs = new PostgresBlobStore(db.pool)
  headers = await bearer(db.pool, 'acme', 'researcher')
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave()
  for (const one of opened.splice(0)) await one.close()
})
afterAll(async () => {
  await db.pool.end()
  await server.stop()
})

/** A gateway, the run that it is asked for next, and the commands that it gives a run. */
async function gateway(parts: Partial<GatewayParts> = {}) {
  const requested = Promise.withResolvers<TypedEvent>()
  const paused = Promise.withResolvers<unknown>()
  const log: GatewayParts['log'] = {
    read: db.log.read.bind(db.log),
    append: async (events, expected) => {
      const appended = await db.log.append(events, expected)
      const [first] = events as readonly TypedEvent[]
      if (first?.type === 'RunRequested') requested.resolve(first)
      if (first?.type === 'RunPaused') paused.resolve(first.data)
      return appended
    },
  }
  const made = await serveGateway(testParts(db.pool, { log, ...parts }), { host: '127.0.0.1', port: 0 })
  opened.push(made)
  return { url: made.url, close: () => made.close(), requested: requested.promise, paused: paused.promise }
}

async function run(url: string, body: object = { question: 'How?' }): Promise<RunStream> {
  const stream = await RunStream.open(url, body, headers)
  streams.push(stream)
  return stream
}
const evaluate = (url: string, more: { body?: object; signal?: AbortSignal; headers?: object } = {}) =>
  fetch(`${url}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...more.headers },
    body: JSON.stringify({ query: 'How?', iid: 'q-7', ...more.body }),
    ...(more.signal === undefined ? {} : { signal: more.signal }),
  })
const get = (url: string, path: string) => fetch(`${url}/v1/runs/${path}`, { headers })

/** The status of a request under a name of the server. */
async function post(url: string, path: string, named: { readonly host: string }, body: object): Promise<number> {
  const asked = request(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...named } })
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

/** Tells more of a run that was asked for. */
async function goOn(request: TypedEvent, upTo?: EventType, after: EventType = 'RunRequested'): Promise<void> {
  await tellAnswer(db.log, await answerEvents(request, blobs), { after, ...(upTo === undefined ? {} : { upTo }) })
}
async function pause({ runId, workspaceId }: TypedEvent): Promise<void> {
  const events = sealRun(runId, workspaceId, [{ type: 'RunPaused', data: { commandId: 'p', reason: 'no credit left', cause: 'provider' } }])
  for (const event of events) await append(db.log, event)
}
async function fail({ runId, workspaceId }: TypedEvent): Promise<void> {
  const events = sealRun(runId, workspaceId, [
    { type: 'RunCompleted', data: { status: 'failed', stopReason: 'the answer could not be written', rule: null } },
  ])
  for (const event of events) await append(db.log, event)
}
const typesOf = async (runId: string) => (await Array.fromAsync(db.log.read(runId))).map(({ type }) => type)

describe('POST /run', () => {
  test('streams the steps as they come and one complete message, and ends', async () => {
    const { url, requested } = await gateway()
    const stream = await run(url)
    const request = await requested
    expect([stream.response.status, stream.response.headers.get('content-type'), stream.response.headers.get('x-accel-buffering')]).toEqual(
      [200, 'text/event-stream; charset=utf-8', 'no'],
    )
    await goOn(request, 'SearchesRequested')
    expect(await stream.next()).toEqual({
      intermediate_steps: '**Search 1:** How?',
      final_report: null,
      is_intermediate: true,
      complete: false,
      run_id: request.runId,
    })
    await goOn(request, undefined, 'SearchesRequested')
    const rest = await stream.rest()
    const last = rest.at(-1)
    expect(rest.filter(({ complete }) => complete)).toEqual([last])
    expect(rest.slice(0, -1).every(({ is_intermediate, final_report }) => is_intermediate && final_report === null)).toBe(true)
    expect(last).toMatchObject({
      final_report: 'They close their stomata [1].\n\n## References\n\n[1] Work stomata. <https://doi.org/10.5555/stomata>',
      is_intermediate: false,
      citations: ['https://doi.org/10.5555/stomata'],
      references: answerOfRun.citations,
      run_id: request.runId,
    })
    expect(last?.intermediate_steps?.split('|||---|||')).toHaveLength(8)
    // Nobody left before the end: nothing was paused.
    expect(await typesOf(request.runId)).not.toContain('RunPaused')
  })

  test('asks for a run of kind answer in the workspace of the caller, with the limits and the trace of the request', async () => {
    const { url, requested } = await gateway()
    const stream = await RunStream.open(
      url,
      { query: ' How? ', answer: { maxSearches: 2 }, limits: { maxMinutes: 4 }, model: 'none', sources: ['web'], other: 1 },
      { ...headers, traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, 'idempotency-key': 'mine' },
    )
    streams.push(stream)
    const request = await requested
    expect(request).toMatchObject({
      workspaceId: 'acme',
      traceparent: expect.stringContaining('ab'.repeat(16)),
      data: {
        question: 'How?',
        asOf: '2026-07-01',
        options: {
          sources: ['web'],
          limits: { maxMinutes: 4, maxSearches: 3 },
          answer: { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 2, maxTurns: 15, attempts: 3, reranker: 'bm25' },
        },
      },
    })
  })

  test('a client that leaves before the answer pauses the run, which can be resumed', async () => {
    const { url, requested, paused } = await gateway()
    const stream = await run(url)
    const { runId } = await requested
    stream.leave()
    expect(await paused).toEqual({
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reason: 'the client that asked for the answer went away',
      cause: 'user',
    })
    const resumed = await fetch(`${url}/v1/runs/${runId}/resume`, { method: 'POST', headers })
    expect([resumed.status, await typesOf(runId)]).toEqual([202, ['RunRequested', 'RunPaused', 'RunResumed']])
  })

  test('a run that is paused or fails completes the stream with the reason', async () => {
    for (const [stop, error] of [
      [pause, /^Run r-\S+ is paused: no credit left\. POST \/v1\/runs\/r-\S+\/resume goes on with it\.$/],
      [fail, /^Run r-\S+ is failed: the answer could not be written\.$/],
    ] as const) {
      const { url, requested } = await gateway()
      const stream = await run(url)
      await stop(await requested)
      expect(await stream.rest()).toEqual([
        {
          intermediate_steps: null,
          final_report: null,
          is_intermediate: false,
          complete: true,
          error: expect.stringMatching(error),
          run_id: (await requested).runId,
        },
      ])
    }
  })

  test('a gateway that closes says where the answer will be, and pauses nothing', async () => {
    const { url, close, requested } = await gateway()
    const stream = await run(url)
    const { runId } = await requested
    const closed = close()
    const [last, ...more] = await stream.rest()
    await closed
    expect([last?.complete, last?.error, more]).toEqual([
      true,
      `The server is stopping. The run goes on: GET /v1/runs/${runId}/answer has its answer once it is written.`,
      [],
    ])
    expect(await typesOf(runId)).toEqual(['RunRequested'])
  })

  test('a key that is revoked meanwhile ends it, and pauses the run', async () => {
    const { url, requested, paused } = await gateway({ limits: { heartbeatMs: 20 } })
    const own = await bearer(db.pool, 'acme', 'researcher')
    const stream = await RunStream.open(url, { question: 'How?' }, own)
    streams.push(stream)
    await requested
    await revokeKey(db.pool, 'acme', /wk_(.*)_/.exec(own.authorization)?.[1] ?? '', testNow)
    await expect(stream.rest()).rejects.toThrow()
    expect(await paused).toMatchObject({ cause: 'user' })
  })

  test('what cannot be asked is a problem, not a stream', async () => {
    const { url } = await gateway()
    for (const [body, status] of [
      [{}, 400],
      [{ question: '  ' }, 422],
      [{ question: 'q', libraries: ['a'.repeat(64)] }, 422],
    ] as const) {
      const { response } = await run(url, body)
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json; charset=utf-8'])
    }
  })
})

describe('POST /evaluate', () => {
  test('waits for the answer', async () => {
    const { url } = await gateway({ log: answeringLog(db.log, blobs) })
    const reply = await evaluate(url)
    const body = (await reply.json()) as { readonly run_id: string }
    expect([reply.status, body]).toEqual([
      200,
      {
        query_id: 'q-7',
        generated_response: 'They close their stomata [1].\n\n## References\n\n[1] Work stomata. <https://doi.org/10.5555/stomata>',
        citations: ['https://doi.org/10.5555/stomata'],
        references: answerOfRun.citations,
        run_id: expect.stringMatching(/^r-20260701-/),
      },
    ])
    expect(await typesOf(body.run_id)).not.toContain('RunPaused')
  })

  test.each([
    ['pauses', pause, 503, /^Run r-\S+ is paused: no credit left\. POST/],
    ['fails', fail, 500, /^Run r-\S+ is failed: the answer could not be written\.$/],
  ])('a run that %s is a problem with the reason', async (_, stop, status, detail) => {
    const { url, requested } = await gateway()
    const reply = evaluate(url)
    await stop(await requested)
    expect([(await reply).status, ((await (await reply).json()) as { detail: string }).detail]).toEqual([
      status,
      expect.stringMatching(detail),
    ])
  })

  test('a client that leaves pauses the run', async () => {
    const { url, requested, paused } = await gateway()
    const leave = new AbortController()
    const reply = evaluate(url, { signal: leave.signal })
    await requested
    leave.abort()
    await expect(reply).rejects.toThrow()
    expect(await paused).toMatchObject({ cause: 'user' })
  })

  test('a gateway that closes says where the answer will be', async () => {
    const { url, close, requested } = await gateway()
    const reply = evaluate(url)
    const { runId } = await requested
    const closed = close()
    const { status } = await reply
    const { detail } = (await (await reply).json()) as { detail: string }
    await closed
    expect([status, detail]).toEqual([503, expect.stringMatching(/^The server is stopping\. The run goes on: GET/)])
    expect(await typesOf(runId)).toEqual(['RunRequested'])
  })
})

describe('the default library', () => {
  const library = async () => {
    const hash = await blobs.put(Buffer.from('{"recordId":"a"}\n'))
    const imported = { hash, files: [], records: 1, problems: [], problemCount: 0 }
    return { hash, name: 'served.bib', imported }
  }
  const upload = async (url: string) => {
    const body = '@article{mine, title={Mine}, year=2020}'
    const reply = await fetch(`${url}/v1/libraries?name=mine.bib`, { method: 'POST', headers, body })
    return ((await reply.json()) as { hash: string }).hash
  }
  const ask = (url: string, body: object) =>
    fetch(`${url}/v1/runs`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })

  test.each([
    ['an answer for which nothing is named', { kind: 'answer' }, ['library'], ['served.bib']],
    ['an answer from libraries', { kind: 'answer', sources: ['library', 'web'] }, ['library', 'web'], ['served.bib']],
    ['an answer from elsewhere', { kind: 'answer', sources: ['web'] }, ['web'], []],
    ['an answer from no library', { kind: 'answer', libraries: [] }, ['openalex'], []],
    ['research', {}, ['openalex'], []],
    ['an answer from a library of its own', { kind: 'answer', libraries: 'uploaded' }, ['library'], ['mine.bib']],
  ])('%s', async (_, body, sources, names) => {
    const { url, requested } = await gateway({ defaultLibrary: library })
    const asked = 'libraries' in body && body.libraries === 'uploaded' ? { ...body, libraries: [await upload(url)] } : body
    expect((await ask(url, { question: 'q', ...asked })).status).toBe(201)
    const { runId, data } = await requested
    expect(data).toMatchObject({ options: { sources }, libraries: names.map((name) => ({ name })) })
    expect(await typesOf(runId)).toEqual(['RunRequested', ...names.map(() => 'LibraryImported')])
  })

  test('/run and /evaluate are answered from it', async () => {
    for (const put of [run, evaluate]) {
      const { url, requested } = await gateway({ defaultLibrary: library })
      const asked = put(url)
      const request = await requested
      expect(request.data).toMatchObject({ options: { sources: ['library'] }, libraries: [{ name: 'served.bib' }] })
      await goOn(request)
      await asked
    }
  })

  test('without one, the source library needs a library', async () => {
    const { url } = await gateway()
    expect((await ask(url, { question: 'q', kind: 'answer', sources: ['library'] })).status).toBe(422)
  })
})

describe('open answers', () => {
  const ask = (url: string, route: string, more: object = {}) =>
    fetch(`${url}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify({ question: 'q', query: 'q', iid: '1' }),
    })

  test('need no key, and are of the workspace local; nothing else is open', async () => {
    for (const route of ['/run', '/evaluate']) {
      const { url } = await gateway({ openAnswers: true, log: answeringLog(db.log, blobs) })
      const reply = await ask(url, route)
      expect(reply.status).toBe(200)
      const [, runId = ''] = /"run_id":"([^"]*)"/.exec(await reply.text()) ?? []
      expect((await Array.fromAsync(db.log.read(runId)))[0]?.workspaceId).toBe(localWorkspace)
      for (const other of ['/v1/runs', `/v1/runs/${runId}/resume`]) expect([other, (await ask(url, other)).status]).toEqual([other, 401])
      expect((await fetch(`${url}/v1/runs/${runId}/answer`)).status).toBe(401)
    }
  })

  test('are made as the server is set up: whoever wishes more needs a key', async () => {
    const { url } = await gateway({ openAnswers: true, log: answeringLog(db.log, blobs) })
    const wish = (route: string, more: object, own: object = {}) =>
      fetch(`${url}${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...own },
        body: JSON.stringify({ question: 'q', query: 'q', iid: '1', ...more }),
      })
    const dear = { model: 'openai:dear', answer: { maxSearches: 50 } }
    for (const route of ['/run', '/evaluate']) {
      const refused = await wish(route, dear)
      expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        403,
        'Without a key a question is answered as this server is set up: model, answer needs a key.',
      ])
      expect((await wish(route, dear, headers)).status).toBe(200)
    }
  })

  test('on a server for one machine, who is on it may wish, others may ask', async () => {
    await db.pool.query('delete from api_key')
    const { url } = await gateway({ open: true, openAnswers: true, log: answeringLog(db.log, blobs) })
    const from = (host: string, body: object) => post(url, '/evaluate', { host }, { query: 'q', iid: '1', ...body })
    expect(await from('127.0.0.1:1', { model: 'none' })).toBe(200)
    expect(await from('answers.example', {})).toBe(200)
    expect(await from('answers.example', { model: 'none' })).toBe(403)
    headers = await bearer(db.pool, 'acme', 'researcher')
    expect(await from('127.0.0.1:1', { model: 'none' })).toBe(403)
    expect(await from('127.0.0.1:1', {})).toBe(200)
  })

  test('a key that is presented counts', async () => {
    const { url, requested } = await gateway({ openAnswers: true, open: true })
    expect((await ask(url, '/run', { authorization: 'Bearer x' })).status).toBe(401)
    expect((await ask(url, '/run', await bearer(db.pool, 'acme', 'viewer'))).status).toBe(403)
    await run(url)
    expect((await requested).workspaceId).toBe('acme')
  })

  test('are limited by address', async () => {
    const { url } = await gateway({ openAnswers: true, log: answeringLog(db.log, blobs), limits: { requestsPerAddress: 2 } })
    const statuses = [await ask(url, '/evaluate'), await ask(url, '/evaluate'), await ask(url, '/evaluate')].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test.each([
    [true, [{ key: [] }, {}]],
    [false, undefined],
  ])('are described as such: %s', async (openAnswers, security) => {
    const { url } = await gateway({ openAnswers })
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, { post: { security?: object[] } }> }
    for (const route of ['/run', '/evaluate']) expect([route, paths[route]?.post.security]).toEqual([route, security])
    expect(paths['/v1/runs']?.post.security).toBeUndefined()
  })
})

describe('a run of kind answer over /v1/runs', () => {
  test('what is for research alone is refused by name', async () => {
    const { url } = await gateway()
    const reply = await fetch(`${url}/v1/runs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'answer', question: 'q', criteria: 'x', limits: { maxReads: 1 } }),
    })
    expect([reply.status, ((await reply.json()) as { errors: object }).errors]).toEqual([
      400,
      [
        { path: 'criteria', message: 'is not for a run of kind answer' },
        { path: 'limits.maxReads', message: 'is not for a run of kind answer' },
      ],
    ])
  })

  test('its answer is there once it is written; its report is its answer', async () => {
    const { url, requested } = await gateway()
    await fetch(`${url}/v1/runs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'answer', question: 'How do plants save water?' }),
    })
    const request = await requested
    const { runId } = request
    await goOn(request, 'AnswerRequested')
    const early = await get(url, `${runId}/answer`)
    expect([early.status, ((await early.json()) as { detail: string }).detail]).toEqual([
      404,
      `The answer of run ${runId} is not written: GET /v1/runs/${runId} tells how it stands.`,
    ])
    expect((await get(url, `${runId}/report.md`)).status).toBe(404)
    expect(await (await get(url, runId)).json()).toMatchObject({
      kind: 'answer',
      status: 'running',
      answering: { mode: null, searches: 1, turns: 4, refusedSearches: 1, removedMarks: 0, cited: 0 },
    })
    await goOn(request, undefined, 'AnswerRequested')
    expect(await (await get(url, `${runId}/answer`)).json()).toMatchObject({
      runId,
      question: 'How do plants save water?',
      answer: 'They close their stomata [1].',
      citations: answerOfRun.citations,
      mode: 'model',
      searches: 1,
      turns: 4,
      refusedSearches: 1,
      removedMarks: 2,
      support: { supported: 1 },
      status: 'completed',
      stopReason: 'the agent had what it needed',
      cost: { calls: 4 },
    })
    expect(await (await get(url, `${runId}/report.md`)).text()).toContain('They close their stomata [1].')
    expect((await get(url, `${runId}/report.json`)).status).toBe(200)
    expect(await (await get(url, `${runId}/bibliography.bib`)).text()).toContain('Work stomata')
    const written = (await Array.fromAsync(db.log.read(runId))).find(({ type }) => type === 'AnswerWritten')
    const hash = written?.type === 'AnswerWritten' ? written.data.contentHash : ''
    expect(await (await get(url, `${runId}/blobs/${hash}`)).json()).toEqual(answerOfRun)
  })

  test('a run of research has no answer', async () => {
    const { url, requested } = await gateway()
    await fetch(`${url}/v1/runs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'q' }),
    })
    const { runId } = await requested
    const reply = await get(url, `${runId}/answer`)
    expect([reply.status, ((await reply.json()) as { detail: string }).detail]).toEqual([
      404,
      `Run ${runId} is one of research: its report is at /v1/runs/${runId}/report.md.`,
    ])
    expect(await (await get(url, runId)).json()).toMatchObject({ kind: 'research', answering: null })
  })
})
