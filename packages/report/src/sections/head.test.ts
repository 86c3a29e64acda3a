import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { markdownReport } from '../markdown.ts'
import { materialOf } from '../testing/log-of.ts'
import { empty, report, withState } from '../testing/report-parts.ts'

describe('the head', () => {
  const withModels = (models: Partial<Record<string, string>>) => {
    const state = buildState({ status: 'paused' })
    return {
      ...state,
      request: state.request && {
        ...state.request,
        options: { ...state.request.options, models: { ...state.request.options.models, ...models } },
      },
    }
  }
  test.each<[string, Partial<Record<string, string>>, ReportContent['mode'] | null, string]>([
    [
      'extractive',
      {},
      'extractive',
      'Extractive mode: no language model was used. Relevance is lexical, evidence is quoted sentences, the text is assembled by template.',
    ],
    [
      'extractive beside models',
      { screener: 'a:b' },
      'extractive',
      'Extractive mode: the text is assembled by template; models were set for other steps (a:b for screener).',
    ],
    [
      'by a model',
      { writer: 'a:b', planner: 'a:b' },
      'model',
      'Written by a language model from the evidence below (a:b for planner, writer).',
    ],
    ['mixed', {}, 'mixed', 'Written in part by a language model, in part by template.'],
    ['no report', {}, null, 'No report text was written: the run is paused.'],
  ])('%s', (_, models, mode, expected) => {
    const text = report(withState(withModels(models), mode === null ? null : { ...empty, mode }))
    expect(text).toContain(`\n\n- ${expected}\n- Searched as of 2026-07-01; every formula uses that date.\n`)
    expect(text).not.toContain('degraded')
  })

  test('a review without a model says what is relevant', () => {
    const state = buildState({ status: 'paused', options: { review: { records: 9, screened: 4 } } })
    expect(report(withState(state, { ...empty, mode: 'extractive' }))).toContain(
      '- Extractive mode: no language model was used. Relevant is what question and criteria rank first, evidence is quoted sentences,',
    )
  })

  test('the title is the question where the report has none; it is not told twice', () => {
    const text = report(withState(buildState({ question: 'Why *me*?' })))
    expect(text.startsWith('# Why \\*me\\*?\n\nRun: run-2  \n')).toBe(true)
    expect(text).not.toContain('Question:')
    expect(report(materialOf([])).startsWith('# Report\n')).toBe(true)
  })

  test('a fork says so in the line that tells the run', () => {
    const from = { runId: 'r-old', at: 7, models: {}, reason: 'why not', ancestors: [] }
    const told = (point: typeof from | null) =>
      report(withState(buildState({ fork: { from: point, copying: false, costs: {} } }))).split('\n')
    expect(told(from)).toContain('Run: run-2, forked from r-old at event 7  ')
    expect(told(null)).toContain('Run: run-2  ')
  })

  test('one degraded step', () => {
    const degraded = { a: { stage: 'search', role: 'query', reason: 'r', count: 1 } } as const
    expect(report(withState(buildState({ degraded })))).toContain(
      '- 1 step was degraded: the fallback took the model’s place. See Limitations.',
    )
  })

  test.each([
    [999, '999 ms'],
    [0.4, '0 ms'],
    [1000, '1 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [3_599_000, '59 min 59 s'],
    [3_600_000, '1 h 0 min'],
    [7_380_000, '2 h 3 min'],
  ])('%d milliseconds are %s', (durationMs, expected) => {
    expect(markdownReport(materialOf([]), { generatedAt: 'g', durationMs })).toMatch(
      new RegExp(`\\nGenerated: g\\n[\\s\\S]*\\nDuration: ${expected}\\n`),
    )
  })
})
