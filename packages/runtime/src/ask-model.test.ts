import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { ChatReply } from '@winnow/model/providers/provider.ts'
import { History } from '@winnow/testkit/history.ts'
import { fails, replies, type ScriptedProvider, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { buildOptions, type OptionParts } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { askModelFor, ProviderHealth, ProviderStop } from './ask-model.ts'
import type { Question, RunSnapshot } from './service.ts'

const verdict = z.object({ good: z.boolean() })
const good = replies({ good: true })
const question = (parts: Partial<Question<z.infer<typeof verdict>>> = {}): Question<z.infer<typeof verdict>> => ({
  role: 'screener',
  stage: 'screening',
  promptVersion: '1',
  prompt: { system: 'You judge.', user: 'Is it good?' },
  schema: verdict,
  schemaName: 'verdict',
  fallback: undefined,
  ...parts,
})

function snapshot(options: OptionParts, runId = 'r-test'): RunSnapshot {
  const history = new History().request(options)
  const [decision] = history.events
  if (decision === undefined) throw new Error('no request')
  return { runId, workspaceId: 'lab', traceId: 't', state: history.state, corpus: history.corpus, decision }
}

/** Screener and reader are routed to this; the other roles have no model. */
const screenedBy = (spec: string): NonNullable<OptionParts['models']> => ({ ...buildOptions().models, screener: spec, reader: spec })

/** A way to ask: each question is of a work item of its own, so that no answer is found as bought before. */
function asking(
  provider: ScriptedProvider,
  options: OptionParts = { models: screenedBy('openai:m') },
  signal = new AbortController().signal,
) {
  const health = new ProviderHealth()
  let items = 0
  return (parts: Partial<Question<z.infer<typeof verdict>>> = {}, runId = 'r-test') => {
    items += 1
    const item: WorkItem = {
      runId,
      workspaceId: 'lab',
      service: 'screener',
      lane: 'default',
      workId: `w${items}`,
      eventId: 'e',
      eventType: 'ScreeningRequested',
      pos: 1,
      entry: 0,
    }
    return askModelFor(snapshot(options, runId), item, signal, provider.services, health)(question(parts))
  }
}

test('a valid reply is the value, with the model as routed and the calls behind it', async () => {
  const provider = scriptedProvider(() => good)
  const answer = await asking(provider)()
  expect(answer).toMatchObject({ value: { good: true }, model: 'openai:m', degraded: [] })
  expect(answer.usage).toMatchObject([{ role: 'screener', stage: 'screening', model: 'openai:m', outcome: 'ok' }])
  expect(provider.asked).toMatchObject([{ model: 'm', system: 'You judge.', user: 'Is it good?', schemaName: 'verdict' }])
})

test('a role without a model asks nobody, and that is no degraded step', async () => {
  const provider = scriptedProvider(() => good)
  const answer = await asking(provider, { models: screenedBy('none') })()
  expect(answer).toEqual({ value: null, model: 'none', usage: [], degraded: [] })
  expect(provider.asked).toEqual([])
})

test('what the budget does not pay for is not asked, and says so', async () => {
  const provider = scriptedProvider(() => good)
  const answer = await asking(provider)({ fallback: 'budget' })
  const degraded = [{ role: 'screener', reason: 'the budget does not pay for a model call', count: 1 }]
  expect(answer).toEqual({ value: null, model: 'openai:m', usage: [], degraded })
  expect(provider.asked).toEqual([])
})

test('without a model the budget degrades nothing', async () => {
  const answer = await asking(
    scriptedProvider(() => good),
    { models: screenedBy('none') },
  )({ fallback: 'budget' })
  expect(answer.degraded).toEqual([])
})

test('a reply that cannot be used degrades the step, with both calls and the reason', async () => {
  const answer = await asking(scriptedProvider(() => replies('no idea')))()
  expect(answer).toMatchObject({ value: null, model: 'openai:m', degraded: [{ role: 'screener', count: 1 }] })
  expect(answer.degraded[0]?.reason).not.toBe('')
  expect(answer.usage.map(({ outcome }) => outcome)).toEqual(['invalid', 'invalid'])
})

test('an answer that was bought before is not bought again', async () => {
  const provider = scriptedProvider(() => good)
  const item = { runId: 'r-test', workId: 'w' } as WorkItem
  const ask = () =>
    askModelFor(
      snapshot({ models: screenedBy('openai:m') }),
      item,
      new AbortController().signal,
      provider.services,
      new ProviderHealth(),
    )(question())
  const [first, again] = [await ask(), await ask()]
  expect(again).toEqual(first)
  expect(provider.asked).toHaveLength(1)
})

describe('a provider that fails', () => {
  /** How the questions end, one after the other. */
  async function endings(
    script: readonly ChatReply[],
    options: OptionParts = { models: screenedBy('openai:m') },
    role?: (n: number) => ModelRole,
  ) {
    const ask = asking(
      scriptedProvider((_, number) => script[number - 1] ?? good),
      options,
    )
    const ended: string[] = []
    for (const index of script.keys()) {
      const answer = ask({ role: role?.(index) ?? 'screener' })
      ended.push(
        await answer.then(
          ({ value }) => (value === null ? 'degraded' : 'ok'),
          (error: unknown) => (error instanceof ProviderStop ? `stop: ${error.failure.kind}` : String(error)),
        ),
      )
    }
    return ended
  }
  const refused = fails('bad-request')
  const degrade: OptionParts = { models: screenedBy('openai:m'), onProviderFailure: 'degrade' }

  test.each([
    ['the first call, for good', [fails('unauthorised')], ['stop: unauthorised']],
    ['the first call, for the moment', [refused], ['degraded']],
    ['a later call, for good', [good, fails('unauthorised')], ['ok', 'degraded']],
    ['four times', [good, refused, refused, refused, refused], ['ok', 'degraded', 'degraded', 'degraded', 'degraded']],
    [
      'five times in a row',
      [refused, refused, refused, refused, refused],
      ['degraded', 'degraded', 'degraded', 'degraded', 'stop: bad-request'],
    ],
    [
      'and answers in between',
      [refused, refused, refused, refused, good, refused],
      ['degraded', 'degraded', 'degraded', 'degraded', 'ok', 'degraded'],
    ],
    [
      'and stops the run: then it counts anew',
      [refused, refused, refused, refused, refused, refused, good],
      ['degraded', 'degraded', 'degraded', 'degraded', 'stop: bad-request', 'degraded', 'ok'],
    ],
  ])('%s', async (_, script, ended) => {
    expect(await endings(script)).toEqual(ended)
  })

  test('a bad reply in between is an answer all the same', async () => {
    const bad = replies('no idea')
    // The bad reply is asked for twice: it takes two replies of the script.
    const script = [refused, refused, refused, refused, bad, bad, refused, refused]
    expect(await endings(script)).toEqual([...Array(7).fill('degraded'), 'ok'])
  })

  test('it is counted for each role', async () => {
    const script = Array<ChatReply>(9).fill(refused)
    const ended = await endings(script, undefined, (index) => (index % 2 === 0 ? 'screener' : 'reader'))
    expect(ended).toEqual([...Array(8).fill('degraded'), 'stop: bad-request'])
  })

  test('it is counted for each run', async () => {
    const ask = asking(scriptedProvider(() => refused))
    for (let n = 0; n < 4; n++) expect((await ask({}, 'r-one')).value).toBeNull()
    expect((await ask({}, 'r-two')).value).toBeNull()
    await expect(ask({}, 'r-one')).rejects.toThrow(ProviderStop)
  })

  test('a run that asks to degrade never stops', async () => {
    expect(await endings([fails('unauthorised'), ...Array<ChatReply>(6).fill(refused)], degrade)).toEqual(Array(7).fill('degraded'))
  })

  test('the step says why, and what the failed calls were', async () => {
    const answer = await asking(
      scriptedProvider(() => fails('bad-request', 'openai refused the request')),
      degrade,
    )()
    expect(answer.degraded).toEqual([{ role: 'screener', reason: 'openai refused the request', count: 1 }])
    expect(answer.usage).toMatchObject([{ outcome: 'rejected', costUsd: null }])
  })

  test('the stop tells cause and fix', async () => {
    const stop = asking(scriptedProvider(() => fails('unauthorised', 'the key is wrong: set OPENAI_API_KEY')))()
    await expect(stop).rejects.toMatchObject({
      name: 'ProviderStop',
      message: 'the key is wrong: set OPENAI_API_KEY',
      failure: { kind: 'unauthorised', provider: 'openai', atFirstCall: true },
    })
  })
})

test('a call that is given up is no answer and no failure of the provider', async () => {
  const provider = scriptedProvider(() => good)
  await expect(asking(provider, undefined, AbortSignal.abort())()).rejects.toThrow('the call was aborted')
  expect(provider.asked).toEqual([])
})

test.each([
  ['a run that was never requested', { ...snapshot({}), state: new History().state }, 'run r-test has no request'],
  [
    'models that cannot be read',
    snapshot({ models: screenedBy('nobody') }),
    'the models of run r-test cannot be read: model of role screener',
  ],
])('%s is a broken invariant', (_, run, says) => {
  const { services } = scriptedProvider(() => good)
  const item = { runId: 'r-test', workId: 'w' } as WorkItem
  expect(() => askModelFor(run, item, new AbortController().signal, services, new ProviderHealth())).toThrow(says)
})
