import { DocumentReader } from '@winnow/bibliography/document-reader.ts'
import { tinyPdf } from '@winnow/bibliography/fixtures/tiny-pdf.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { createApiClient } from '@winnow/http/api-client.ts'
import { createDocumentFetcher } from '@winnow/http/fetch-document.ts'
import { type Answer, type AnsweringServer, cut, says, startAnsweringServer } from '@winnow/http/testing/answering-server.ts'
import { type HttpDatabase, startHttpDatabase } from '@winnow/http/testing/http-database.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFindFullText } from './full-text.ts'
import { sourceEnvironment } from './source-settings.ts'
import { libraryRecord } from './testing/library-record.ts'

const title = 'Episodic memory in autonomous language agents'
const never = new AbortController().signal
const reader = new DocumentReader()
let database: HttpDatabase
let servers: AnsweringServer[] = []

beforeAll(async () => {
  database = await startHttpDatabase()
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
})
afterAll(async () => {
  await reader[Symbol.asyncDispose]()
  await database.stop()
})

/** A server that answers by path, 404 to everything else. */
async function serve(answers: Readonly<globalThis.Record<string, Answer>>): Promise<AnsweringServer> {
  const server = await startAnsweringServer((response, request) => (answers[request.url] ?? says(404))(response, request))
  servers.push(server)
  return server
}

/** What looks for texts, with every source and the origins of these servers at one of them. */
function finder(api: AnsweringServer, others: readonly AnsweringServer[] = [], contact = 'somebody@library.example') {
  const settings = sourceEnvironment.parse({
    WINNOW_CONTACT: contact,
    WINNOW_PUBMED_URL: `${api.url}/pubmed/`,
    WINNOW_ARXIV_URL: `${api.url}/arxiv`,
    WINNOW_UNPAYWALL_URL: `${api.url}/unpaywall`,
  })
  const options = { environment: {}, userAgent: 'Winnow/1 (mailto:somebody@library.example)', offline: false }
  const fetcher = createDocumentFetcher({
    ...options,
    allowPrivate: false,
    trustedOrigins: [api, ...others].map(({ url }) => url),
    timeoutMs: 5_000,
  })
  return createFindFullText({ fetcher, reader, client: createApiClient({ ...options, pool: database.pool }), settings })
}

const pathsOf = (server: AnsweringServer) => server.seen.map(({ url }) => url)
const linked = (...urls: string[]): Record =>
  libraryRecord('w', { source: 'openalex', title, openAccess: urls.map((url) => ({ url, kind: 'pdf' })) })
const pdf = (name: string) =>
  Buffer.from(tinyPdf([[{ text: 'Enough letters for a page of text.', size: 10, y: 700 }]], { info: `<< /Title (${name}) >>` }))
const jats = (name: string) =>
  `<pmc-articleset><article><front><article-meta><article-title>${name}</article-title></article-meta></front><body><p>Text.</p></body></article></pmc-articleset>`
const page = (head: string, words: number) => `<!DOCTYPE html><html><head>${head}</head><body><p>${'word '.repeat(words)}</p></body></html>`
const pdfLink = (address: string) => `<meta name="citation_pdf_url" content="${address}">`

test('the text of PubMed Central comes first', async () => {
  const server = await serve({ '/pubmed/entrez/eutils/efetch.fcgi?db=pmc&id=1065065&retmode=xml': says(200, jats(title)) })
  const records = [libraryRecord('w', { title, ids: { pmcid: 'PMC1065065', arxiv: '2301.00001' } })]
  expect(await finder(server)(records, { signal: never, runId: 'r' })).toEqual({
    outcome: 'fetched',
    fullText: { title, sections: [{ heading: '', level: 1, text: 'Text.' }], references: [] },
    recordKey: 'library:w',
    url: `${server.url}/pubmed/entrez/eutils/efetch.fcgi?db=pmc&id=1065065&retmode=xml`,
    format: 'jats',
    tries: [],
  })
  expect(pathsOf(server)).toHaveLength(1)
})

test('each place that gives no text is told with its reason, and the next is tried', async () => {
  const server = await serve({
    '/pubmed/entrez/eutils/efetch.fcgi?db=pmc&id=1065065&retmode=xml': says(200, jats('Deep learning for protein folding')),
    '/arxiv/pdf/2301.00001': says(200, page('<title>Just a moment...</title>', 5), { 'content-type': 'application/pdf' }),
    '/cut.pdf': cut('%PDF-1.7\n', 48_213, { 'content-type': 'application/pdf' }),
    '/empty.pdf': says(200, ''),
    '/other.pdf': says(200, pdf('Deep learning for protein folding')),
    '/short.pdf': says(200, '%PDF-1.7\n'),
    '/moved.pdf': says(302, '', { location: '/moved/here.pdf' }),
    '/moved/here.pdf': says(200, pdf(title), { 'content-type': 'text/html' }),
  })
  const names = ['cut.pdf', 'empty.pdf', 'other.pdf', 'short.pdf', 'gone.pdf', 'moved.pdf']
  const urls = names.map((name) => `${server.url}/${name}`)
  const records = [linked(...urls), libraryRecord('ids', { title, ids: { pmcid: 'PMC1065065', arxiv: '2301.00001' } })]
  const answer = await finder(server)(records, { signal: never, runId: 'r' })
  expect(answer).toMatchObject({
    outcome: 'fetched',
    format: 'pdf',
    url: `${server.url}/moved/here.pdf`,
    recordKey: 'openalex:w',
    fullText: { title },
  })
  const host = new URL(server.url).host
  expect(answer.tries).toEqual([
    {
      url: `${server.url}/pubmed/entrez/eutils/efetch.fcgi?db=pmc&id=1065065&retmode=xml`,
      reason: 'another work: "Deep learning for protein folding" (another title)',
    },
    { url: `${server.url}/arxiv/pdf/2301.00001`, reason: 'a page that keeps programs out ("Just a moment"), not the article' },
    { url: urls[0], reason: expect.stringContaining(host) },
    { url: urls[1], reason: `${host} sent an empty document` },
    { url: urls[2], reason: 'another work: "Deep learning for protein folding" (another title)' },
    { url: urls[3], reason: 'a cut PDF: its end is missing' },
    { url: urls[4], reason: `${host} answered with status 404` },
  ])
  expect(pathsOf(server).filter((path) => path === '/cut.pdf')).toHaveLength(2)
})

test('a text that is not whole is taken where there is no other', async () => {
  const part = pdf(title).subarray(0, -7)
  const server = await serve({
    '/part.pdf': says(200, part),
    '/second.pdf': says(200, part),
    '/whole.pdf': says(200, pdf(title)),
  })
  const at = (...names: string[]) =>
    finder(server)([linked(...names.map((name) => `${server.url}/${name}`))], { signal: never, runId: 'r' })
  const reason = expect.stringMatching(/^the end of this PDF is missing/)
  const tried = (name: string) => ({ url: `${server.url}/${name}`, reason })
  expect(await at('part.pdf', 'whole.pdf')).toMatchObject({
    outcome: 'fetched',
    url: `${server.url}/whole.pdf`,
    tries: [tried('part.pdf')],
  })
  expect(await at('part.pdf', 'second.pdf')).toMatchObject({
    outcome: 'fetched',
    url: `${server.url}/part.pdf`,
    fullText: { title },
    tries: [tried('part.pdf'), tried('second.pdf')],
  })
})

test('the PDF that a page names is followed once, from there no further', async () => {
  const server = await serve({
    '/a': says(200, page(pdfLink('/a.pdf'), 30)),
    '/a.pdf': says(200, page(pdfLink('/b.pdf'), 30)),
    '/b.pdf': says(200, pdf(title)),
    '/c': says(200, page(pdfLink('c.pdf'), 30)),
    '/c.pdf': says(200, pdf(title)),
  })
  const answer = await finder(server)([linked(`${server.url}/a`, `${server.url}/c`)], { signal: never, runId: 'r' })
  const about = 'a page about the article, without its text (30 words beside the abstract)'
  expect(answer).toMatchObject({
    outcome: 'fetched',
    url: `${server.url}/c.pdf`,
    tries: [
      { url: `${server.url}/a`, reason: about },
      { url: `${server.url}/a.pdf`, reason: about },
      { url: `${server.url}/c`, reason: about },
    ],
  })
  expect(pathsOf(server)).toEqual(['/a', '/a.pdf', '/c', '/c.pdf'])
})

test('an address is asked once, though several pages lead to it', async () => {
  const server = await serve({ '/a': says(200, page(pdfLink('/c.pdf'), 30)), '/b': says(200, page(pdfLink('/c.pdf'), 30)) })
  const answer = await finder(server)([linked(`${server.url}/a`, `${server.url}/b`)], { signal: never, runId: 'r' })
  expect([answer.outcome, answer.tries.length]).toEqual(['failed', 3])
  expect(pathsOf(server)).toEqual(['/a', '/c.pdf', '/b'])
})

test('the text of a page is taken, and its own address told', async () => {
  const server = await serve({ '/a': says(200, page(`<title>${title}</title>`, 120)) })
  expect(await finder(server)([linked(`${server.url}/a`)], { signal: never, runId: 'r' })).toMatchObject({
    outcome: 'fetched',
    format: 'html',
    url: `${server.url}/a`,
  })
})

test('a page of the web is the work under whatever title, unless it leads to another page', async () => {
  const server = await serve({
    '/a': says(200, page('<title>Shown otherwise</title>', 120)),
    '/b': says(302, '', { location: '/home' }),
    '/home': says(200, page('<title>Welcome home, all of you</title>', 120)),
  })
  const at = (path: string) =>
    finder(server)([libraryRecord('w', { source: 'web', title, url: `${server.url}${path}` })], { signal: never, runId: 'r' })
  expect(await at('/a')).toMatchObject({ outcome: 'fetched', url: `${server.url}/a`, recordKey: 'web:w' })
  expect(await at('/b')).toMatchObject({
    outcome: 'failed',
    tries: [{ url: `${server.url}/home`, reason: expect.stringMatching(/^another work: "Welcome home/) }],
  })
})

test('private addresses are refused, by a redirect too', async () => {
  const inner = await serve({ '/a.pdf': says(200, pdf(title)) })
  const server = await serve({ '/a.pdf': says(302, '', { location: `${inner.url}/a.pdf` }) })
  const answer = await finder(server)([linked(`${server.url}/a.pdf`, `${inner.url}/b.pdf`)], { signal: never, runId: 'r' })
  const reason = expect.stringMatching(/^127\.0\.0\.1 is a private address; nothing is fetched/)
  expect(answer).toEqual({
    outcome: 'failed',
    tries: [
      { url: `${server.url}/a.pdf`, reason },
      { url: `${inner.url}/b.pdf`, reason },
    ],
  })
  expect(inner.seen).toEqual([])
})

test.each<[name: string, answer: Answer, asked: number]>([
  ['429', says(429), 2],
  ['403', says(403), 2],
  ['a bot wall', says(200, page('<title>Just a moment...</title>', 5)), 2],
  ['a page that a quota is used up', says(200, page('', 2).replace('word', 'Download limit exceeded')), 1],
  ['404', says(404), 3],
  ['500', says(500), 3],
  ['a login', says(200, page('<title>Sign in to read</title>', 5)), 3],
])('a host that answers with %s is asked so often in a run', async (_, answer, asked) => {
  const server = await serve({ '/1': answer, '/2': answer, '/3': answer })
  const other = await serve({ '/4': says(200, pdf(title)) })
  const find = finder(server, [other])
  const addresses = [1, 2, 3].map((path) => `${server.url}/${path}`)
  const first = await find([linked(...addresses, `${other.url}/4`)], { signal: never, runId: 'r' })
  expect(first).toMatchObject({ outcome: 'fetched', url: `${other.url}/4` })
  expect(first.tries.map(({ url }) => url)).toEqual(addresses)
  expect(first.tries.filter(({ reason }) => reason.startsWith('not asked again: '))).toHaveLength(3 - asked)
  expect(server.seen).toHaveLength(asked)
  await find([linked(`${server.url}/2`)], { signal: never, runId: 'r' })
  expect(server.seen).toHaveLength(asked === 3 ? 4 : asked)
  await find([linked(`${server.url}/2`)], { signal: never, runId: 'another' })
  expect(server.seen).toHaveLength(asked === 3 ? 5 : asked + 1)
})

test('the quota of a host that redirects to the page that says so (PBR-021, row 2)', async () => {
  const server = await serve({
    '/download?rep=rep1&type=pdf': says(302, '', { location: '/messages/downloadsexceeded.html' }),
    '/messages/downloadsexceeded.html': says(200, '<html><body>Sorry.</body></html>'),
  })
  const answer = await finder(server)([linked(`${server.url}/download?rep=rep1&type=pdf`, `${server.url}/other.pdf`)], {
    signal: never,
    runId: 'r',
  })
  expect(answer.tries.map(({ reason }) => reason)).toEqual([
    'a page that says that a quota is used up ("downloadsexceeded"), not the article',
    'not asked again: a page that says that a quota is used up ("downloadsexceeded"), not the article',
  ])
})

const unpaywall = (doi: string, links: readonly object[]) =>
  says(200, JSON.stringify({ doi, best_oa_location: links[0] ?? null, oa_locations: links }), { 'content-type': 'application/json' })
// Nobody answers at a host of that name.
const noPage = 'https://doi.org'

test('Unpaywall is asked by DOI, and its copies are tried', async () => {
  const copy: { url_for_pdf: string; url_for_landing_page: string } = { url_for_pdf: '', url_for_landing_page: '' }
  const server = await serve({
    '/unpaywall/v2/10.5555/a?email=somebody%40library.example': (response, request) => unpaywall('10.5555/a', [copy])(response, request),
    '/copy.pdf': says(200, pdf(title)),
  })
  Object.assign(copy, { url_for_pdf: `${server.url}/copy.pdf`, url_for_landing_page: noPage })
  const records = [libraryRecord('n', { title }), libraryRecord('w', { title, ids: { doi: '10.5555/a' } })]
  expect(await finder(server)(records, { signal: never, runId: 'r' })).toMatchObject({
    outcome: 'fetched',
    recordKey: 'library:w',
    url: `${server.url}/copy.pdf`,
    tries: [],
  })
})

test('a failure of Unpaywall is told, without the contact; the other places are tried', async () => {
  const server = await serve({
    '/unpaywall/v2/10.5555/b?email=somebody%40library.example': says(422, '{"error":true,"message":"Please use your own email"}'),
    '/copy.pdf': says(200, pdf(title)),
  })
  const answer = await finder(server)([{ ...linked(`${server.url}/copy.pdf`), ids: { doi: '10.5555/b' } }], { signal: never, runId: 'r' })
  expect(answer.outcome).toBe('fetched')
  expect(answer.tries).toEqual([{ url: `${server.url}/unpaywall/v2/10.5555/b`, reason: expect.stringMatching(/Unpaywall/) }])
  expect(JSON.stringify(answer.tries)).not.toContain('somebody')
})

test('without a contact Unpaywall is not asked', async () => {
  const server = await serve({ '/copy.pdf': says(200, pdf(title)) })
  const answer = await finder(
    server,
    [],
    '',
  )([{ ...linked(`${server.url}/copy.pdf`), ids: { doi: '10.5555/c' } }], { signal: never, runId: 'r' })
  expect(answer).toMatchObject({ outcome: 'fetched', tries: [] })
  expect(pathsOf(server)).toEqual(['/copy.pdf'])
})

test('a work of which nobody knows a copy', async () => {
  const server = await serve({})
  expect(await finder(server)([libraryRecord('w', { title })], { signal: never, runId: 'r' })).toEqual({ outcome: 'none', tries: [] })
  expect(server.seen).toEqual([])
})

test('a run that stops ends the search', async () => {
  const stop = new AbortController()
  const server = await serve({ '/a.pdf': () => stop.abort(new Error('stopped')) })
  await expect(finder(server)([linked(`${server.url}/a.pdf`)], { signal: stop.signal, runId: 'r' })).rejects.toThrow('stopped')
})
