import { once } from 'node:events'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startWorld, type World } from '@winnow/testkit/world/start-world.ts'
import { soilCorpus } from '@winnow/testkit/world/testing-corpus.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import { testConfig, testContext, testSources, winnow } from '../testing/command-line.ts'

let world: World
let silent: Server
let odd: Server
let folder: string
/** No database is there: the command needs none. */
const config = (variables: Readonly<Record<string, string>> = { WINNOW_ALLOW_PRIVATE_FETCH: '1' }) => ({
  ...testConfig('postgres://127.0.0.1:1/none', folder),
  sources: testSources({ WINNOW_CONTACT: 'a@example.org', ...variables }),
})
const paper = (kind: string) => `${world.url}/files/${world.works[0]?.file}.${kind}`

beforeAll(async () => {
  world = await startWorld(soilCorpus(12).works.map(({ record }) => record))
  folder = await mkdtemp(join(tmpdir(), 'winnow-fulltext-'))
  for (const kind of ['pdf', 'xml'])
    await writeFile(join(folder, `paper.${kind}`), Buffer.from(await (await fetch(paper(kind))).arrayBuffer()))
  await writeFile(join(folder, 'cut.pdf'), '%PDF-1.4\nbroken')
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.4\nbroken\n%%EOF\n')
  await writeFile(join(folder, 'empty.pdf'), '')
  await writeFile(join(folder, 'words.txt'), 'only words')
  silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  odd = createServer(answerOddly).listen(0, '127.0.0.1')
  await once(odd, 'listening')
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  odd.closeAllConnections()
  odd.close()
  await world.close()
  await rm(folder, { recursive: true })
})

/** What hosts do besides sending a document. */
function answerOddly({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (url === '/busy') response.writeHead(429).end()
  else if (url === '/cut') response.writeHead(200, { 'content-length': 1000 }).write('%PDF-1.4', () => response.destroy())
  else if (url === '/huge') response.writeHead(200, { 'content-length': 100 * 1024 * 1024 + 1 }).write('%PDF-1.4', () => response.destroy())
  else response.end()
}

async function json(argv: readonly string[], within = config()) {
  const { code, printed, said } = await winnow(within, ['fulltext', ...argv, '--json'])
  return { code, said, reply: JSON.parse(printed) }
}

const title = () => world.works[0]?.record.title

describe('a text', () => {
  test.each(['paper.pdf', 'paper.xml'])('of the file %s: exit 0, the members that are promised', async (file) => {
    const { code, said, reply } = await json([file])
    expect([code, said]).toEqual([0, ''])
    expect(reply).toMatchObject({ document: file, title: title(), outcome: 'read', abstract: expect.stringContaining('soil') })
    expect(reply.sections.length).toBeGreaterThan(0)
    for (const section of reply.sections) expect(Object.keys(section)).toEqual(['heading', 'level', 'page', 'text'])
    expect(Array.isArray(reply.references)).toBe(true)
    expect(reply).not.toHaveProperty('error')
  })

  test('of a PDF whose end is missing: exit 0, and that it is incomplete', async () => {
    const whole = await readFile(join(folder, 'paper.pdf'))
    await writeFile(join(folder, 'short.pdf'), whole.subarray(0, whole.lastIndexOf('xref')))
    const { code, said, reply } = await json(['short.pdf'])
    expect([code, said, reply]).toMatchObject([0, '', { outcome: 'read', incomplete: expect.stringContaining('the end of this PDF') }])
    const shown = await winnow(config(), ['fulltext', 'short.pdf'])
    expect(shown).toMatchObject({ code: 0, said: `short.pdf is incomplete: ${reply.incomplete}` })
    expect(shown.printed).toContain('Abstract: ')
  })

  test('from an address; we say who asks', async () => {
    const { code, reply } = await json([paper('pdf')])
    expect([code, reply]).toMatchObject([0, { document: paper('pdf'), title: title(), outcome: 'read', format: 'pdf' }])
    expect(world.log.at(-1)?.userAgent).toMatch(/^Winnow\/[\d.]+ \(mailto:a@example\.org\)$/)
  })

  test('a landing page leads to the PDF that it names', async () => {
    const { code, reply } = await json([paper('html')])
    expect([code, reply]).toMatchObject([0, { document: paper('html'), title: title(), outcome: 'read', format: 'pdf' }])
  })

  test('for a person: Markdown', async () => {
    const { code, printed, said } = await winnow(config(), ['fulltext', 'paper.xml'])
    expect([code, said]).toEqual([0, ''])
    expect(printed).toMatch(new RegExp(`^# ${title()}\n\nAbstract: `))
  })
})

describe('no text', () => {
  const nothing = { title: null, abstract: null, sections: [], references: [] }
  test.each([
    ['a cut PDF', 'cut.pdf', 'incomplete', /cut\.pdf: .*Download it again/],
    ['a broken PDF', 'broken.pdf', 'broken', /broken\.pdf: .*Download it again, or/],
    ['an empty file', 'empty.pdf', 'empty', /empty\.pdf: an empty file/],
    ['another kind of file', 'words.txt', 'unsupported', /words\.txt: .*Convert it to PDF/],
    ['no such file', 'none.pdf', 'unreadable', /none\.pdf: no such file/],
    ['a file below a file', 'words.txt/none.pdf', 'unreadable', /no such file/],
    ['a folder', '.', 'unreadable', /a folder; name one file/],
    ['a device', '/dev/null', 'unreadable', /neither a file nor an http/],
    ['a path that no system takes', `${'x'.repeat(5000)}.pdf`, 'unreadable', /cannot be read \(ENAMETOOLONG\)/],
  ])('%s: exit 2, the file, the cause and the fix', async (_, file, outcome, says) => {
    const { code, said, reply } = await json([file])
    expect([code, reply]).toEqual([2, { document: file, ...nothing, outcome, error: expect.stringMatching(says) }])
    expect(said).toBe(`winnow: ${reply.error}`)
    expect(await winnow(config(), ['fulltext', file])).toMatchObject({ code: 2, printed: '', said })
  })

  test.each([
    ['a private address', (): string => paper('pdf'), {}, 2, 'private', /private .*WINNOW_ALLOW_PRIVATE_FETCH=1/],
    ['a name and a password', (): string => 'https://u:p@example.org/x.pdf', undefined, 2, 'bad-url', /password/],
    ['no address', (): string => 'https://', undefined, 2, 'bad-url', /is no address/],
    ['offline', (): string => paper('pdf'), { WINNOW_OFFLINE: '1' }, 3, 'offline', /Leave out --offline/],
    ['nothing there', (): string => `${world.url}/files/none.pdf`, undefined, 3, 'http', /404.*Check the address/],
    ['nobody there', (): string => 'http://127.0.0.1:1/x.pdf', undefined, 3, 'network', /ECONNREFUSED/],
  ] as const)('%s', async (_, address, variables, exit, outcome, says) => {
    const { code, said, reply } = await json([address()], config(variables))
    expect([code, reply]).toEqual([exit, { document: address(), ...nothing, outcome, error: expect.stringMatching(says) }])
    expect(said).toBe(`winnow: ${reply.error}`)
  })

  test.each([
    ['/empty', 3, 'empty', /empty document\. Download it again/],
    ['/loop', 3, 'redirects', /redirects more than/],
    ['/busy', 3, 'throttled', /429/],
    ['/cut', 3, 'incomplete', /Download it again/],
    ['/huge', 2, 'too-large', /larger than 100 MB\. Split it/],
  ] as const)('a host that answers with %s', async (path, exit, outcome, says) => {
    const address = `http://127.0.0.1:${(odd.address() as AddressInfo).port}${path}`
    const { code, reply } = await json([address])
    expect([code, reply]).toEqual([exit, { document: address, ...nothing, outcome, error: expect.stringMatching(says) }])
  })

  test('a page whose PDF cannot be had says both', async () => {
    const missing = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<html><head><meta name="citation_pdf_url" content="/none.pdf"></head><body>Log in</body></html>')
    }).listen(0, '127.0.0.1')
    await once(missing, 'listening')
    const { port } = missing.address() as AddressInfo
    const { code, reply } = await json([`http://127.0.0.1:${port}/x`])
    missing.close()
    expect(code).toBe(2)
    expect(reply.error).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/x: .*; its PDF http://127\\.0\\.0\\.1:${port}/none\\.pdf: `))
  })

  test.each([
    ['more than 100 MB is not looked into', 100 * 1024 * 1024 + 1, 'too-large'],
    ['100 MB are', 100 * 1024 * 1024, 'unsupported'],
  ])('%s', async (_, bytes, outcome) => {
    const file = join(folder, 'huge.pdf')
    await writeFile(file, '')
    await truncate(file, bytes)
    const { code, reply } = await json(['huge.pdf'])
    expect([code, reply.outcome]).toEqual([2, outcome])
    if (outcome === 'too-large')
      expect(reply.error).toBe('huge.pdf: 101 MB, more than the 100 MB that are read. Split it, or give the part that matters')
  })

  test('--offline', async () => {
    expect(await json([paper('pdf'), '--offline'])).toMatchObject({ code: 3, reply: { outcome: 'offline' } })
    expect((await json(['paper.pdf', '--offline'])).code).toBe(0)
  })

  test('an address of another kind is bad usage', async () => {
    await expect(winnow(config(), ['fulltext', 'ftp://h/x.pdf'])).rejects.toThrow(UsageError)
    await expect(winnow(config(), ['fulltext', ' '])).rejects.toThrow('no document is named')
    await expect(winnow(config(), ['fulltext', 'ftp://h/x.pdf'])).rejects.toThrow('only http(s) addresses and files are read')
  })

  test('a host that keeps silent: what is waited for is said', async () => {
    const user = new AbortController()
    const { context, ran } = testContext(config())
    const { port } = silent.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/x.pdf`
    const say = (line: string) => {
      context.terminal.say(line)
      user.abort()
    }
    await runCli(['fulltext', address], { ...context, terminal: { ...context.terminal, say }, signal: user.signal })
    expect(ran).toMatchObject({ code: 130, printed: [], said: [`Waiting for ${address} …`, 'Interrupted.'] })
  })

  test('the user ends it: exit 130', async () => {
    const user = new AbortController()
    silent.once('request', () => user.abort())
    const { context, ran } = testContext(config())
    const { port } = silent.address() as AddressInfo
    await runCli(['fulltext', `http://127.0.0.1:${port}/x.pdf`], { ...context, signal: user.signal })
    expect(ran).toMatchObject({ code: 130, printed: [], said: ['Interrupted.'] })
  })
})
