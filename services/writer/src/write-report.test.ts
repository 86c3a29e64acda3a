import type { EventData } from '@winnow/contracts/registry.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { AskModel } from '@winnow/runtime/service.ts'
import { document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { nothingCited } from './core/degraded-steps.ts'
import { answer, type BuiltRun, buildRun, item } from './testing/built-run.ts'
import { memoryBlobs, none, outcome, scripted, taskOf } from './testing/scripted-task.ts'

const plan = [subquestion('RQ1', { text: 'Does it help?' }), subquestion('RQ2', { text: 'For whom?', priority: 2 })]
const items = [item('D1.e1'), item('D2.e1', { strength: 0.5 }), item('D3.e1', { subquestionId: 'RQ2' })]

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
