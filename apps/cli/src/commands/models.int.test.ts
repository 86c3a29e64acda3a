import {
  type ModelRequest,
  type ScriptedModelServer,
  type ScriptedReply,
  startScriptedModelServer,
} from '@winnow/testkit/scripted-model-server.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { allTraps } from '../model-check/all-traps.ts'
import { rightReplies } from '../model-check/testing/right-replies.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

let server: ScriptedModelServer
let config: Config
beforeAll(async () => {
  server = await startScriptedModelServer([])
  config = {
    ...testConfig('postgres://127.0.0.1:1/none', '/'),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${server.url}/v1`, OLLAMA_HOST: server.url },
  }
})
beforeEach(() => server.script(goodModel()))
afterAll(() => server.stop())

const names = allTraps.map(({ name }) => name)
const run = (...argv: readonly string[]) => winnow(config, ['models', 'check', ...argv])
const json = async (...argv: readonly string[]) => {
  const { code, printed, said } = await run(...argv, '--json')
  return { code, said, models: JSON.parse(printed).models }
}

/** The trap that a request is about: its question stands in the prompt. Rewriting and checking again show sentences alone. */
function trapOf({ prompt }: ModelRequest): string {
  return (
    allTraps.find(({ story }) => prompt.includes(story.question) || prompt.includes(story.subquestions?.[0] ?? story.question))?.name ??
    'unsupported-sentence-passed'
  )
}

/** A model that knows every right answer. The replies of a trap come in their order, and begin again. */
function goodModel(instead: (trap: string, time: number) => ScriptedReply | undefined = () => undefined) {
  const asked = new Map<string, number>()
  return (request: ModelRequest): ScriptedReply => {
    const trap = trapOf(request)
    const time = asked.get(trap) ?? 0
    asked.set(trap, time + 1)
    const replies: readonly unknown[] = rightReplies[trap as keyof typeof rightReplies]
    return instead(trap, time) ?? { json: replies[time % replies.length] }
  }
}

describe('a good model', () => {
  test('passes every trap', async () => {
    const { code, models } = await json('openai:good')
    expect(models).toEqual([
      {
        spec: 'openai:good',
        traps: names.map((name) => ({ name, passed: true, detail: expect.stringMatching(/./) })),
        passed: names.length,
        failed: 0,
        calls: server.requests.length,
        costUsd: null,
        seconds: expect.any(Number),
      },
    ])
    expect(code).toBe(0)
    // Two more for the sentences that are rewritten, and checked again.
    expect(server.requests).toHaveLength(names.length + 2)
  })

  test('as text, with progress', async () => {
    const { code, printed, said } = await run('openai:good', '--only', 'context-cut', '--only', 'off-topic-paper-kept')
    expect(code).toBe(0)
    expect(printed.split('\n')[0]).toMatch(/^openai:good: 2 of 2 traps passed \(2 calls, price unknown, \d+\.\d s\)$/)
    expect(printed).toContain('✓ off-topic-paper-kept  scored off-topic D1 0.10')
    expect(said.split('\n').toSorted()).toEqual([
      expect.stringMatching(/^openai:good: 1 of 2, ✓ /),
      expect.stringMatching(/^openai:good: 2 of 2, ✓ /),
    ])
    expect((await run('openai:good', '--only', 'context-cut', '-q')).said).toBe('')
  })

  test('asks of a local server a window for the whole prompt', async () => {
    expect((await json('ollama:good:8b', '--only', 'context-cut')).models[0]).toMatchObject({ spec: 'ollama:good:8b', passed: 1 })
    const [request] = server.requests
    const { num_ctx: tokens } = (request ?? expect.fail('nothing was asked')).body.options as { readonly num_ctx: number }
    expect(tokens).toBeGreaterThan(12_000)
  })
})

describe('a bad model', () => {
  test('whose server cuts the prompt fails the trap for it, with what was read', async () => {
    server.script(goodModel((trap) => ({ text: JSON.stringify(rightReplies[trap as 'context-cut'][0]), inputTokens: 4096 })))
    const { code, models } = await json('ollama:small', '--only', 'context-cut')
    expect(models[0].traps).toEqual([
      {
        name: 'context-cut',
        passed: false,
        detail: expect.stringMatching(/^its reply could not be used: the server read 4096 of about \d+ tokens/),
      },
    ])
    expect(code).toBe(1)
  })

  test('with one wrong answer fails one trap', async () => {
    server.script(
      goodModel((trap) => (trap === 'gap-called-sufficient' ? { json: { ...rightReplies[trap][0], sufficient: true } } : undefined)),
    )
    const { code, models } = await json('openai:hasty')
    expect([code, models[0].passed, models[0].failed]).toEqual([1, names.length - 1, 1])
    expect(models[0].traps.filter(({ passed }: { readonly passed: boolean }) => !passed)).toEqual([
      { name: 'gap-called-sufficient', passed: false, detail: expect.stringContaining('called the review sufficient') },
    ])
  })

  test('that answers prose fails all', async () => {
    server.script(() => 'I cannot help with that.')
    const { code, models } = await json('openai:prose')
    expect([code, models[0].passed]).toEqual([1, 0])
    for (const { detail } of models[0].traps) expect(detail).toMatch(/^its reply could not be used: /)
  })

  test('that fills the schema from the prompt passes hardly any', async () => {
    server.script(({ prompt, schema }) => ({ json: standInReply(prompt, schema) }))
    const { code, models } = await json('openai:parrot')
    expect(code).toBe(1)
    expect(models[0].passed).toBeLessThanOrEqual(2)
  })

  test('whose request is refused fails the trap, as others may be taken', async () => {
    server.script(goodModel((trap) => (trap === 'context-cut' ? { fault: 'status', status: 400, message: 'too long for me' } : undefined)))
    const { code, models } = await json('openai:short', '--only', 'context-cut', '--only', 'off-topic-paper-kept')
    expect(code).toBe(1)
    expect(models[0].traps.map(({ passed }: { readonly passed: boolean }) => passed)).toEqual([true, false])
    expect(models[0].traps[1].detail).toContain('too long for me')
  })
})

test('put several times, a trap is passed when it is every time, and never answered from before', async () => {
  const wrong = {
    papers: [1, 2, 3].map((n) => ({
      documentId: `D${n}`,
      note: '',
      exclusion: null,
      criterion: null,
      scores: [{ subquestionId: 'RQ1', score: 1 }],
    })),
  }
  server.script(goodModel((trap, time) => (trap === 'off-topic-paper-kept' && time === 1 ? { json: wrong } : undefined)))
  const { code, models } = await json('openai:moody', '--only', 'off-topic-paper-kept', '--only', 'context-cut', '--repeat', '2')
  expect(models[0].traps).toEqual([
    {
      name: 'off-topic-paper-kept',
      passed: false,
      passedShare: 0.5,
      detail: expect.stringMatching(/^1 of 2 times passed; failed as it: scored D1 1.00/),
    },
    { name: 'context-cut', passed: true, passedShare: 1, detail: expect.stringMatching(/^2 of 2 times passed; such as: took/) },
  ])
  expect([code, server.requests.length]).toEqual([1, 4])
})

test('several models are told side by side; one that falls decides the exit code', async () => {
  server.script((request) => (request.model === 'bad' ? 'no' : goodModel()(request)))
  const { code, printed } = await run('openai:bad', 'openai:good', 'openai:bad', '--only', 'context-cut')
  expect(code).toBe(1)
  expect(printed).toContain(
    'Side by side\n               openai:bad  openai:good\n  context-cut  ✗           ✓\n  passed       0/1         1/1',
  )
  expect(server.requests.map(({ model }) => model)).toEqual(['bad', 'bad', 'good'])
})

describe('a provider that cannot be asked', () => {
  const refusing = (status: number) => () => ({ fault: 'status' as const, status, message: 'go away' })
  test.each([
    ['unauthorised', 401, 'OPENAI_API_KEY'],
    ['an unknown model', 404, 'openai:x'],
  ])('%s: exit code 3, cause and fix, and nothing printed', async (_, status, words) => {
    server.script(refusing(status))
    expect(await run('openai:x', '--json')).toEqual({
      code: 3,
      printed: '',
      said: expect.stringContaining('The check of openai:x stopped: '),
    })
    expect((await run('openai:x')).said).toContain(words)
  })

  test('also one that fails after another model of it has answered', async () => {
    server.script((request) => (request.model === 'gone' ? refusing(404)() : goodModel()(request)))
    const { code, printed, said } = await run('openai:good', 'openai:gone', '--only', 'context-cut', '--json')
    expect([code, printed]).toEqual([3, ''])
    expect(said).toContain('The check of openai:gone stopped: ')
  })

  test('a server that is not there', async () => {
    const nowhere = { ...config, environment: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } }
    const { code, printed, said } = await winnow(nowhere, ['models', 'check', 'openai:x', '--json', '--only', 'context-cut'])
    expect([code, printed]).toEqual([3, ''])
    expect(said).toContain('OPENAI_BASE_URL')
  })
})

describe('bad usage', () => {
  const variables = (environment: Config['environment']) => ({ ...config, environment })
  test.each<[string, readonly string[], string]>([
    ['no model', ['none'], '"none" is no model: there is nothing to check'],
    ['no spec', ['fake-1'], '"fake-1" is no model: write openai:<model>'],
    ['another provider', ['grok:1'], '"grok" is no provider'],
    ['a bad spec behind a good one', ['openai:good', 'grok:1'], '"grok" is no provider'],
    ['no key', ['anthropic:x'], 'anthropic:x: anthropic needs a key: set ANTHROPIC_API_KEY'],
    [
      'an unknown trap',
      ['openai:x', '--only', 'context-cat'],
      'there is no trap context-cat; did you mean context-cut? known: question-not-taken-apart',
    ],
    ['an unknown trap behind a known one', ['openai:x', '--only', 'context-cut', '--only', 'zz'], 'there is no trap zz'],
    ['no times', ['openai:x', '--repeat', '0'], '--repeat takes a positive whole number, not "0"'],
    ['no money', ['openai:x', '--max-cost', '0'], '--max-cost takes a positive number'],
    ['an unknown price', ['openai:x', '--max-cost', '1'], '--max-cost cannot be kept: the price of openai:x is unknown'],
  ])('%s', async (_, argv, message) => {
    await expect(run(...argv)).rejects.toThrow(message)
    expect(server.requests).toHaveLength(0)
  })

  test('without any model', async () => {
    expect((await run()).code).toBe(2)
  })

  test('a key that is empty is none', async () => {
    await expect(winnow(variables({ OPENAI_API_KEY: ' ' }), ['models', 'check', 'openai:x'])).rejects.toThrow('set OPENAI_API_KEY')
  })
})

test('an interrupted check ends with 130 and prints nothing', async () => {
  const { context, ran } = testContext(config)
  const interrupt = new AbortController()
  server.script(() => {
    interrupt.abort()
    return { fault: 'hang' }
  })
  await runCli(['models', 'check', 'openai:x', '--json'], { ...context, signal: interrupt.signal })
  expect([ran.code, ran.printed, ran.said]).toEqual([130, [], ['Interrupted.']])
})
