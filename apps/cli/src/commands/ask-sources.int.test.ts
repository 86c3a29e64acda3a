import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { startWorld, type World } from '@winnow/testkit/world/start-world.ts'
import { soilCorpus } from '@winnow/testkit/world/testing-corpus.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, testContext, testSources, winnow } from '../testing/command-line.ts'
import { UsageError } from '../usage-error.ts'

let server: TestPostgres
let world: World
let folder: string
let config: Config

beforeAll(async () => {
  server = await startTestPostgres()
  world = await startWorld(soilCorpus(30).works.map(({ record }) => record))
  folder = await mkdtemp(join(tmpdir(), 'winnow-sources-'))
  await writeFile(join(folder, 'refs.jsonl'), '{"id":"a","title":"Water in soil"}\n{"id":"b","title":"Sand"}\nbroken\n')
})
beforeEach(async () => {
  // Limits, budgets and kept answers are in the database: each test has its own.
  config = { ...testConfig(await server.newDatabase(), folder), sources: settings() }
})
afterEach(() => world.clearFaults())
afterAll(async () => {
  await rm(folder, { recursive: true })
  await world.close()
  await server.stop()
})

const settings = (variables: { readonly [name: string]: string } = {}) =>
  testSources({ ...world.environment, WINNOW_CONTACT: 'a@example.org', ...variables })
const having = (variables: { readonly [name: string]: string }): Config => ({ ...config, sources: settings(variables) })
const offline = (): Config => having({ WINNOW_OFFLINE: '1' })

async function json(argv: readonly string[], within = config) {
  const { code, printed, said } = await winnow(within, [...argv, '--json'])
  return { code, said, reply: JSON.parse(printed) }
}

describe('search', () => {
  const search = (...argv: string[]) => json(['search', 'soil water', '--source', 'openalex', ...argv])

  test('hits: exit 0, as many as were asked for, each with an address; the contact is told', async () => {
    const { code, said, reply } = await search('--limit', '3')
    expect([code, said]).toEqual([0, ''])
    expect(reply).toMatchObject({ source: 'openalex', query: 'soil water', outcome: 'truncated', total: expect.any(Number) })
    expect(reply.records).toHaveLength(3)
    for (const record of reply.records) {
      expect(record.title).toMatch(/^Water in Soil/)
      expect(record.url).toMatch(/^https:\/\//)
    }
    expect(reply).not.toHaveProperty('error')
    const asked = world.log.at(-1)
    expect(`${asked?.userAgent} ${asked?.path}`).toContain('a@example.org')
  })

  test('years are asked for', async () => {
    const { reply } = await search('--from', '2003', '--to', '2004')
    expect(new Set(reply.records.map(({ year }: { year: number }) => year))).toEqual(new Set([2003, 2004]))
  })

  test('none: exit 0', async () => {
    const { code, reply } = await json(['search', 'zzyzx quux', '--source', 'crossref'])
    expect([code, reply]).toEqual([0, { source: 'crossref', query: 'zzyzx quux', outcome: 'none', total: 0, records: [] }])
  })

  test.each([
    ['budget', 'throttled', /budget/i],
    ['unauthorised', 'failed', /key/],
    ['html', 'failed', /./],
  ] as const)('%s: exit 3, with the reason, and no records', async (fault, outcome, why) => {
    world.fault('openalex', fault)
    const { code, reply } = await search()
    expect([code, reply]).toEqual([
      3,
      { source: 'openalex', query: 'soil water', outcome, total: null, records: [], error: expect.stringMatching(why) },
    ])
  })

  test('for a person: hits go to standard output, a failure to standard error', async () => {
    const hits = await winnow(config, ['search', 'soil', 'water', '--source', 'openalex', '--limit', '1'])
    expect(hits).toMatchObject({ code: 0, said: '', printed: expect.stringMatching(/^OpenAlex: 1 of \d+ hits\n\n1\. Water in Soil/) })
    world.fault('openalex', 'unauthorised')
    const failure = await winnow(config, ['search', 'other', '--source', 'openalex'])
    expect(failure).toMatchObject({ code: 3, printed: '', said: expect.stringMatching(/^OpenAlex did not answer \(failed\): /) })
  })

  test('"web" takes the engine that is configured; an engine may be named', async () => {
    const engine = createServer((_, response) => {
      const results = [{ url: 'https://p.example/a', title: 'A page', content: 'Words.' }]
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }))
    }).listen(0, '127.0.0.1')
    await once(engine, 'listening')
    const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
    const within = having({ TAVILY_API_KEY: 'k', WINNOW_TAVILY_URL: url, WINNOW_SEARXNG_URL: url })
    for (const [asked, used] of [
      ['web', 'tavily'],
      ['searxng', 'searxng'],
    ] as const) {
      const { code, reply } = await json(['search', 'soil', '--source', asked, '--limit', '1'], within)
      expect([code, reply]).toMatchObject([0, { source: 'web', engine: used, records: [{ title: 'A page', url: 'https://p.example/a' }] }])
    }
    engine.close()
  })

  test('a source that is not configured is skipped, and what to set is told; no database is opened', async () => {
    const none = testConfig('postgres://127.0.0.1:1/none', folder)
    const web = await json(['search', 'soil', '--source', 'web'], none)
    expect(web).toMatchObject({
      code: 3,
      reply: { source: 'web', outcome: 'skipped', records: [], error: expect.stringContaining('TAVILY_API_KEY') },
    })
    expect(web.reply).not.toHaveProperty('engine')
    const brave = await json(['search', 'soil', '--source', 'brave'], none)
    expect(brave).toMatchObject({
      code: 3,
      reply: { source: 'web', engine: 'brave', outcome: 'skipped', error: expect.stringContaining('BRAVE_API_KEY') },
    })
  })

  test('without a database nobody is asked: the limits that all share are kept there', async () => {
    const { code, reply } = await json(['search', 'soil', '--source', 'arxiv'], { ...config, databaseUrl: 'postgres://127.0.0.1:1/none' })
    expect([code, reply]).toMatchObject([3, { outcome: 'skipped', error: expect.stringContaining('127.0.0.1:1') }])
  })

  test('offline: what was asked before is kept, anything else is skipped', async () => {
    const before = await search('--limit', '2')
    const asked = world.log.length
    expect((await json(['search', 'soil water', '--source', 'openalex', '--limit', '2'], offline())).reply).toEqual(before.reply)
    expect((await search('--limit', '2', '--offline')).reply).toEqual(before.reply)
    expect(await search('--limit', '3', '--offline')).toMatchObject({
      code: 3,
      reply: { outcome: 'skipped', error: expect.stringContaining('offline') },
    })
    expect(world.log.length).toBe(asked)
  })

  test('the same within the hour is not asked again; later it is', async () => {
    await search()
    const asked = world.log.length
    await search()
    expect(world.log.length).toBe(asked)
    const { context } = testContext(config)
    const { runCli } = await import('../cli.ts')
    const later = (ms: number) => ({ ...context, now: () => new Date(Date.now() + ms) })
    await runCli(['search', 'soil water', '--source', 'openalex', '--json'], later(3_500_000))
    expect(world.log.length).toBe(asked)
    await runCli(['search', 'soil water', '--source', 'openalex', '--json'], later(3_700_000))
    expect(world.log.length).toBe(asked + 1)
  })

  test('a library needs no database and no network', async () => {
    const none = { ...testConfig('postgres://127.0.0.1:1/none', folder), sources: testSources({ WINNOW_OFFLINE: '1' }) }
    const { code, printed, said } = await winnow(none, ['search', 'water', '--source', 'library', '--library', 'refs.jsonl', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(printed)).toMatchObject({
      source: 'library',
      outcome: 'hits',
      total: 1,
      records: [{ recordId: 'a', title: 'Water in soil' }],
    })
    expect(said).toContain('refs.jsonl, line 3')
    const quiet = await winnow(none, ['search', 'water', '--source', 'library', '--library', 'refs.jsonl', '--quiet'])
    expect(quiet).toMatchObject({ said: '', printed: expect.stringContaining('the library: 1 hit') })
  })

  test.each([
    ['an unknown source', ['q', '--source', 'openalx'], 'there is no source openalx; did you mean openalex?'],
    ['an empty query', [' ', '--source', 'arxiv'], 'the query is empty'],
    ['no limit', ['q', '--source', 'arxiv', '--limit', '0'], '--limit takes a positive whole number'],
    ['a limit that is too high', ['q', '--source', 'arxiv', '--limit', '1001'], '--limit takes at most 1000'],
    ['a year', ['q', '--source', 'arxiv', '--from', '99'], '--from takes a year'],
    ['a year', ['q', '--source', 'arxiv', '--to', 'x'], '--to takes a year'],
    ['a language', ['q', '--source', 'arxiv', '--language', 'English'], '--language takes two letters'],
    ['a library and none', ['q', '--source', 'library'], '--source library needs at least one --library'],
    ['a library that is not there', ['q', '--source', 'library', '--library', 'no.bib'], 'no.bib'],
    ['a library for another source', ['q', '--source', 'arxiv', '--library', 'refs.jsonl'], '--library is for --source library'],
  ])('bad usage: %s', async (_, argv, says) => {
    await expect(winnow(config, ['search', ...argv, '--json'])).rejects.toThrow(UsageError)
    await expect(winnow(config, ['search', ...argv, '--json'])).rejects.toThrow(says)
  })

  test.each([
    ['no source', ['search', 'q'], '--source'],
    ['a type that there is not', ['search', 'q', '--source', 'arxiv', '--type', 'poem'], 'poem'],
    ['no query', ['search', '--source', 'arxiv'], 'query'],
  ])('bad usage: %s', async (_, argv, says) => {
    expect(await winnow(config, argv)).toMatchObject({ code: 2, printed: '', said: expect.stringContaining(says) })
  })
})

describe('lookup', () => {
  const some = (has: 'doi' | 'arxiv' | 'pmid') => {
    const found = world.works.find(
      ({ ids, foundIn }) => ids[has] !== undefined && foundIn.has(has === 'doi' ? 'crossref' : has === 'arxiv' ? 'arxiv' : 'pubmed'),
    )
    if (found === undefined) throw new Error(`no work has a ${has}`)
    return { id: found.ids[has] ?? '', title: found.record.title }
  }

  test.each([
    ['doi', 'crossref'],
    ['arxiv', 'arxiv'],
    ['pmid', 'pubmed'],
  ] as const)('%s is asked of %s: found, exit 0', async (scheme, source) => {
    const { id, title } = some(scheme)
    const { code, reply } = await json(['lookup', scheme === 'pmid' ? id : `${scheme}:${id}`])
    expect([code, reply]).toMatchObject([
      0,
      { source, id: `${scheme}:${id}`, outcome: 'found', record: { title: expect.stringContaining(title), ids: { [scheme]: id } } },
    ])
    expect(reply.record.url).toMatch(/^https:/)
    const text = await winnow(config, ['lookup', `${scheme}:${id}`])
    expect(text).toMatchObject({ code: 0, said: '', printed: expect.stringContaining(title) })
  })

  test('an OpenAlex id is asked of OpenAlex, a PMC id of PubMed and OpenAlex', async () => {
    const { reply } = await json(['search', 'soil', '--source', 'openalex', '--limit', '1'])
    const { title, ids } = reply.records[0]
    expect(await json(['lookup', ids.openalex])).toMatchObject({
      code: 0,
      reply: { source: 'openalex', outcome: 'found', record: { title } },
    })
    const nobody = await json(['lookup', 'PMC999999'])
    expect(nobody).toMatchObject({ code: 3, reply: { source: 'pubmed', outcome: 'not-found' } })
    expect(nobody.reply.error).toBe('PubMed does not have PMC999999; OpenAlex does not have PMC999999')
  })

  test('another source may be named', async () => {
    const { id, title } = some('doi')
    const { code, reply } = await json(['lookup', id, '--source', 'openalex'])
    expect([code, reply]).toMatchObject([0, { source: 'openalex', outcome: 'found', record: { title } }])
  })

  test('a DOI that Crossref does not have is asked of OpenAlex; nobody has it: exit 3', async () => {
    const { code, reply } = await json(['lookup', '10.5555/nobody'])
    expect([code, reply]).toMatchObject([
      3,
      {
        source: 'crossref',
        outcome: 'not-found',
        record: null,
        error: 'Crossref does not have doi:10.5555/nobody; OpenAlex does not have doi:10.5555/nobody',
      },
    ])
    const said = await winnow(config, ['lookup', '10.5555/nobody'])
    expect(said).toMatchObject({ code: 3, printed: '', said: expect.stringContaining('not found') })
  })

  test('a source that fails leaves it open; the next one may have it', async () => {
    const { id, title } = some('doi')
    world.fault('crossref', 'unauthorised')
    expect(await json(['lookup', id])).toMatchObject({ code: 0, reply: { source: 'openalex', outcome: 'found', record: { title } } })
    const nobody = await json(['lookup', '10.5555/nobody'])
    expect(nobody).toMatchObject({ code: 3, reply: { source: 'crossref', outcome: 'failed', record: null } })
    expect(nobody.reply.error).toContain('OpenAlex does not have')
  })

  test('another work for an identifier is never the answer', async () => {
    const { id } = some('doi')
    const other = world.works.find(({ ids, foundIn }) => ids.doi !== undefined && ids.doi !== id && foundIn.has('crossref'))
    const stubborn = createServer((_, response) => {
      void fetch(`${world.url}/crossref/works/${other?.ids.doi}`).then(async (answer) => {
        response.setHeader('content-type', 'application/json').end(await answer.text())
      })
    }).listen(0, '127.0.0.1')
    await once(stubborn, 'listening')
    const url = `http://127.0.0.1:${(stubborn.address() as AddressInfo).port}`
    const { code, reply } = await json(['lookup', id, '--source', 'crossref'], having({ WINNOW_CROSSREF_URL: url }))
    stubborn.close()
    expect([code, reply]).toMatchObject([3, { source: 'crossref', record: null, error: expect.stringContaining('Crossref') }])
  })

  test('a source that is not configured is skipped', async () => {
    const { code, reply } = await json(['lookup', 'CorpusId:5'])
    expect([code, reply]).toMatchObject([
      3,
      { source: 'semantic-scholar', outcome: 'skipped', error: expect.stringContaining('SEMANTIC_SCHOLAR_API_KEY') },
    ])
  })

  test.each([
    ['no identifier', ['what is this'], 'is no identifier of a work'],
    [
      'an id that the source does not know',
      ['pmid:5', '--source', 'arxiv'],
      'arXiv looks works up by arxiv alone, not by pmid:5; for this identifier ask pubmed',
    ],
    ['an unknown source', ['pmid:5', '--source', 'medline'], 'there is no source medline'],
    ['a library', ['pmid:5', '--source', 'library'], 'a library cannot be asked for one work'],
  ])('bad usage: %s', async (_, argv, says) => {
    await expect(winnow(config, ['lookup', ...argv])).rejects.toThrow(UsageError)
    await expect(winnow(config, ['lookup', ...argv])).rejects.toThrow(says)
  })

  test('the web cannot be asked for a work', async () => {
    const tavily = having({ TAVILY_API_KEY: 'k' })
    await expect(winnow(tavily, ['lookup', 'pmid:5', '--source', 'tavily'])).rejects.toThrow('Tavily cannot look works up by an identifier')
  })
})

describe('sources', () => {
  test('the list needs no database', async () => {
    const none = { ...testConfig('postgres://127.0.0.1:1/none', folder), sources: settings() }
    const { code, reply } = await json(['sources'], none)
    expect(code).toBe(0)
    expect(reply.sources.find(({ name }: { name: string }) => name === 'arxiv')).toMatchObject({ state: 'ready', detail: null })
    expect((await winnow(none, ['sources'])).printed).toMatch(/^SOURCE +STATE +NAME +NEEDS\nlibrary +ready /)
  })

  test('check: every configured source is asked, and all answer', async () => {
    const before = world.log.length
    const { code, reply } = await json(['sources', 'check'])
    expect(code).toBe(0)
    const states = Object.fromEntries(reply.checks.map(({ source, state }: { source: string; state: string }) => [source, state]))
    expect(states).toEqual({
      openalex: 'ok',
      crossref: 'ok',
      arxiv: 'ok',
      pubmed: 'ok',
      'semantic-scholar': 'not configured',
      web: 'not configured',
      'open-corpus': 'not configured',
    })
    expect(new Set(world.log.slice(before).map(({ api }) => api))).toEqual(new Set(['openalex', 'crossref', 'arxiv', 'pubmed']))
  })

  test('check: one that does not answer: what it said, the fix, exit 3', async () => {
    world.fault('openalex', 'unauthorised')
    const { code, printed } = await winnow(config, ['sources', 'check'])
    expect(code).toBe(3)
    expect(printed).toMatch(/openalex +failed: .*key.*\n +fix: /)
    expect(printed).toMatch(/crossref +ok: answered/)
  })

  test('check: who asks to slow down is not asked again', async () => {
    world.fault('crossref', 'throttled')
    const before = world.log.length
    const { reply } = await json(['sources', 'check'])
    expect(reply.checks.find(({ source }: { source: string }) => source === 'crossref')).toMatchObject({
      state: 'throttled',
      fix: expect.any(String),
    })
    expect(world.log.slice(before).filter(({ api }) => api === 'crossref')).toHaveLength(1)
  })

  test('check: offline nobody is asked', async () => {
    const before = world.log.length
    const { code, reply } = await json(['sources', 'check', '--offline'])
    expect(code).toBe(3)
    expect(reply.checks[0]).toMatchObject({ state: 'skipped', fix: expect.stringContaining('--offline') })
    expect(world.log.length).toBe(before)
  })
})

describe('doctor', () => {
  const names = ({ checks }: { checks: readonly { name: string }[] }) => checks.map(({ name }) => name)

  test('all in order: exit 0', async () => {
    const { code, reply } = await json(['doctor'])
    expect(reply.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
    expect(code).toBe(0)
    expect(names(reply)).toEqual(
      expect.arrayContaining([
        'node',
        'home',
        'database',
        'model',
        'key OPENALEX_API_KEY',
        'WINNOW_CONTACT',
        'source openalex',
        'source web',
      ]),
    )
    expect(reply.checks.find(({ name }: { name: string }) => name === 'source pubmed').detail).toMatch(/^answered/)
  })

  test('a source that fails: exit 1, with the fix', async () => {
    world.fault('openalex', 'unauthorised')
    const { code, reply } = await json(['doctor'])
    expect(code).toBe(1)
    expect(reply.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
      { name: 'source openalex', ok: false, detail: expect.stringMatching(/^failed: .*key/), fix: expect.any(String) },
    ])
  })

  test.each(['--no-network', '--offline'])('%s: nobody is asked', async (flag) => {
    const before = world.log.length
    const { code, printed } = await winnow({ ...config, model: 'ollama:m' }, ['doctor', flag])
    expect(code).toBe(0)
    expect(printed).toContain('ok     source openalex: not asked')
    expect(printed).toMatch(/model ollama:m: .*; not asked/)
    expect(world.log.length).toBe(before)
  })

  test('WINNOW_OFFLINE: nobody is asked', async () => {
    const before = world.log.length
    expect((await winnow(offline(), ['doctor'])).code).toBe(0)
    expect(world.log.length).toBe(before)
  })

  test('a bundle of certificates that is none, a database that is gone: each is told, and the rest too', async () => {
    await writeFile(join(folder, 'bad.pem'), 'x')
    const bad = { ...config, databaseUrl: 'postgres://127.0.0.1:1/none', environment: { SSL_CERT_FILE: join(folder, 'bad.pem') } }
    const { code, reply } = await json(['doctor'], bad)
    expect(code).toBe(1)
    const faults = reply.checks.filter(({ ok }: { ok: boolean }) => !ok)
    expect(names({ checks: faults })).toEqual(['certificates SSL_CERT_FILE', 'database'])
    for (const { fix } of faults) expect(fix).toMatch(/.{10}/)
  })
})
