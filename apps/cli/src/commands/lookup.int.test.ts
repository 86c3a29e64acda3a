import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { winnow } from '../testing/command-line.ts'
import { startWorldBench, type Variables, type WorldBench, winnowJson } from '../testing/world-bench.ts'

let bench: WorldBench
let config: Config

beforeAll(async () => {
  bench = await startWorldBench()
})
beforeEach(async () => {
  config = await bench.newConfig()
})
afterEach(() => bench.world.clearFaults())
afterAll(() => bench.stop())

const json = (argv: readonly string[], within = config) => winnowJson(within, argv)
const having = (variables: Variables): Config => ({ ...config, sources: bench.settings(variables) })

const some = (has: 'doi' | 'arxiv' | 'pmid') => {
  const found = bench.world.works.find(
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
  bench.world.fault('crossref', 'unauthorised')
  expect(await json(['lookup', id])).toMatchObject({ code: 0, reply: { source: 'openalex', outcome: 'found', record: { title } } })
  const nobody = await json(['lookup', '10.5555/nobody'])
  expect(nobody).toMatchObject({ code: 3, reply: { source: 'crossref', outcome: 'failed', record: null } })
  expect(nobody.reply.error).toContain('OpenAlex does not have')
})

test('another work for an identifier is never the answer', async () => {
  const { id } = some('doi')
  const other = bench.world.works.find(({ ids, foundIn }) => ids.doi !== undefined && ids.doi !== id && foundIn.has('crossref'))
  const stubborn = createServer((_, response) => {
    void fetch(`${bench.world.url}/crossref/works/${other?.ids.doi}`).then(async (answer) => {
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

test.each([
  ['tavily', { TAVILY_API_KEY: 'k' }],
  ['web', {}],
])('%s cannot be asked for a work, set up or not', async (name, variables) => {
  const asked = winnow(having(variables), ['lookup', 'pmid:5', '--source', name])
  await expect(asked).rejects.toThrow(new UsageError(`${name} cannot look works up by an identifier: search it`))
})
