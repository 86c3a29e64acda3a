import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { type EventData, type EventType, eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices, type ModelServices } from '@winnow/model/model-services.ts'
import { askModelFor, ProviderHealth } from '@winnow/runtime/ask-model.ts'
import type { RunSnapshot } from '@winnow/runtime/service.ts'
import { type ModelRequest, type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { buildOptions, subquestion } from '@winnow/testkit/state-builder.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWriter } from './service.ts'
import { answer, buildRun, item } from './testing/built-run.ts'
import { memoryBlobs } from './testing/scripted-task.ts'

const blobs = memoryBlobs()

/** The three steps of the writer on one run of `count` findings, through the real model call; their events and report. */
async function threeSteps(count: number, spec: string, model: ModelServices) {
  const models = Object.fromEntries(Object.keys(buildOptions().models).map((role) => [role, spec])) as ReturnType<
    typeof buildOptions
  >['models']
  const health = new ProviderHealth()
  const items = Array.from({ length: count }, (_, n) =>
    item(`D${n + 1}.e1`, {
      subquestionId: n % 2 === 0 ? 'RQ1' : 'RQ2',
      claim: `Finding number ${n + 1} of these trials is that memory helps the agents a little.`,
    }),
  )
  const own = (subquestionId: string) => items.filter((entry) => entry.subquestionId === subquestionId).map((entry) => entry.evidenceId)
  const answers = ['RQ1', 'RQ2'].map((id) =>
    answer(
      id,
      own(id).map((evidenceId) => [evidenceId]),
    ),
  )
  const subquestions = [subquestion('RQ1'), subquestion('RQ2')]
  const step = async <T extends EventType>(data: EventData<T>, request: T, contentHash: string | null = null): Promise<NewEvent> => {
    const report = contentHash === null ? null : { contentHash, checked: false, citations: [] }
    const decision = { type: request, data, pos: 9 } as unknown as TypedEvent
    const run: RunSnapshot = {
      runId: 'run-1',
      workspaceId: 'w',
      traceId: 't',
      ...buildRun(items, { subquestions, options: { models }, report }, answers),
      decision,
    }
    const work = {
      runId: 'run-1',
      workspaceId: 'w',
      service: 'writer',
      lane: 'main',
      workId: request,
      eventId: 'e',
      eventType: request,
      pos: 9,
      entry: 0,
    }
    const signal = new AbortController().signal
    const [event] = await createWriter({ blobs }).handle({ item: work, run, signal, ask: askModelFor(run, work, signal, model, health) })
    if (event === undefined) throw new Error('no event')
    eventDefinitions[event.type].schema.parse(event.data)
    return event
  }
  const synthesis = await step(
    { iteration: 1, items: [{ workId: 's', subquestionId: 'RQ1', evidenceIds: own('RQ1') }], reserve: {} },
    'SynthesisRequested',
  )
  const report = await step({ workId: 'report', stop: { rule: 2, reason: 'enough' }, reserve: {} }, 'ReportRequested')
  if (report.type !== 'ReportWritten' || synthesis.type !== 'SubquestionAnswered') throw new Error('other events')
  const check = await step({ workId: 'check', reserve: {} }, 'CitationCheckRequested', report.data.contentHash)
  if (check.type !== 'CitationsChecked') throw new Error('other events')
  return {
    synthesis,
    report,
    check,
    content: blobs.content(check.data.contentHash),
    known: new Set(items.map((entry) => entry.documentId)),
  }
}

function servicesAt(url: string): ModelServices {
  return createModelServices({
    environment: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'k', ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k', OLLAMA_HOST: url },
    bought: createMemoryBoughtAnswers(),
    concurrency: 4,
  })
}

function sentencesOf(content: ReportContent) {
  return [...content.summary, ...content.sections.flatMap((section) => section.paragraphs.flat())]
}

describe('the writer over a scripted model server', () => {
  let server: ScriptedModelServer
  let model: ModelServices
  beforeAll(async () => {
    server = await startScriptedModelServer([])
  })
  afterEach(() => model.close())
  afterAll(() => server.stop())

  /** Replies by what the schema asks for. */
  const valid = ({ schema, prompt }: ModelRequest): unknown => {
    const { properties } = schema as { properties: Record<string, unknown> }
    const [id = ''] = /D\d+\.e1/.exec(prompt) ?? []
    const sentence = { text: 'Memory helps.', evidence: [id] }
    const values: Record<string, unknown> = {
      answer: [sentence],
      notEstablished: [],
      contradictions: [],
      coverage: 0.5,
      title: 'Memory',
      summary: [sentence],
      sections: [{ heading: 'Effects', paragraphs: [{ sentences: [sentence] }] }],
    }
    return Object.fromEntries(Object.keys(properties).map((key) => [key, values[key] ?? 'supported']))
  }

  test('valid replies, fenced and wordy: nothing degraded, every call in the usage', async () => {
    server.script((request) => `<think>Let me see.</think>\nHere it is:\n\`\`\`json\n${JSON.stringify(valid(request))}\n\`\`\``)
    model = servicesAt(server.url)
    const { synthesis, report, check, content } = await threeSteps(6, 'openai:m', model)
    expect([synthesis, report, check].flatMap((event) => event.data.degraded)).toEqual([])
    expect(synthesis.data.synthesizer).toBe('openai:m')
    expect(report.data.writer).toBe('openai:m')
    expect(check.data).toMatchObject({ method: 'openai:m', verdicts: { unsupported: 0, cannotCheck: 0 } })
    expect(content.sections[0]).toMatchObject({ heading: 'Effects', paragraphs: [[{ text: 'Memory helps.', verdict: 'supported' }]] })
    expect([synthesis, report, check].flatMap((event) => event.usage ?? [])).toHaveLength(server.requests.length)
  })
  test('prompts and schemas hold nothing of the run’s own', async () => {
    server.script((request) => JSON.stringify(valid(request)))
    model = servicesAt(server.url)
    await threeSteps(6, 'openai:m', model)
    expect(server.requests.map(({ prompt }) => /run-1|2026/.test(prompt))).toEqual(server.requests.map(() => false))
  })
  test('garbage: the content without a model, every step degraded', async () => {
    server.script(() => 'I cannot help with that.')
    model = servicesAt(server.url)
    const garbage = await threeSteps(6, 'openai:m', model)
    const { content } = await threeSteps(6, 'none', model)
    expect(garbage.content).toEqual(content)
    expect([garbage.synthesis, garbage.report, garbage.check].map((event) => event.data.degraded.map(({ role }) => role)[0])).toEqual([
      'synthesizer',
      'writer',
      'judge',
    ])
  })
})

const standIn = fileURLToPath(new URL('../../../../shared/accept/fake-model.mjs', import.meta.url))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

describe.skipIf(!existsSync(standIn))('the writer over the stand-in model', () => {
  let process_: ChildProcess
  let model: ModelServices
  const start = async (mode: string): Promise<void> => {
    const port = await freePort()
    process_ = spawn(process.execPath, [standIn, String(port), mode], { stdio: ['ignore', 'ignore', 'pipe'] })
    if (process_.stderr !== null) await once(process_.stderr, 'data')
    model = servicesAt(`http://127.0.0.1:${port}`)
  }
  afterEach(async () => {
    await model.close()
    process_.kill()
  })
  const steps = async (specs: readonly string[]) => {
    const degraded: unknown[] = []
    let calls = 0
    for (const spec of specs) {
      for (const count of [2, 7, 12, 30, 50]) {
        const { synthesis, report, check, content, known } = await threeSteps(count, spec, model)
        for (const { citations } of sentencesOf(content)) {
          expect(citations.length).toBeGreaterThan(0)
          expect(citations.every((citation) => known.has(citation))).toBe(true)
        }
        for (const event of [synthesis, report, check]) {
          degraded.push(...event.data.degraded)
          calls += event.usage?.length ?? 0
        }
      }
    }
    return { degraded, calls }
  }

  test('valid replies over the three wire formats degrade nothing', async () => {
    await start('valid')
    const { degraded, calls } = await steps(['openai:fake-1', 'anthropic:fake-1', 'ollama:fake-1'])
    expect(degraded).toEqual([])
    expect(calls).toBeGreaterThan(60)
  })
  test('fenced, wordy and cut replies degrade at most a tenth', async () => {
    await start('mixed')
    const { degraded, calls } = await steps(['openai:fake-1'])
    expect(degraded.length).toBeLessThanOrEqual(calls / 10)
  })
})
