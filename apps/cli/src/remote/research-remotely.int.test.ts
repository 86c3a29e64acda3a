import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, says } from '@winnow/http/testing/answering-server.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { writeRunFiles } from '../output/run-files.ts'
import { testConfig, testContext } from '../testing/command-line.ts'
import { ReceivedRun } from './received-run.ts'
import { ServerFault } from './server-fault.ts'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, question, startFakeWinnow, streams } from './testing/fake-winnow.ts'

let folder: string
let held: HeldRun
const servers: FakeWinnow[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-remote-'))
  held = await heldRun(folder)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(folder, { recursive: true }))

let made = 0
/** A server and a folder of its own for a command that is interrupted by `interrupt`. */
async function scene(first: Partial<Record<Asked, readonly Answer[]>> = {}, config: Partial<Config> = {}) {
  const server = await startFakeWinnow(held, first)
  servers.push(server)
  made += 1
  const cwd = join(folder, String(made))
  await mkdir(cwd)
  await writeFile(join(cwd, 'papers.jsonl'), await readFile(join(folder, 'papers.jsonl')))
  const interrupt = new AbortController()
  const winnow = async (...argv: string[]) => {
    const { context, ran } = testContext({ ...testConfig('postgres://127.0.0.1:1/none', cwd), ...config })
    await runCli(argv, { ...context, signal: interrupt.signal })
    return { code: ran.code, printed: ran.printed, said: ran.said }
  }
  const research = (...argv: string[]) => winnow('research', question, '--server', server.url, ...argv)
  return { server, cwd, interrupt, winnow, research }
}

/** The files of the run as they are written here. */
async function filesHere(out: string): Promise<void> {
  const run = new ReceivedRun()
  for (const event of held.events) run.take(event)
  await writeRunFiles(out, await runMaterial(run.checked('here'), held.blobs), held.events)
}

describe('research', () => {
  test('its files are those that a run here would have, its words the same', async () => {
    const { research, cwd, server } = await scene()
    const { code, printed, said } = await research('--key', 'k', '--library', 'papers.jsonl', '--max-reads', '3')
    const out = join(cwd, 'winnow-r-one')
    expect(code).toBe(0)
    expect(printed).toEqual([expect.stringMatching(/^Done: 3 records found, .*\nReport: .*report\.md$/)])
    expect(said.slice(0, 4)).toEqual([`Sending the library (1 file) to ${server.url}`, 'Run r-one', 'a note of the server', 'Planning'])
    const here = join(cwd, 'here')
    await filesHere(here)
    expect(await readdir(out)).toEqual(await readdir(here))
    for (const file of await readdir(here)) {
      const theirs = (await readFile(join(out, file), 'utf8')).replaceAll(out, here)
      expect([file, theirs]).toEqual([file, await readFile(join(here, file), 'utf8')])
    }
  })

  test('what it asks for', async () => {
    const { research, server } = await scene()
    await research('--key', 'k', '--library', 'papers.jsonl', '--max-reads', '3', '--model', 'none', '--quiet')
    const library = JSON.parse((server.asked('new-run')[0] ?? { body: '' }).body).libraries
    expect(server.asked('new-run').map(({ body }) => JSON.parse(body))).toEqual([
      { question, limits: { maxReads: 3 }, model: 'none', libraries: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
    ])
    expect(library).toHaveLength(1)
    expect(server.asked('library')).toHaveLength(1)
    expect(server.seen.every(({ headers }) => headers.authorization === 'Bearer k')).toBe(true)
  })

  test('server and key of the environment; without a library nothing is sent', async () => {
    const { server } = await scene()
    const own = await scene({}, { server: server.url, key: 'from-env' })
    expect((await own.winnow(question, '--quiet')).code).toBe(0)
    expect(server.asked('new-run').map(({ headers, body }) => [headers.authorization, JSON.parse(body)])).toEqual([
      ['Bearer from-env', { question }],
    ])
    expect(server.asked('library')).toEqual([])
    expect(own.server.seen).toEqual([])
  })

  test('several files are counted', async () => {
    const { research, cwd, server } = await scene()
    await writeFile(join(cwd, 'b.jsonl'), '{"id":"b","title":"B"}\n')
    const { said } = await research('--library', 'papers.jsonl', '--library', 'b.jsonl')
    expect(said[0]).toBe(`Sending the library (2 files) to ${server.url}`)
    expect(JSON.parse(server.asked('new-run')[0]?.body ?? '').libraries).toHaveLength(2)
  })

  test('--json: lines of progress, then run.json; nothing else is said', async () => {
    const { research, cwd } = await scene()
    const { code, printed, said } = await research('--json', '--library', 'papers.jsonl', '--out', 'o')
    const lines = printed.map((line) => JSON.parse(line))
    expect([code, said]).toEqual([0, []])
    expect(lines[0]).toEqual({ runId: 'r-one', type: 'started', notes: ['a note of the server'] })
    expect(lines.slice(1, -1).map(({ pos, type }) => [pos, type])).toEqual(held.events.map(({ pos, type }) => [pos, type]))
    expect(lines.at(-1)).toEqual(JSON.parse(await readFile(join(cwd, 'o', 'run.json'), 'utf8')))
  })

  test('--quiet says nothing, also of a connection that is lost', async () => {
    const gone: Answer = (response) => response.destroy()
    const { research } = await scene({ stream: [gone, gone] })
    expect(await research('--quiet', '--library', 'papers.jsonl')).toEqual({ code: 0, printed: [], said: [] })
  })

  test('a connection that is lost is told once, and that it is back', async () => {
    const gone: Answer = (response) => response.destroy()
    const { research } = await scene({ stream: [streams(held.events.slice(0, 2), 'cut'), gone] })
    const { code, said } = await research()
    expect(code).toBe(0)
    expect(said.filter((line) => line.startsWith('The connection'))).toEqual([
      expect.stringMatching(/^The connection is lost: .* The run goes on at the server; trying to come back\.$/),
      'The connection is back.',
    ])
  })

  test('Ctrl-C detaches: the run goes on, and how to follow and stop it is said', async () => {
    const { research, interrupt, server, cwd } = await scene({
      stream: [
        (response, request) => {
          streams(held.events.slice(0, 5), 'stay')(response, request)
          response.write(': written\n\n', () => interrupt.abort(new Error('stopped')))
        },
      ],
    })
    const { code, printed, said } = await research('--quiet', '--out', 'mine')
    expect([code, printed]).toEqual([130, []])
    expect(said).toEqual([
      `Detached: run r-one goes on at ${server.url}.`,
      `Follow it, and get its files: ./winnow resume r-one --server ${server.url} --out ${join(cwd, 'mine')}`,
      `Stop it: ./winnow pause r-one --server ${server.url} (or cancel, for good)`,
    ])
    expect(server.asked('command')).toEqual([])
    expect(await readdir(join(cwd, 'mine'))).toEqual([])
  })

  test.each<[Asked, string]>([
    ['library', 'Interrupted before the run was asked for.'],
    ['new-run', 'was asked for the run: it may have begun there.'],
  ])('Ctrl-C at the %s', async (kind, words) => {
    const own: Awaited<ReturnType<typeof scene>> = await scene({ [kind]: [() => own.interrupt.abort(new Error('stopped'))] })
    const { code, said } = await own.research('--quiet', '--library', 'papers.jsonl')
    expect(code).toBe(130)
    expect(said).toEqual([expect.stringContaining(words)])
  })
})

describe('what cannot be done is said before anything is sent', () => {
  test.each<[string, readonly string[], string]>([
    [
      '--estimate',
      ['--estimate'],
      '--estimate: prices and models are those of the server, so it cannot be combined with a server (--server or WINNOW_SERVER, http',
    ],
    ['--offline', ['--offline'], '--offline: the server decides what it asks of the network, so it cannot be combined'],
    ['a library that is not there', ['--library', 'none.bib'], 'none.bib'],
    ['years', ['--from', '2002', '--to', '2001'], '--from 2002 is after --to 2001'],
    ['a folder that cannot be written to', ['--out', 'papers.jsonl'], '--out'],
    ['a key that is none', ['--key', 'a b'], 'characters that no key has'],
  ])('%s', async (_, argv, says) => {
    const { research, server } = await scene()
    await expect(research(...argv)).rejects.toThrow(UsageError)
    await expect(research(...argv)).rejects.toThrow(says)
    expect(server.seen).toEqual([])
  })
})

describe('a server that refuses or fails', () => {
  test.each<[string, Partial<Record<Asked, readonly Answer[]>>, new (...words: never[]) => Error, string]>([
    ['a viewer', { 'new-run': [problem(403, 'a viewer only sees')] }, UsageError, 'a viewer only sees'],
    ['a web page', { 'new-run': [says(200, '<html>', { 'content-type': 'text/html' })] }, UsageError, 'is no Winnow server'],
    ['a damaged text', { blob: [says(200, 'x')] }, ServerFault, 'its hash is not'],
  ])('%s', async (_, first, kind, words) => {
    const { research } = await scene(first)
    const error = await research('--quiet').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error instanceof Error ? error.message : '').toContain(words)
  })

  test('what goes wrong once the run is there says how to come back', async () => {
    const { server, cwd } = await scene({ blob: Array.from({ length: 5 }, () => problem(404, 'gone')) })
    const said: string[] = []
    const { context } = testContext(testConfig('postgres://127.0.0.1:1/none', cwd))
    const terminal = { ...context.terminal, say: (text: string) => void said.push(text) }
    await expect(runCli([question, '--server', server.url, '--quiet'], { ...context, terminal })).rejects.toThrow(': gone')
    expect(said).toEqual([`Run r-one is no longer followed. Follow it, and get its files: ./winnow resume r-one --server ${server.url}`])
  })

  test('a log that was changed is not written', async () => {
    const changed = held.events.map((event) => (event.pos === 3 ? { ...event, at: '2020-01-01T00:00:00.000Z' } : event))
    const { research, cwd } = await scene({ stream: [streams(changed, 'end')] })
    await expect(research('--quiet')).rejects.toThrow('is broken at event 3 (hash)')
    expect(await readdir(join(cwd, 'winnow-r-one'))).toEqual([])
  })
})
