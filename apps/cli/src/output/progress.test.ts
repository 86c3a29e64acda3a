import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandContext } from '../command-context.ts'
import { testConfig, testContext } from '../testing/command-line.ts'
import { startProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const event = (type: EventType) => ({ type, data: {}, runId: 'r-1', pos: 3, at: 't' }) as unknown as TypedEvent
const clear = '\r\x1b[K'
const running = (workId: string): RunState =>
  buildState({ work: { [workId]: { workId, stage: 'reading', pos: 1, status: 'open' } as RunState['work'][string] } })

function start(options: { json?: boolean; quiet?: boolean; live?: boolean; columns?: number; stream?: boolean }) {
  const { context, ran } = testContext(testConfig('', '/w'))
  const drawn: string[] = []
  const terminal: CommandContext['terminal'] = {
    ...context.terminal,
    live: options.live ?? false,
    draw: (text) => void drawn.push(text),
    columns: () => options.columns ?? 80,
  }
  const live: CommandContext = { ...context, terminal }
  const answer = options.stream === undefined ? {} : { answer: { stream: options.stream } }
  const progress = startProgress('r-1', { json: options.json ?? false, quiet: options.quiet ?? false, notes: ['a note'], ...answer }, live)
  return { progress, drawn, ...ran }
}

test('--json: the first line names the run, then a line an event, and nothing else', () => {
  const { progress, printed, said, drawn } = start({ json: true, live: true })
  progress.onEvent(event('CritiqueRequested'), running('a'))
  progress.onModelCall()
  progress.end()
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([
    { runId: 'r-1', type: 'started', notes: ['a note'] },
    { runId: 'r-1', pos: 3, type: 'CritiqueRequested', workOpen: 1 },
  ])
  expect([said, drawn]).toEqual([[], []])
})

test('--quiet: silence', () => {
  const { progress, printed, said, drawn } = start({ quiet: true, live: true })
  progress.onEvent(event('CritiqueRequested'), running('a'))
  progress.onModelCall()
  vi.advanceTimersByTime(5000)
  progress.end()
  expect([printed, said, drawn]).toEqual([[], [], []])
})

test('no terminal: the run, the notes and a line a decision', () => {
  const { progress, printed, said, drawn } = start({})
  progress.onEvent(event('CritiqueRequested'), running('a'))
  progress.onEvent(event('DocumentScreened'), running('a'))
  progress.onModelCall()
  progress.end()
  expect(said).toEqual(['Run r-1', 'a note', 'Criticising'])
  expect([printed, drawn]).toEqual([[], []])
})

describe('a terminal', () => {
  const live = (columns?: number) => {
    const { context, ran } = testContext(testConfig('', '/w'))
    const drawn: string[] = []
    const terminal = {
      ...context.terminal,
      live: true,
      say: (text: string) => void drawn.push(`${text}\n`),
      draw: (text: string) => void drawn.push(text),
      columns: () => columns ?? 80,
    }
    const progress = startProgress(
      'r-1',
      { json: false, quiet: false, notes: [] },
      { ...context, terminal, now: () => new Date(Date.now()) },
    )
    drawn.length = 0
    return { progress, drawn, ran }
  }

  test('a decision stands above the live line', () => {
    const { progress, drawn } = live()
    progress.onEvent(event('CritiqueRequested'), running('a'))
    expect(drawn).toEqual([clear, 'Criticising\n', clear, '… reading documents 0/1'])
    progress.end()
  })

  test('the line is drawn at most eight times a second', () => {
    const { progress, drawn } = live()
    progress.onEvent(event('DocumentScreened'), running('a'))
    expect(drawn).toEqual([clear, '… reading documents 0/1'])
    vi.setSystemTime(124)
    progress.onModelCall()
    expect(drawn).toHaveLength(2)
    vi.setSystemTime(125)
    progress.onModelCall()
    expect(drawn.slice(2)).toEqual([clear, '… reading documents 0/1, 2 model calls'])
    progress.end()
  })

  test('after a decision it comes back at once', () => {
    const { progress, drawn } = live()
    progress.onEvent(event('DocumentScreened'), running('a'))
    drawn.length = 0
    progress.onEvent(event('CritiqueRequested'), running('a'))
    expect(drawn).toEqual([clear, 'Criticising\n', clear, '… reading documents 0/1'])
    progress.end()
  })

  test('it is drawn by itself twice a second while nothing happens, until the end, which clears it', () => {
    const { progress, drawn } = live()
    vi.advanceTimersByTime(500)
    expect(drawn).toEqual([])
    progress.onEvent(event('DocumentScreened'), running('a'))
    drawn.length = 0
    vi.advanceTimersByTime(1000)
    expect(drawn).toEqual([clear, '… reading documents 0/1', clear, '… reading documents 0/1'])
    progress.end()
    drawn.length = 0
    vi.advanceTimersByTime(5000)
    expect(drawn).toEqual([])
  })

  test('the end leaves an empty line', () => {
    const { progress, drawn } = live()
    progress.end()
    expect(drawn).toEqual([clear])
  })

  test('the last column stays free', () => {
    const { progress, drawn } = live(12)
    progress.onEvent(event('DocumentScreened'), running('a'))
    expect(drawn).toEqual([clear, '… reading d'])
    progress.end()
  })
})

describe('of an answer', () => {
  const refused = {
    type: 'TurnTaken',
    data: { turn: 2, action: 'search', reasoning: '', query: 'q', refused: 'It was\x1b[31m searched before.' },
    usage: [],
    runId: 'r-1',
    pos: 3,
    at: 't',
  } as unknown as TypedEvent
  const tell = (options: Parameters<typeof start>[0]) => {
    const { progress, printed, said, drawn } = start(options)
    progress.onEvent(refused, running('a'))
    progress.onEvent({ ...event('AnswerRequested'), data: { reason: 'enough' } } as TypedEvent, running('a'))
    progress.end()
    expect(drawn).toEqual([])
    return { printed, said }
  }

  test.each([true, false])('without --stream standard output is left to the answer; --json: %s', (json) => {
    expect(tell({ json, stream: false })).toEqual({
      printed: [],
      said: ['Run r-1', 'a note', 'Turn 2: search refused. It was[31m searched before.', 'Writing the answer (enough)'],
    })
  })

  test('--stream: steps go there, the rest is told as before', () => {
    expect(tell({ stream: true })).toEqual({
      printed: ['Turn 2: search refused. It was[31m searched before.\n'],
      said: ['Run r-1', 'a note', 'Writing the answer (enough)'],
    })
    expect(tell({ stream: true, live: true })).toEqual(tell({ stream: true }))
    expect(tell({ stream: true, quiet: true })).toMatchObject({ printed: [expect.any(String)], said: [] })
  })

  test('--stream --json: a line of JSON an event', () => {
    const { printed, said } = tell({ stream: true, json: true })
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { runId: 'r-1', type: 'started', notes: ['a note'] },
      { type: 'TurnTaken', answerStep: { kind: 'refused', turn: 2 } },
      { type: 'AnswerRequested' },
    ])
    expect(said).toEqual([])
  })
})
