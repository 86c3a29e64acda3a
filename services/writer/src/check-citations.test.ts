import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import type { AskModel } from '@winnow/runtime/service.ts'
import { buildOptions, document, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { verdictsMissing } from './core/degraded-steps.ts'
import { buildRun, item } from './testing/built-run.ts'
import { memoryBlobs, none, outcome, scripted, taskOf } from './testing/scripted-task.ts'

const plan = [subquestion('RQ1', { text: 'Does it help?' }), subquestion('RQ2', { text: 'For whom?', priority: 2 })]
const items = [item('D1.e1'), item('D2.e1', { strength: 0.5 }), item('D3.e1', { subquestionId: 'RQ2' })]

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
    expect(checked.summary[0]).not.toHaveProperty('flaw')
    expect(checked.sections[0]?.paragraphs[0]?.[0]?.flaw).toEqual({
      kind: 'few-words',
      note: 'the evidence does not speak of elephants, sing, hertz',
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
  test('what an earlier check found wrong is not kept', async () => {
    const flawed: ReportContent = {
      ...content,
      summary: [{ ...said('Finding D1 e1 holds.', 'D1.e1'), flaw: { kind: 'number', note: 'old' } }],
      sections: [],
    }
    const expected = [{ ...said('Finding D1 e1 holds.', 'D1.e1'), verdict: 'supported' }]
    expect((await check(none, { content: flawed })).checked.summary).toEqual(expected)
    expect((await check(scripted({ verdicts: { S1: 'supported' } }).ask, { content: flawed })).checked.summary).toEqual(expected)
  })
  test('by the judge when one is routed; the writer rewrites', async () => {
    const state = { options: { models: { ...buildOptions().models, judge: 'openai:m' } } }
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
