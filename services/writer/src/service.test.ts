import { type CitedSentence, type ReportContent, reportContent } from '@winnow/contracts/entities/report.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import { type EventData, type EventType, eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { Answer, AskModel, Question, Task } from '@winnow/runtime/service.ts'
import { buildOptions, document, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { answer, type BuiltRun, buildRun, item } from './core/built-run.ts'
import { nothingCited, verdictsMissing } from './core/degraded-steps.ts'
import { createWriter } from './service.ts'

/** Replies by name of schema; what is not there is not usable. A function gets the prompt. */
type Replies = Readonly<Record<string, unknown>>

function usageOf(question: Question<unknown>, callId: string): Usage {
  const { role, stage } = question
  return { callId, role, stage, model: 'openai:m', inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: null, ms: 1, outcome: 'ok' }
}

/** A model that answers from a table, through the schemas as the real call does; it keeps what it was asked. */
function scripted(replies: Replies) {
  const asked: Question<unknown>[] = []
  const ask: AskModel = async <T>(question: Question<T>): Promise<Answer<T>> => {
    asked.push(question as Question<unknown>)
    if (question.fallback === 'budget')
      return { value: null, model: 'openai:m', usage: [], degraded: [{ role: question.role, reason: 'budget', count: 1 }] }
    const reply = replies[question.schemaName]
    const parsed = question.schema.safeParse(typeof reply === 'function' ? reply(question.prompt.user) : reply)
    const usage = [usageOf(question as Question<unknown>, `${question.schemaName}-${asked.length}`)]
    return parsed.success
      ? { value: parsed.data, model: 'openai:m', usage, degraded: [] }
      : { value: null, model: 'openai:m', usage, degraded: [{ role: question.role, reason: 'invalid', count: 1 }] }
  }
  return { ask, asked }
}

const none: AskModel = async () => ({ value: null, model: 'none', usage: [], degraded: [] })

function memoryBlobs(): BlobStore & { readonly content: (hash: string) => ReportContent } {
  const blobs = new Map<string, Uint8Array>()
  return {
    put: async (bytes) => {
      const hash = hashOfBytes(bytes)
      blobs.set(hash, bytes)
      return hash
    },
    get: async (hash) => blobs.get(hash) ?? null,
    content: (hash) => reportContent.parse(JSON.parse(new TextDecoder().decode(blobs.get(hash)))),
  }
}

function taskOf<T extends EventType>(run: BuiltRun, type: T, data: EventData<T>, ask: AskModel, entry = 0): Task {
  const decision = { type, data, pos: 9, runId: 'run-1' } as unknown as TypedEvent
  const item = {
    runId: 'run-1',
    workspaceId: 'w',
    service: 'writer',
    lane: 'main',
    workId: 'w',
    eventId: 'e',
    eventType: type,
    pos: 9,
    entry,
  }
  return { item, run: { runId: 'run-1', workspaceId: 'w', traceId: 't', ...run, decision }, signal: new AbortController().signal, ask }
}

/** The one event of a task; its data must fit its definition. */
async function outcome<T extends EventType>(task: Task, type: T, blobs: BlobStore = memoryBlobs()): Promise<NewEvent<T>> {
  const events = await createWriter({ blobs }).handle(task)
  expect(events.map((event) => event.type)).toEqual([type])
  const [event] = events
  eventDefinitions[type].schema.parse(event?.data)
  return event as NewEvent<T>
}

const models = { models: buildOptions().models }
const plan = [subquestion('RQ1', { text: 'Does it help?' }), subquestion('RQ2', { text: 'For whom?', priority: 2 })]
const items = [item('D1.e1'), item('D2.e1', { strength: 0.5 }), item('D3.e1', { subquestionId: 'RQ2' })]

describe('synthesis', () => {
  const run = buildRun(items, { subquestions: plan })
  const request = (fallback?: 'budget'): EventData<'SynthesisRequested'> => ({
    iteration: 1,
    items: [
      { workId: 's:RQ2', subquestionId: 'RQ2', evidenceIds: ['D3.e1'], ...(fallback === undefined ? {} : { fallback }) },
      { workId: 's:RQ1', subquestionId: 'RQ1', evidenceIds: ['D1.e1', 'D2.e1'], ...(fallback === undefined ? {} : { fallback }) },
    ],
    reserve: {},
  })
  const synthesise = (ask: AskModel, fallback?: 'budget') =>
    outcome(taskOf(run, 'SynthesisRequested', request(fallback), ask, 1), 'SubquestionAnswered')
  const extractiveAnswer = {
    workId: 's:RQ1',
    subquestionId: 'RQ1',
    answer: [
      { text: 'Finding D1 e1 holds.', citations: ['D1'], evidence: ['D1.e1'] },
      { text: 'Finding D2 e1 holds.', citations: ['D2'], evidence: ['D2.e1'] },
    ],
    notEstablished: [
      '“Does it help?”: 2 documents read in support, too few for a settled answer.',
      '“Does it help?”: 2 of 2 listed claims weakly supported, by a single document or by weak evidence.',
    ],
    contradictions: [],
    coverage: 0.2,
    evidenceIds: ['D1.e1', 'D2.e1'],
    removedCitations: 0,
    synthesizer: 'extractive',
    degraded: [],
  }
  const valid = {
    answer: [{ text: 'It helps [D9].', evidence: ['D1.e1', 'D3.e1'] }],
    notEstablished: ['For how long.'],
    contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D2.e1'] }],
    coverage: 0.6,
  }

  test('without a model: the strongest claims, nothing degraded', async () => {
    expect(await synthesise(none)).toEqual({ type: 'SubquestionAnswered', data: extractiveAnswer, usage: [] })
  })
  test('by the model, from the evidence of its entry alone', async () => {
    const { ask, asked } = scripted({ synthesis: valid })
    const event = await synthesise(ask)
    expect(event.data).toEqual({
      workId: 's:RQ1',
      subquestionId: 'RQ1',
      answer: [{ text: 'It helps.', citations: ['D1'], evidence: ['D1.e1'] }],
      notEstablished: ['For how long.'],
      contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D2.e1'] }],
      coverage: 0.6,
      evidenceIds: ['D1.e1', 'D2.e1'],
      removedCitations: 2,
      synthesizer: 'openai:m',
      degraded: [],
    })
    expect(event.usage).toMatchObject([{ callId: 'synthesis-1', role: 'synthesizer', stage: 'synthesis' }])
    expect(asked[0]?.prompt.user).toContain('Does it help?')
    expect(asked[0]?.prompt.user).not.toContain('D3.e1')
  })
  const faults = [
    { name: 'a reply that does not fit', replies: { synthesis: 'nonsense' }, fallback: undefined, reason: 'invalid', calls: 1 },
    {
      name: 'a reply that cites nothing passed',
      replies: { synthesis: { ...valid, answer: [{ text: 'It helps.', evidence: ['D9'] }] } },
      fallback: undefined,
      reason: nothingCited,
      calls: 1,
    },
    { name: 'a budget that pays no call', replies: { synthesis: valid }, fallback: 'budget' as const, reason: 'budget', calls: 0 },
  ]
  test.each(faults)('$name: the extractive answer, and the step degraded', async ({ replies, fallback, reason, calls }) => {
    const event = await synthesise(scripted(replies).ask, fallback)
    expect(event.data).toEqual({ ...extractiveAnswer, degraded: [{ role: 'synthesizer', reason, count: 1 }] })
    expect(event.usage).toHaveLength(calls)
  })
  test('a subquestion that the state lacks is a broken invariant', async () => {
    const bare = buildRun(items, { subquestions: [] })
    await expect(outcome(taskOf(bare, 'SynthesisRequested', request(), none), 'SubquestionAnswered')).rejects.toThrow(
      'the state has no RQ2',
    )
  })
})

describe('report', () => {
  const data = (fallback?: 'budget'): EventData<'ReportRequested'> => ({
    workId: 'report',
    stop: { rule: 2, reason: 'enough' },
    ...(fallback === undefined ? {} : { fallback }),
    reserve: {},
  })
  const answers = [
    answer('RQ1', [['D1.e1'], ['D2.e1']], { synthesizer: 'extractive' }),
    answer('RQ2', [['D3.e1']], { synthesizer: 'extractive' }),
  ]
  const run = buildRun(items, { subquestions: plan, question: 'What helps?' }, answers)
  async function write(built: BuiltRun, ask: AskModel, fallback?: 'budget') {
    const blobs = memoryBlobs()
    const event = await outcome(taskOf(built, 'ReportRequested', data(fallback), ask), 'ReportWritten', blobs)
    return { event, content: blobs.content(event.data.contentHash) }
  }
  const whole = {
    title: 'What helps',
    summary: [{ text: 'Some things help.', evidence: ['D1.e1'] }],
    sections: [
      { heading: 'Effects', paragraphs: [{ sentences: [{ text: 'It helps.', evidence: ['D1.e1', 'D3.e1', 'D9.e1'] }] }] },
      { heading: 'Costs', paragraphs: [{ sentences: [{ text: 'It costs.', evidence: ['D8'] }] }] },
    ],
  }

  test('without a model: the answers by template', async () => {
    const { event, content } = await write(run, none)
    expect(content).toMatchObject({
      title: 'What helps?',
      mode: 'extractive',
      sections: [{ heading: 'Does it help?' }, { heading: 'For whom?' }],
    })
    expect(event).toEqual({
      type: 'ReportWritten',
      data: {
        workId: 'report',
        contentHash: event.data.contentHash,
        sections: 2,
        citations: ['D1', 'D2', 'D3'],
        removedCitations: 0,
        writer: 'extractive',
        degraded: [],
      },
      usage: [],
    })
  })
  test('twice the same bytes, which are canonical JSON', async () => {
    const [first, second] = [await write(run, none), await write(run, none)]
    expect(first.event).toEqual(second.event)
    expect(first.event.data.contentHash).toBe(hashOfBytes(new TextEncoder().encode(canonicalJson(first.content))))
  })
  test('by the model in one call', async () => {
    const { ask, asked } = scripted({ report: whole })
    const { event, content } = await write(run, ask)
    expect(asked.map(({ schemaName, role, stage }) => [schemaName, role, stage])).toEqual([['report', 'writer', 'report']])
    expect(content).toMatchObject({
      title: 'What helps',
      mode: 'model',
      sections: [{ heading: 'Effects', subquestionIds: ['RQ1', 'RQ2'] }],
    })
    expect(event.data).toMatchObject({ sections: 1, citations: ['D1', 'D3'], removedCitations: 2, writer: 'openai:m', degraded: [] })
    expect(event.usage).toMatchObject([{ callId: 'report-1' }])
  })
  const faults = [
    { name: 'a reply that does not fit', replies: { report: 'nonsense' }, fallback: undefined, reason: 'invalid', calls: 1 },
    {
      name: 'a reply that cites nothing passed',
      replies: { report: { ...whole, sections: [] } },
      fallback: undefined,
      reason: nothingCited,
      calls: 1,
    },
    { name: 'a budget that pays no call', replies: { report: whole }, fallback: 'budget' as const, reason: 'budget', calls: 0 },
  ]
  test.each(faults)('$name: the extractive report, and the step degraded', async ({ replies, fallback, reason, calls }) => {
    const { event, content } = await write(run, scripted(replies).ask, fallback)
    expect(content).toEqual((await write(run, none)).content)
    expect(event.data).toMatchObject({ writer: 'extractive', degraded: [{ role: 'writer', reason, count: 1 }] })
    expect(event.usage).toHaveLength(calls)
  })
  test('no evidence: a short truthful report, and no model is asked', async () => {
    const { ask, asked } = scripted({ report: whole })
    const { event, content } = await write(buildRun([], { subquestions: plan, documents: [document('D1')] }), ask)
    expect(asked).toEqual([])
    expect(content).toMatchObject({
      summary: [{ text: 'No evidence was found: of 1 document found, none is relevant to the question.', citations: [] }],
      sections: [],
      mode: 'extractive',
    })
    expect(event.data).toMatchObject({ sections: 0, citations: [], writer: 'extractive', degraded: [] })
    expect(event.usage).toEqual([])
  })
  test('a retracted document is cited nowhere, whatever answers and model say', async () => {
    const documents = [document('D1', { editorial: 'retracted' }), document('D2'), document('D3')]
    const built = buildRun(items, { subquestions: plan, documents }, answers)
    for (const ask of [none, scripted({ report: whole }).ask]) {
      const { event, content } = await write(built, ask)
      expect(event.data.citations).toEqual(expect.arrayContaining(['D3']))
      expect(canonicalJson(content)).not.toContain('"D1')
    }
  })

  describe('of more than 40 findings', () => {
    const findings = (count: number) =>
      Array.from({ length: count }, (_, n) => item(`D${n + 1}.e1`, { claim: `Finding number ${n + 1}.`, strength: 0.9 - n / 100 }))
    const long = (count: number) => {
      const evidence = findings(count)
      return buildRun(evidence, { subquestions: [plan[0] ?? subquestion('RQ1')] }, [
        answer(
          'RQ1',
          evidence.map((entry) => [entry.evidenceId]),
        ),
      ])
    }
    const outline = {
      title: 'Long',
      summary: [{ text: 'In short.', evidence: ['D1.e1', 'D77'] }],
      sections: [
        { heading: 'First', evidence: ['D1.e1', 'D2.e1'] },
        { heading: 'Second', evidence: ['D3.e1', 'D88'] },
      ],
    }
    const section = (user: string) => {
      const id = /"evidence":"(D\d+\.e1)"/.exec(user)?.[1] ?? ''
      return { paragraphs: [{ sentences: [{ text: `About ${id.replace('.', ' ')}.`, evidence: [id, 'D9.e1'] }] }] }
    }
    test('40 are written in one call, 41 section by section', async () => {
      const replies = { report: whole, outline, section }
      const [short, longer] = [scripted(replies), scripted(replies)]
      await write(long(40), short.ask)
      await write(long(41), longer.ask)
      expect(short.asked.map((question) => question.schemaName)).toEqual(['report'])
      expect(longer.asked.map((question) => question.schemaName)).toEqual(['outline', 'section', 'section'])
    })
    test('each section is written from the evidence that the outline gives it', async () => {
      const { ask, asked } = scripted({ outline, section })
      const { event, content } = await write(long(41), ask)
      expect(asked[1]?.prompt.user).toContain('D2.e1')
      expect(asked[1]?.prompt.user).not.toContain('D3.e1')
      expect(content).toMatchObject({
        title: 'Long',
        mode: 'model',
        removedCitations: 4,
        sections: [
          { heading: 'First', paragraphs: [[{ text: 'About D1 e1.', citations: ['D1'] }]] },
          { heading: 'Second', paragraphs: [[{ text: 'About D3 e1.', citations: ['D3'] }]] },
        ],
      })
      expect(event.usage?.map((call) => call.callId)).toEqual(['outline-1', 'section-2', 'section-3'])
      expect(event.data).toMatchObject({ writer: 'openai:m', degraded: [] })
    })
    const broken = [
      { name: 'does not fit', reply: 'nonsense', reason: 'invalid' },
      {
        name: 'cites nothing passed for it',
        reply: { paragraphs: [{ sentences: [{ text: 'It is.', evidence: ['D40.e1'] }] }] },
        reason: nothingCited,
      },
    ]
    test.each(broken)('a section that $name lists its claims, and the step is degraded', async ({ reply, reason }) => {
      const second = (user: string) => (user.includes('"heading":"Second"') ? reply : section(user))
      const { event, content } = await write(long(41), scripted({ outline, section: second }).ask)
      expect(content).toMatchObject({
        mode: 'mixed',
        sections: [{ heading: 'First' }, { heading: 'Second', paragraphs: [[{ text: 'Finding number 3.', citations: ['D3'] }]] }],
      })
      expect(event.data).toMatchObject({ writer: 'openai:m', degraded: [{ role: 'writer', reason, count: 1 }] })
    })
    test('an outline that names nothing passed: the report by template', async () => {
      const { event, content } = await write(long(41), scripted({ outline: { ...outline, sections: [] }, section }).ask)
      expect(content).toMatchObject({ mode: 'mixed', sections: [{ heading: 'Does it help?' }] })
      expect(event.data).toMatchObject({ writer: 'extractive', degraded: [{ role: 'writer', reason: nothingCited, count: 1 }] })
    })
  })
})

describe('citation check', () => {
  const said = (text: string, ...ids: string[]): CitedSentence => ({
    text,
    citations: ids.map((id) => id.split('.')[0] ?? ''),
    evidence: ids,
  })
  const content: ReportContent = {
    title: 'T',
    summary: [said('Finding D1 e1 holds.', 'D1.e1'), said('A word of our own.')],
    sections: [
      {
        heading: 'H',
        subquestionIds: ['RQ1'],
        paragraphs: [[said('Elephants sing at 440 hertz.', 'D2.e1'), said('Finding D3 e1 holds.', 'D3.e1')]],
      },
    ],
    notEstablished: [],
    contradictions: [],
    removedCitations: 0,
    mode: 'model',
  }
  async function check(ask: AskModel, parts: { content?: ReportContent; state?: StateParts; fallback?: 'budget' } = {}) {
    const blobs = memoryBlobs()
    const contentHash = await blobs.put(new TextEncoder().encode(canonicalJson(parts.content ?? content)))
    const run = buildRun(items, { subquestions: plan, report: { contentHash, checked: false, citations: [] }, ...parts.state })
    const data: EventData<'CitationCheckRequested'> = {
      workId: 'check',
      ...(parts.fallback === undefined ? {} : { fallback: parts.fallback }),
      reserve: {},
    }
    const event = await outcome(taskOf(run, 'CitationCheckRequested', data, ask), 'CitationsChecked', blobs)
    const checked = blobs.content(event.data.contentHash)
    return {
      event,
      checked,
      verdicts: [...checked.summary, ...checked.sections.flatMap((section) => section.paragraphs.flat())].map(({ verdict }) => verdict),
    }
  }

  test('without a model: lexically, unsupported sentences are flagged, uncited ones left alone', async () => {
    const { event, verdicts, checked } = await check(none)
    expect(verdicts).toEqual(['supported', undefined, 'unsupported', 'supported'])
    expect(event).toEqual({
      type: 'CitationsChecked',
      data: {
        workId: 'check',
        contentHash: event.data.contentHash,
        method: 'lexical',
        verdicts: { supported: 2, partial: 0, unsupported: 1, cannotCheck: 0 },
        rewritten: 0,
        flagged: 1,
        citations: ['D1', 'D2', 'D3'],
        degraded: [],
      },
      usage: [],
    })
    expect({ ...checked, summary: [], sections: [] }).toEqual({ ...content, summary: [], sections: [] })
  })
  test('by the writer when no judge is routed: what is unsupported is rewritten once and checked again', async () => {
    const verdicts = (user: string) =>
      user.includes('Elephants') ? { S1: 'supported', S2: 'unsupported', S3: 'partial' } : { S1: 'supported' }
    const { ask, asked } = scripted({ verdicts, rewritten: { S1: 'D2 e1 holds [D2].' } })
    const { event, checked } = await check(ask)
    expect(asked.map(({ schemaName, role, stage }) => [schemaName, role, stage])).toEqual([
      ['verdicts', 'writer', 'check'],
      ['rewritten', 'writer', 'check'],
      ['verdicts', 'writer', 'check'],
    ])
    expect(asked[1]?.prompt.user).not.toContain('D1.e1')
    expect(checked.sections[0]?.paragraphs).toEqual([
      [
        { text: 'D2 e1 holds.', citations: ['D2'], evidence: ['D2.e1'], verdict: 'supported', rewritten: true },
        { ...said('Finding D3 e1 holds.', 'D3.e1'), verdict: 'partial' },
      ],
    ])
    expect(event.data).toMatchObject({
      method: 'openai:m',
      verdicts: { supported: 2, partial: 1, unsupported: 0, cannotCheck: 0 },
      rewritten: 1,
      flagged: 0,
      degraded: [],
    })
    expect(event.usage?.map((call) => call.callId)).toEqual(['verdicts-1', 'rewritten-2', 'verdicts-3'])
  })
  test('by the judge when one is routed; the writer rewrites', async () => {
    const state = { options: { models: { ...models.models, judge: 'openai:m' } } }
    const { ask, asked } = scripted({ verdicts: { S1: 'unsupported', S2: 'cannot-check', S3: 'supported' }, rewritten: {} })
    const { event, verdicts } = await check(ask, { state })
    expect(asked.map(({ role }) => role)).toEqual(['judge', 'writer'])
    expect(verdicts).toEqual(['unsupported', undefined, 'cannot-check', 'supported'])
    expect(event.data).toMatchObject({ verdicts: { supported: 1, partial: 0, unsupported: 1, cannotCheck: 1 }, rewritten: 0, flagged: 1 })
  })
  test('a sentence that is unsupported also after its rewriting is flagged', async () => {
    const { ask, asked } = scripted({ verdicts: { S1: 'unsupported', S2: 'supported', S3: 'supported' }, rewritten: { S1: 'Anew.' } })
    const { event, checked } = await check(ask)
    expect(asked).toHaveLength(3)
    expect(checked.summary[0]).toMatchObject({ text: 'Anew.', verdict: 'unsupported', rewritten: true })
    expect(event.data).toMatchObject({ rewritten: 1, flagged: 1, verdicts: { supported: 2, unsupported: 1 } })
  })
  test('a verdict left out is given lexically, and the step is degraded', async () => {
    const { event, verdicts } = await check(scripted({ verdicts: { S2: 'supported' } }).ask)
    expect(verdicts).toEqual(['supported', undefined, 'supported', 'supported'])
    expect(event.data).toMatchObject({ method: 'lexical and openai:m', degraded: [{ role: 'writer', reason: verdictsMissing, count: 1 }] })
  })
  const faults = [
    { name: 'garbage', fallback: undefined, reason: 'invalid', calls: 2 },
    { name: 'a budget that pays no call', fallback: 'budget' as const, reason: 'budget', calls: 0 },
  ]
  test.each(faults)('$name: the lexical check, and the steps degraded', async ({ fallback, reason, calls }) => {
    const { event, checked } = await check(
      scripted({ verdicts: 'nonsense', rewritten: 'nonsense' }).ask,
      fallback === undefined ? {} : { fallback },
    )
    expect(checked).toEqual((await check(none)).checked)
    expect(event.data).toMatchObject({ method: 'lexical', degraded: [{ role: 'writer', reason, count: 2 }] })
    expect(event.usage).toHaveLength(calls)
  })
  test('20 sentences are one call, 21 are two', async () => {
    const long = (count: number): ReportContent => ({
      ...content,
      summary: Array.from({ length: count }, () => said('Finding D1 e1 holds.', 'D1.e1')),
      sections: [],
    })
    const all = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`S${n + 1}`, 'supported']))
    const [twenty, more] = [scripted({ verdicts: all }), scripted({ verdicts: all })]
    await check(twenty.ask, { content: long(20) })
    const { event } = await check(more.ask, { content: long(21) })
    expect([twenty.asked.length, more.asked.length]).toEqual([1, 2])
    expect(event.data.verdicts.supported).toBe(21)
  })
  test('a citation whose evidence no longer counts cannot be checked, and no model is asked', async () => {
    const documents = [
      document('D1', { override: 'exclude' }),
      document('D2', { override: 'exclude' }),
      document('D3', { override: 'exclude' }),
    ]
    const { ask, asked } = scripted({})
    const { event } = await check(ask, { state: { documents } })
    expect(asked).toEqual([])
    expect(event.data).toMatchObject({
      method: 'lexical',
      verdicts: { supported: 0, partial: 0, unsupported: 0, cannotCheck: 3 },
      flagged: 0,
    })
  })
  test('a report that is missing is a failed delivery', async () => {
    const state = { report: { contentHash: '0'.repeat(64), checked: false, citations: [] } }
    await expect(check(none, { state })).rejects.toThrow('the blob store has no report')
    await expect(check(none, { state: { report: null } })).rejects.toThrow('there is no report to check')
  })
})

describe('other work', () => {
  test('is refused', async () => {
    const run = buildRun([], {})
    const task = taskOf(run, 'CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} }, none)
    await expect(createWriter({ blobs: memoryBlobs() }).handle(task)).rejects.toThrow('the writer does no work for CritiqueRequested')
  })
})
