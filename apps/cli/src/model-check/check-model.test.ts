import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import { fails, replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { describe, expect, test } from 'vitest'
import { CostStop, checkModel, type ModelCheckOptions } from './check-model.ts'
import type { PutTrap } from './model-card.ts'
import { rightReplies } from './testing/right-replies.ts'
import { offTopicPaperKept } from './traps/off-topic-paper-kept.ts'
import { relevantPaperRejected } from './traps/relevant-paper-rejected.ts'

const traps = [offTopicPaperKept, relevantPaperRejected]
const vendor = 'https://api.openai.com/v1'
/** The right reply to whichever of the two is asked. */
const right: Parameters<typeof scriptedProvider>[0] = ({ user }) =>
  replies(
    user.includes(offTopicPaperKept.story.question) ? rightReplies['off-topic-paper-kept'][0] : rightReplies['relevant-paper-rejected'][0],
  )

/** Checks a model whose provider answers by the script; the clock goes on by a second each time that it is looked at. */
async function checked(script: Parameters<typeof scriptedProvider>[0], parts: Partial<ModelCheckOptions> = {}, apiUrl?: string) {
  const { services, asked } = scriptedProvider(script, apiUrl)
  const told: (readonly [PutTrap, number, number])[] = []
  let second = 0
  const options: ModelCheckOptions = {
    services,
    traps,
    repeat: 1,
    concurrency: 1,
    maxCostUsd: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    now: () => new Date(1000 * second++),
    onPut: (...put) => void told.push(put),
    ...parts,
  }
  const ended = await checkModel('openai:gpt-4o-mini', options).then(
    (card) => ({ card, error: null }),
    (error: unknown) => ({ card: null, error }),
  )
  return { ...ended, asked, told }
}

test('a card names the model, its traps in their order, and what it took', async () => {
  const { card, told, asked } = await checked(right)
  expect(card).toEqual({
    spec: 'openai:gpt-4o-mini',
    traps: traps.map(({ name }) => ({ name, passed: true, detail: expect.stringContaining('scored') })),
    passed: 2,
    failed: 0,
    calls: 2,
    costUsd: null,
    seconds: 1,
  })
  expect(told.map(([{ name, time }, done, all]) => [name, time, done, all])).toEqual([
    [offTopicPaperKept.name, 1, 1, 2],
    [relevantPaperRejected.name, 1, 2, 2],
  ])
  expect(asked.map(({ model }) => model)).toEqual(['gpt-4o-mini', 'gpt-4o-mini'])
})

test('failed traps and failed attempts are counted', async () => {
  const { card } = await checked((request, number) =>
    number === 1 ? fails('throttled') : number === 2 ? right(request, number) : replies('prose'),
  )
  expect(card).toMatchObject({ passed: 1, failed: 1, calls: 4 })
})

test('each time asks anew', async () => {
  const { card, asked } = await checked(right, { repeat: 3 })
  expect([card?.calls, asked.length]).toEqual([6, 6])
  expect(card?.traps.map(({ passedShare }) => passedShare)).toEqual([1, 1])
})

describe('costs', () => {
  /** US dollars of one call by the table of prices. */
  const price = async () => (await checked(right, { traps: [offTopicPaperKept] }, vendor)).card?.costUsd ?? expect.fail('no price')

  test('are summed', async () => {
    expect(await price()).toBeGreaterThan(0)
    expect((await checked(right, {}, vendor)).card?.costUsd).toBeCloseTo(2 * (await price()), 12)
  })

  test('stop the check once they reach the limit, before the next trap', async () => {
    const { card, error, told } = await checked(right, { maxCostUsd: await price() }, vendor)
    expect(card).toBeNull()
    expect(error).toBeInstanceOf(CostStop)
    expect((error as Error).message).toBe('--max-cost was reached after 1 of 2 traps')
    expect(told).toHaveLength(1)
  })

  test('just below the limit do not', async () => {
    expect((await checked(right, { maxCostUsd: 1.01 * (await price()) }, vendor)).card?.passed).toBe(2)
  })

  test('nothing is asked when nothing is left', async () => {
    const { error, asked } = await checked(right, { maxCostUsd: 0 })
    expect(error).toBeInstanceOf(CostStop)
    expect(asked).toEqual([])
  })
})

test('a provider that fails for good ends the check, also after it has answered', async () => {
  const { error, told } = await checked((request, number) => (number === 1 ? right(request, number) : fails('unknown-model')))
  expect(error).toBeInstanceOf(ProviderStop)
  expect(told).toHaveLength(1)
})

test('nothing is asked after an interruption', async () => {
  const { error, asked } = await checked(right, { signal: AbortSignal.abort() })
  expect((error as Error).name).toBe('AbortError')
  expect(asked).toEqual([])
})
