import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'

const now = Date.parse('2026-07-01T10:00:00.000Z')
const limits: AnswerOptions = { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25' }
const models = { ...buildOptions().models, agent: 'openai:m', summarizer: 'openai:m' }
const hash = 'a'.repeat(64)

interface Parts {
  readonly answer?: Partial<AnswerOptions>
  readonly models?: typeof models
  readonly sources?: string[]
  readonly maxSearches?: number
  readonly maxTokens?: number
}

/** A run of kind `answer`, driven by what `decide` says and by outcomes that the test gives. */
class AnswerRun {
  readonly history = new History()

  constructor(parts: Parts = {}) {
    this.history.request({
      sources: parts.sources ?? ['library'],
      models: parts.models ?? models,
      answer: { ...limits, ...parts.answer },
      limits: { maxSearches: parts.maxSearches ?? 40, maxTokens: parts.maxTokens ?? null },
    })
  }

  /** What is due, in one word and its data. */
  get due() {
    return decide(this.history.state, now)
  }

  /** Carries out what is due; it must be of this type. */
  next<T extends NonNullable<ReturnType<typeof decide>>['type']>(type: T): EventData<T> {
    const { due } = this
    if (due?.type !== type) throw new Error(`${due?.type ?? 'nothing'} is due: ${JSON.stringify(due?.data)}`)
    this.history.addEvent(due)
    return due.data as EventData<T>
  }

  /** A search and what follows of it; `keys` are the records found. */
  searched(...keys: readonly string[]): this {
    for (const { workId, operationId, source, query } of this.next('SearchesRequested').operations) {
      const records = keys.map((recordId) => ({ recordId, source, ids: {}, title: recordId, authors: [], type: 'article' as const }))
      this.history.add('CandidatesFound', {
        workId,
        operationId,
        intentId: null,
        source,
        query,
        part: 1,
        parts: 1,
        outcome: keys.length === 0 ? 'none' : 'hits',
        asked: 100,
        returned: keys.length,
        total: null,
        records,
      })
    }
    return this
  }

  linked(): this {
    const { workId, operations, firstDocument } = this.next('DedupRequested')
    const keys = operations.flatMap(({ operationId }) => Object.values(this.history.state.operations[operationId]?.found ?? {}).flat())
    const fresh = [...new Set(keys.map(({ key }) => key))].filter((key) => this.history.state.records[key] === undefined)
    const documents = fresh.map((key, index) => {
      const [source = '', recordId = ''] = key.split(':')
      const features = { ...blank, sources: [source], survivor: { source, recordId } }
      const record = { source, recordId, operationId: operations[0]?.operationId ?? '' }
      return { documentId: `D${firstDocument + index}`, isNew: true, records: [record], features, decisions: [], linked: [] }
    })
    this.history.add('DocumentsRegistered', { workId, part: 1, parts: 1, documents })
    return this
  }

  summarised(): this {
    const { workId, search, documentIds } = this.next('PassagesRequested')
    const passages = documentIds.map((documentId) => ({ documentId, recordId: 'r', score: 1, textHash: hash, characters: 9, cut: false }))
    this.history.add('PassagesSummarised', {
      workId,
      search,
      passages,
      reranker: 'bm25',
      summary: [],
      unknownMarks: 0,
      attempts: 1,
      summarizer: 'openai:m',
      degraded: [],
    })
    return this
  }

  /** The initial search with one work, up to the first turn. */
  begun(): this {
    return this.searched('a').linked().summarised()
  }

  turn(action: 'search' | 'answer' | 'unusable', query: string | null = null, refused: string | null = null): this {
    const { workId, turn } = this.next('TurnRequested')
    this.history.add('TurnTaken', { workId, turn, action, reasoning: '', query, refused, agent: 'openai:m', degraded: [] })
    return this
  }

  failed(workId: string): this {
    this.history.add('WorkFailed', { workId, service: 'answerer', stage: 'answer', reason: 'died', attempts: 5, retryable: false })
    return this
  }

  written(mode: 'model' | 'extractive' = 'model'): this {
    const { workId } = this.next('AnswerRequested')
    this.history.add('AnswerWritten', {
      workId,
      contentHash: hash,
      mode,
      citations: [{ n: 1, documentId: 'D1', url: null, title: 'a' }],
      removedMarks: 2,
      characters: 9,
      support: { supported: 1, partial: 0, unsupported: 0, 'cannot-check': 0 },
      attempts: 1,
      writer: 'openai:m',
      degraded: [],
    })
    return this
  }
}

const blank = {
  year: 2020,
  citations: null,
  hasDoi: false,
  hasVenue: false,
  type: 'article' as const,
  preprint: false,
  webOnly: false,
  grey: false,
  primary: true,
  hasAbstract: true,
  hasFullText: false,
  titleTokens: [],
  firstAuthor: null,
  lastAuthor: null,
  venue: null,
  editorial: 'ok' as const,
}

describe('the initial search', () => {
  test('asks every source for K results, in its own syntax, without an intent', () => {
    const run = new AnswerRun({ sources: ['library', 'pubmed', 'web'], answer: { topK: 70 } })
    const { iteration, operations, reserve } = run.next('SearchesRequested')
    expect([iteration, reserve]).toEqual([1, { searches: 3 }])
    expect(operations.map(({ source, query, limit, intentId, workId }) => ({ source, query, limit, intentId, workId }))).toEqual([
      { source: 'library', query: 'helps agents remember', limit: 70, intentId: null, workId: 'search:S1' },
      { source: 'pubmed', query: 'helps[tiab] AND agents[tiab] AND remember[tiab]', limit: 70, intentId: null, workId: 'search:S2' },
      { source: 'web', query: 'What helps agents remember?', limit: 70, intentId: null, workId: 'search:S3' },
    ])
  })

  test('what it found is linked, and its documents are ranked, best first', () => {
    const run = new AnswerRun().searched('b', 'a')
    expect(run.due).toMatchObject({ type: 'DedupRequested', data: { workId: 'dedup:search:1', iteration: 1, firstDocument: 1 } })
    run.linked()
    expect(run.due).toMatchObject({
      type: 'PassagesRequested',
      data: { workId: 'passages:1', search: 1, query: 'What helps agents remember?', documentIds: ['D1', 'D2'] },
    })
    run.summarised()
    expect(run.history.state.answering?.searches[0]).toMatchObject({ search: 1, operations: ['S1'], requested: true, shown: ['D1', 'D2'] })
  })

  test('that found nothing leads to a turn, which may search otherwise', () => {
    expect(new AnswerRun().searched().due).toMatchObject({ type: 'TurnRequested', data: { turn: 1, searchesLeft: 5 } })
  })

  test('is not made without a search left, and the answer says so', () => {
    expect(new AnswerRun({ maxSearches: 0 }).due).toMatchObject({
      type: 'AnswerRequested',
      data: { reason: 'the search budget is used up' },
    })
  })

  test('is not made of a question without a word to search for', () => {
    const history = new History().request({ models, answer: limits }, { question: 'What is it?' })
    expect(decide(history.state, now)).toMatchObject({
      type: 'AnswerRequested',
      data: { reason: 'the question has no word to search for' },
    })
  })

  test('whose passages could not be summarised does not end the run', () => {
    const run = new AnswerRun().searched('a').linked()
    run.next('PassagesRequested')
    run.failed('passages:1')
    expect(run.due?.type).toBe('TurnRequested')
  })
})

describe('turns', () => {
  test('a search that is asked for is made, and the next turn follows its passages', () => {
    const run = new AnswerRun().begun().turn('search', 'spaced repetition')
    const { iteration, operations } = run.next('SearchesRequested')
    expect([iteration, operations[0]?.operationId, operations[0]?.query]).toEqual([2, 'S2', 'spaced repetition'])
    expect(run.history.state.answering?.searches[1]).toMatchObject({ search: 2, query: 'spaced repetition' })
  })

  test('each has its number, and knows how many searches are left', () => {
    const run = new AnswerRun({ answer: { maxSearches: 2 } }).begun().turn('search', 'x1').searched('b').linked().summarised()
    expect(run.due).toMatchObject({ data: { workId: 'turn:2', turn: 2, searchesLeft: 1 } })
  })

  test('a refused search is not made and costs no search', () => {
    const run = new AnswerRun().begun().turn('search', 'query', 'a placeholder')
    expect(run.due).toMatchObject({ type: 'TurnRequested', data: { turn: 2, searchesLeft: 5 } })
    expect(run.history.state.spent.searches).toBe(1)
  })

  test('end when the agent is ready', () => {
    expect(new AnswerRun().begun().turn('answer').due).toMatchObject({ data: { workId: 'answer', reason: 'the agent had what it needed' } })
  })

  test('end when the searches are used up', () => {
    const run = new AnswerRun({ answer: { maxSearches: 1 } }).begun().turn('search', 'x1').searched('b').linked().summarised()
    expect(run.due).toMatchObject({ type: 'AnswerRequested', data: { reason: 'the searches are used up' } })
  })

  test('are none where no search is allowed', () => {
    expect(new AnswerRun({ answer: { maxSearches: 0 } }).begun().due).toMatchObject({ data: { reason: 'the searches are used up' } })
  })

  test('end at their limit', () => {
    const run = new AnswerRun({ answer: { maxTurns: 2 } }).begun().turn('search', 'q', 'no').turn('search', 'q', 'no')
    expect(run.due).toMatchObject({ type: 'AnswerRequested', data: { reason: 'the turns are used up' } })
  })

  test('end after so many in a row without a usable reply', () => {
    const run = new AnswerRun({ answer: { attempts: 2 } }).begun().turn('unusable').turn('search', 'q', 'no').turn('unusable')
    expect(run.due?.type).toBe('TurnRequested')
    expect(run.turn('unusable').due).toMatchObject({ data: { reason: 'the agent gave no usable turn in 2 attempts' } })
  })

  test('one whose work failed counts as without a reply', () => {
    const run = new AnswerRun({ answer: { attempts: 2 } }).begun()
    run.next('TurnRequested')
    run.failed('turn:1')
    expect(run.due).toMatchObject({ data: { turn: 2 } })
    run.next('TurnRequested')
    expect(run.failed('turn:2').due?.type).toBe('AnswerRequested')
  })

  test('are none without an agent', () => {
    const run = new AnswerRun({ models: { ...models, agent: 'none' } }).begun()
    expect(run.due).toMatchObject({ type: 'AnswerRequested', data: { reason: 'no model is routed to the agent' } })
    expect(run.due?.data).not.toHaveProperty('fallback')
  })

  test('a search that the budget does not pay for is not made', () => {
    const run = new AnswerRun({ maxSearches: 1 }).begun().turn('search', 'x1')
    expect(run.due).toMatchObject({ type: 'AnswerRequested', data: { reason: 'the search budget is used up' } })
  })

  test.each([
    [14_999, 'AnswerRequested'],
    [15_000, 'TurnRequested'],
  ])('with %i tokens left, which must pay for the answer too: %s', (maxTokens, type) => {
    const run = new AnswerRun({ maxTokens, models: { ...models, summarizer: 'none' } }).begun()
    expect(run.due?.type).toBe(type)
  })
})

describe('the answer', () => {
  test('ends the run, with the reason why nothing more was searched', () => {
    const run = new AnswerRun().begun().turn('answer').written()
    expect(run.due).toEqual({ type: 'RunCompleted', data: { status: 'completed', stopReason: 'the agent had what it needed', rule: null } })
    run.next('RunCompleted')
    expect(run.due).toBeNull()
    expect(run.history.state.answering?.answer).toEqual({ contentHash: hash, mode: 'model', citations: ['D1'], removedMarks: 2 })
  })

  test('that could not be written fails the run', () => {
    const run = new AnswerRun().begun().turn('answer')
    run.next('AnswerRequested')
    run.failed('answer')
    expect(run.due).toMatchObject({ data: { status: 'failed', stopReason: 'the answer could not be written' } })
  })

  test('is made by rule when the budget pays for no call', () => {
    const run = new AnswerRun({ maxTokens: 7_499, models: { ...models, summarizer: 'none' } }).begun()
    expect(run.due).toMatchObject({ type: 'AnswerRequested', data: { fallback: 'budget', reason: 'the budget is used up' } })
  })

  test('a cancelled run ends at once, a paused one waits', () => {
    const run = new AnswerRun().begun()
    run.history.add('RunPaused', { commandId: 'c1', reason: 'lunch', cause: 'user' })
    expect(run.due).toBeNull()
    run.history.add('RunCancelled', { commandId: 'c2', reason: 'enough' })
    expect(run.due).toMatchObject({ data: { status: 'cancelled' } })
  })
})

test('outcomes that come again, or too late, change nothing', () => {
  const run = new AnswerRun().begun().turn('search', 'x1')
  const before = structuredClone(run.history.state.answering)
  run.history.add('TurnTaken', {
    workId: 'turn:1',
    turn: 1,
    action: 'answer',
    reasoning: '',
    query: null,
    refused: null,
    agent: 'openai:m',
    degraded: [],
  })
  expect(run.history.state.answering).toEqual(before)
})

test('a run of research has no answering', () => {
  expect(new History().request().state).not.toHaveProperty('answering')
})
