import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { answerContent } from '@winnow/contracts/entities/answer.ts'
import { orderedAggregates, type Recorded } from '@winnow/contracts/envelope.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { type MemoryStores, memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateHash } from '../output/bundle.ts'
import { answerWish } from '../testing/answer-wish.ts'
import { askInMemory, driveInMemory } from '../testing/memory-engine.ts'

const question = 'How does memory help language agents recall earlier sessions on long tasks?'
const topics = ['paging', 'recall', 'planning', 'forgetting', 'notes', 'maps', 'graphs', 'caches']
const papers = topics.map((topic, index) => ({
  id: `p${index}`,
  title: `Memory and ${topic} in language agents`,
  abstract: `Memory with ${topic} helped language agents recall earlier sessions on long tasks in ${index + 2} of 9 trials. Calls cost more with ${topic}.`,
  doi: `10.5555/${topic}`,
}))
const runId = 'r-20260630-answer'

let folder = ''
let library = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-answer-'))
  library = join(folder, 'papers.jsonl')
  await writeFile(library, writeJsonl(papers))
})
afterAll(() => rm(folder, { recursive: true }))

/** What the agent does, turn by turn: a placeholder, two searches, the first of them again, and then it answers. */
const queries = ['<query>', 'planning and notes', 'costs of calls', 'notes and planning']

/** A model whose reply the prompt alone decides. */
const standIn = () =>
  scriptedProvider(({ user, schema }) => {
    if (!JSON.stringify(schema).includes('"action"')) return replies(standInReply(user, schema))
    const turn = user.split('"step":"reasoning"').length - 1
    const query = queries[turn] ?? null
    return replies({ reasoning: `Turn ${turn + 1}.`, action: query === null ? 'answer' : 'search', query })
  })

async function asked(model: string, answer: Parameters<typeof answerWish>[2] = {}) {
  const stores = memoryStores()
  await askInMemory(stores, runId, answerWish(question, model, answer), library)
  return stores
}
async function contentOf(state: RunState, stores: MemoryStores) {
  const bytes = await stores.blobs.get(state.answering?.answer?.contentHash ?? '')
  return answerContent.parse(JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())))
}
async function put(stores: MemoryStores, events: readonly Recorded[]) {
  for (const { pos: _pos, hash: _hash, ...envelope } of events) {
    const expected = orderedAggregates.has(envelope.aggregate) ? await stores.log.version(runId, envelope.aggregate) : undefined
    await stores.log.append([envelope], expected)
  }
}

describe('a run that answers', () => {
  it('without a model: one search, and cited sentences of the library', async () => {
    const stores = await asked('none')
    const { state } = await driveInMemory(runId, stores)
    expect(state.completed).toMatchObject({ status: 'completed', stopReason: 'no model is routed to the agent' })
    expect(state.answering).toMatchObject({ searches: [{ search: 1, query: question }], turns: [], answer: { mode: 'extractive' } })
    const { paragraphs, citations } = await contentOf(state, stores)
    expect(citations.length).toBeGreaterThan(4)
    for (const { url, title } of citations) expect(papers.some((paper) => paper.title === title && url?.endsWith(paper.doi))).toBe(true)
    for (const { text, documentIds, support } of paragraphs.flat()) {
      expect(papers.some(({ abstract }) => abstract.includes(text))).toBe(true)
      expect(documentIds).toHaveLength(1)
      expect(support).toBe('supported')
    }
    expect(state.spent).toMatchObject({ searches: 1, tokens: 0 })
  })
  it('without a model and without anything found: it says so', async () => {
    const stores = memoryStores()
    await askInMemory(stores, runId, answerWish('Qwertz asdfgh?', 'none'), library)
    const { state } = await driveInMemory(runId, stores)
    expect(state.completed).toMatchObject({ status: 'completed' })
    const { paragraphs, citations } = await contentOf(state, stores)
    expect(citations).toEqual([])
    expect(paragraphs[0]?.[0]?.text).toContain('Nothing was found')
  })
  it.each([
    { limit: 'the searches', maxSearches: 2, rest: [], stopReason: 'the searches are used up' },
    {
      limit: 'nothing',
      maxSearches: 5,
      rest: [
        ['search', false],
        ['answer', true],
      ],
      stopReason: 'the agent had what it needed',
    },
  ])('with a model and limited by $limit: every mark is of a work that was shown', async ({ maxSearches, rest, stopReason }) => {
    const stores = await asked('openai:m', { maxSearches })
    const { services: model } = standIn()
    const { state } = await driveInMemory(runId, stores, { model })
    expect(state.completed).toMatchObject({ status: 'completed', stopReason })
    const answering = state.answering
    expect(answering?.answer).toMatchObject({ mode: 'model' })
    expect(answering?.searches.map(({ query }) => query)).toEqual([question, 'planning and notes', 'costs of calls'])
    expect(answering?.turns.map(({ action, refused }) => [action, refused === null])).toEqual([
      ['search', false],
      ['search', true],
      ['search', true],
      ...rest,
    ])
    expect(state.spent.searches).toBe(3)
    const shown = new Set(answering?.searches.flatMap((search) => search.shown ?? []))
    const { paragraphs, citations } = await contentOf(state, stores)
    expect(citations.length).toBeGreaterThan(0)
    const numbered = new Set(citations.map(({ documentId }) => documentId))
    for (const documentId of paragraphs.flat().flatMap(({ documentIds }) => documentIds)) {
      expect(shown.has(documentId)).toBe(true)
      expect(numbered.has(documentId)).toBe(true)
    }
  })
})

it.each([
  { name: 'without a model', model: 'none' },
  { name: 'with a model', model: 'openai:m' },
])('a run $name that is killed after any of its events goes on to the same answer', async ({ model }) => {
  const whole = await asked(model)
  const { state } = await driveInMemory(runId, whole, { model: standIn().services })
  const events = await Array.fromAsync(whole.log.archive(runId))
  expect(events.length).toBeGreaterThan(model === 'none' ? 8 : 30)
  const blobs = new Map<string, Uint8Array>()
  for (const hash of new Set(JSON.stringify(events).match(/\b[0-9a-f]{64}\b/g))) {
    const bytes = await whole.blobs.get(hash)
    if (bytes !== null) blobs.set(hash, bytes)
  }
  for (let kept = 2; kept < events.length; kept += 1) {
    const before = events.slice(0, kept)
    const stores = memoryStores()
    // What the events that are left speak of, and nothing of what came later.
    const told = JSON.stringify(before)
    for (const [hash, bytes] of blobs) if (told.includes(hash)) await stores.blobs.put(bytes)
    await put(stores, before)
    const again = await driveInMemory(runId, stores, { model: standIn().services })
    expect([kept, stateHash(again)]).toEqual([kept, stateHash({ state })])
    expect(again.state.answering).toEqual(state.answering)
    expect((await Array.fromAsync(stores.log.archive(runId))).map(({ type }) => type)).toEqual(events.map(({ type }) => type))
  }
})
