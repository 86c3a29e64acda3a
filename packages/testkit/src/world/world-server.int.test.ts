import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from './start-world.ts'
import { soilCorpus } from './testing-corpus.ts'
import { worldFaults } from './world-fault.ts'

const corpus = soilCorpus(30)
let world: World

beforeAll(async () => {
  world = await startWorld(corpus.works.map(({ record }) => record))
})
afterEach(() => world.clearFaults())
afterAll(() => world.close())

/** One good question to each API. */
const questions = {
  arxiv: '/arxiv/api/query?search_query=all:soil',
  openalex: '/openalex/works?search=soil',
  crossref: '/crossref/works?query=soil',
  pubmed: '/pubmed/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term=soil',
  semanticscholar: '/semanticscholar/graph/v1/paper/search?query=soil',
  unpaywall: `/unpaywall/v2/${corpus.works.find(({ ids }) => ids.doi !== undefined)?.ids.doi}?email=me@example.org`,
  files: `/files/${corpus.works[0]?.file}.pdf`,
} as const
const apis = Object.keys(questions) as readonly (keyof typeof questions)[]

test('every API answers below its prefix, at the addresses of the environment', async () => {
  for (const api of apis) {
    const answer = await fetch(world.url + questions[api])
    expect([api, answer.status]).toEqual([api, 200])
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
  expect(world.environment).toMatchObject({
    WINNOW_OPENALEX_URL: `${world.url}/openalex`,
    WINNOW_SEMANTIC_SCHOLAR_URL: `${world.url}/semanticscholar`,
    WINNOW_ALLOW_PRIVATE_FETCH: '1',
  })
  expect(Object.keys(world.environment).length).toBe(9)
})

test('the same question has the same answer, from two servers of one library', async () => {
  const twin = await startWorld(corpus.works.map(({ record }) => record))
  try {
    for (const api of apis) {
      const [one, other] = await Promise.all(
        [world, twin].map(async ({ url }) => (await (await fetch(url + questions[api])).text()).replaceAll(url, '')),
      )
      expect(one).toBe(other)
    }
  } finally {
    await twin.close()
  }
})

test('the log tells what was asked, in order, and what was answered', async () => {
  const before = world.log.length
  world.fault('crossref', 'throttled', { times: 1 })
  await fetch(world.url + questions.crossref, { headers: { 'user-agent': 'me' } })
  await fetch(`${world.url}/semanticscholar/graph/v1/paper/batch`, { method: 'POST', body: '{"ids":["PMID:1"]}' })
  expect(world.log.slice(before)).toEqual([
    { api: 'crossref', method: 'GET', path: '/works?query=soil', body: '', userAgent: 'me', status: 429, fault: 'throttled' },
    {
      api: 'semanticscholar',
      method: 'POST',
      path: '/graph/v1/paper/batch',
      body: '{"ids":["PMID:1"]}',
      userAgent: 'node',
      status: 200,
      fault: null,
    },
  ])
  expect(await (await fetch(`${world.url}/__log`)).json()).toEqual(world.log)
})

describe('faults', () => {
  const asked = async (api: keyof typeof questions) => {
    const answer = await fetch(world.url + questions[api])
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text() }
  }

  test.each(apis)('%s: throttled, unauthorised and failing in its own way, HTML and nothing with 200', async (api) => {
    for (const [fault, statuses] of [
      ['throttled', [429]],
      ['unauthorised', [400, 401, 403, 422]],
      ['server-error', [500, 503]],
    ] as const) {
      world.fault(api, fault, { times: 1 })
      expect(statuses).toContain((await asked(api)).status)
    }
    world.fault(api, 'html', { times: 1 })
    expect(await asked(api)).toMatchObject({
      status: 200,
      type: expect.stringMatching(/^text\/html/),
      body: expect.stringMatching(/<html>/),
    })
    world.fault(api, 'empty', { times: 1 })
    expect(await asked(api)).toMatchObject({ status: 200, body: '' })
    expect((await asked(api)).status).toBe(200)
  })

  test.each(apis)('%s: cut in the middle of the body, and down', async (api) => {
    world.fault(api, 'cut', { times: 1 })
    const cut = await fetch(world.url + questions[api])
    expect(cut.status).toBe(200)
    expect(Number(cut.headers.get('content-length'))).toBeGreaterThan(0)
    await expect(cut.text()).rejects.toThrow()
    world.fault(api, 'down', { times: 1 })
    await expect(fetch(world.url + questions[api])).rejects.toThrow()
    expect(world.log.at(-1)).toMatchObject({ fault: 'down', status: null })
  })

  test('slow: the own answer, later; a closed world keeps nobody waiting', async () => {
    const other = await startWorld(corpus.works.map(({ record }) => record))
    other.fault('arxiv', 'slow', { afterMs: 1 })
    expect((await fetch(other.url + questions.arxiv)).status).toBe(200)
    other.clearFaults()
    other.fault('arxiv', 'slow', { afterMs: 3_600_000 })
    const waiting = expect(fetch(other.url + questions.arxiv)).rejects.toThrow()
    while (other.log.length < 2) await new Promise(setImmediate)
    await other.close()
    await waiting
  })

  test("OpenAlex's budget, and errors with status 200", async () => {
    world.fault('openalex', 'budget')
    expect(await asked('openalex')).toMatchObject({ status: 429, body: expect.stringMatching(/Insufficient budget/) })
    world.fault('arxiv', 'error-entry')
    expect(await asked('arxiv')).toMatchObject({ status: 200, body: expect.stringMatching(/<title>Error<\/title>/) })
    world.fault('pubmed', 'error-entry')
    expect(await asked('pubmed')).toMatchObject({ status: 200, body: expect.stringMatching(/"ERROR":"Search Backend failed/) })
    expect(await (await fetch(`${world.url}/pubmed/entrez/eutils/efetch.fcgi?db=pubmed&id=1`)).text()).toContain('<ERROR>')
  })

  test('a wrong work for a DOI', async () => {
    const doi = encodeURIComponent(world.works.find(({ ids }) => ids.doi !== undefined)?.ids.doi ?? '')
    const title = async () =>
      ((await (await fetch(`${world.url}/crossref/works/${doi}`)).json()) as { message: { title: string[] } }).message.title[0]
    const right = await title()
    world.fault('crossref', 'wrong-work')
    expect(await title()).not.toBe(right)
  })

  test('over HTTP: set, used up, taken away, refused', async () => {
    const set = (body: unknown) =>
      fetch(`${world.url}/__fault`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
    expect((await set({ route: '/crossref/works', fault: 'html', times: 1 })).status).toBe(200)
    expect([(await asked('crossref')).type, (await asked('crossref')).type]).toEqual(['text/html; charset=utf-8', 'application/json'])
    await set({ route: 'crossref', fault: 'empty' })
    expect((await asked('crossref')).body).toBe('')
    expect((await fetch(`${world.url}/__fault`, { method: 'DELETE' })).status).toBe(200)
    expect((await asked('crossref')).type).toBe('application/json')
    for (const wrong of [
      { route: 'crossref', fault: 'tired' },
      { route: 'scopus', fault: 'html' },
      { route: 'crossref', fault: 'budget' },
      'nonsense',
      'null',
    ])
      expect((await set(wrong)).status).toBe(400)
    expect((await fetch(`${world.url}/scopus`)).status).toBe(404)
    expect((await fetch(`${world.url}/`)).status).toBe(404)
  })

  test('every fault is one that some API can have', () => {
    for (const fault of worldFaults) expect(() => world.fault(fault === 'error-entry' ? 'arxiv' : 'openalex', fault)).not.toThrow()
    expect(() => world.fault('openalex', 'error-entry')).toThrow(RangeError)
  })
})

describe('the command', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const example = fileURLToPath(new URL('../../../../examples/agent-memory.jsonl', import.meta.url))
  const start = (...words: readonly string[]) => {
    const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err += chunk
    })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
    return { child, ended, said: () => err, told: () => out }
  }

  test('prints what to set, serves with the faults asked for, and ends in order', async () => {
    const { child, ended, said, told } = start(example, '--fault', 'openalex=throttled')
    while (!said().includes('Ctrl-C')) await Promise.race([once(child.stderr, 'data'), ended])
    const url = /WINNOW_OPENALEX_URL=(\S+)/.exec(told())?.[1]
    expect((await fetch(`${url}/works?search=memory`)).status).toBe(429)
    child.kill('SIGINT')
    const { code, out, err } = await ended
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => !/^export WINNOW_[A-Z_]+=\S+$/.test(line))).toEqual([''])
    expect(err).toMatch(/^world: 79 works at http:\/\/127\.0\.0\.1:\d+ \(arxiv 65, /)
  })

  test.each([
    ['no library', [], /name the library/],
    ['a library that is not there', ['/nonexistent/x.jsonl'], /\/nonexistent\/x\.jsonl/],
    ['a library without a record', [main], /no readable record/],
    ['an impossible fault', [example, '--fault', 'x=y'], /--fault/],
  ])('exit 2: %s', async (_, words, said) => {
    expect(await start(...words).ended).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) })
  })

  test('exit 2: a port that is taken', async () => {
    const port = new URL(world.url).port
    expect(await start(example, '--port', port).ended).toMatchObject({
      code: 2,
      err: `world: port ${port} is taken: give another --port\n`,
    })
  })

  test('help', async () => {
    expect(await start('--help').ended).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^usage: npm run world/) })
  })
})
