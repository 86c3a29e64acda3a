import { describe, expect, test, vi } from 'vitest'
import { answerOfRun } from '../testing/answer-run.ts'
import { answerStream } from './answer-stream.ts'
import type { AnswerNews } from './follow-answer.ts'

/** What is told of these news, in short: ":" a comment, "steps a|||---|||b", "answer a", "error …"; and when nobody had to be told. */
async function told(news: AsyncIterable<AnswerNews>, heartbeatMs = 60_000) {
  const short: string[] = []
  const faults: unknown[] = []
  const run = { runId: 'r-1', settled: () => void short.push('settled') }
  for await (const message of answerStream(run, news, { heartbeatMs, onFault: (error) => faults.push(error) })) short.push(shortOf(message))
  return { short, faults }
}

function shortOf(message: string): string {
  if (message.startsWith(':')) return ':'
  const data = JSON.parse(/^data: (.*)\n\n$/.exec(message)?.[1] ?? '')
  if (data.is_intermediate) return `steps ${data.intermediate_steps}${data.complete ? ' complete' : ''}`
  expect([data.complete, data.run_id]).toEqual([true, 'r-1'])
  return data.error === undefined
    ? `answer ${data.intermediate_steps} ${data.final_report}`
    : `error ${data.intermediate_steps} ${data.error}`
}

async function* given(...news: readonly AnswerNews[]): AsyncGenerator<AnswerNews> {
  yield* news
}
const steps = (...texts: readonly string[]): AnswerNews => ({ kind: 'steps', steps: texts })
const later = 'The run goes on: GET /v1/runs/r-1/answer has its answer once it is written.'

describe('one complete message, at the end', () => {
  test('the answer, with the steps before it', async () => {
    const { short } = await told(given(steps('a'), steps('a', 'b'), { kind: 'answered', content: answerOfRun }, steps('never')))
    expect(short).toEqual([
      ':',
      'steps a',
      'steps a|||---|||b',
      'settled',
      expect.stringContaining('answer a|||---|||b They close their stomata [1].'),
    ])
  })

  test.each([true, false])('why there is none (for good: %s)', async (failed) => {
    const { short } = await told(given(steps('a'), { kind: 'unanswered', failed, error: 'no money' }))
    expect(short).toEqual([':', 'steps a', 'settled', 'error a no money'])
  })

  test('nothing came of it: the server is stopping', async () => {
    expect((await told(given(steps('a')))).short).toEqual([':', 'steps a', 'settled', `error a The server is stopping. ${later}`])
  })

  test('a fault is not told, but noted', async () => {
    const fault = new Error('secret')
    async function* failing(): AsyncGenerator<AnswerNews> {
      yield steps('a')
      throw fault
    }
    const { short, faults } = await told(failing())
    expect(short).toEqual([':', 'steps a', 'settled', `error a Something went wrong on the server. ${later}`])
    expect(faults).toEqual([fault])
  })
})

test('while nothing is new there are comments', async () => {
  const gate = Promise.withResolvers<void>()
  async function* slow(): AsyncGenerator<AnswerNews> {
    await gate.promise
    yield { kind: 'answered', content: answerOfRun }
  }
  const stream = answerStream({ runId: 'r-1', settled: () => undefined }, slow(), { heartbeatMs: 5, onFault: vi.fn() })
  const next = async () => shortOf((await stream.next()).value ?? '')
  expect([await next(), await next(), await next()]).toEqual([':', ':', ':'])
  gate.resolve()
  let last = ''
  for await (const message of stream) last = shortOf(message)
  expect(last).toContain('answer null They close')
})
