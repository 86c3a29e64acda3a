import { describe, expect, test } from 'vitest'
import { testConfig } from '../testing/command-line.ts'
import { modelCheck, modelChecks } from './model-checks.ts'

const config = (parts: Partial<ReturnType<typeof testConfig>>) => ({ ...testConfig('postgres://h/db', '/'), ...parts })
const never = new AbortController().signal

describe('without a question', () => {
  test('no model is no fault, and what to set is told', async () => {
    expect(await modelChecks(config({ model: undefined }), true, never)).toEqual([
      { name: 'model', ok: true, detail: expect.stringMatching(/^none: extractive mode\. .*OPENAI_API_KEY/), fix: null },
    ])
    expect(await modelChecks(config({ model: 'none' }), true, never)).toEqual([
      { name: 'model', ok: true, detail: 'none: extractive mode.', fix: null },
    ])
  })

  test('a model whose key is missing', async () => {
    expect(await modelChecks(config({ model: 'openai:m' }), true, never)).toEqual([
      {
        name: 'model',
        ok: false,
        detail: 'openai:m: openai needs a key: set OPENAI_API_KEY',
        fix: expect.stringContaining('WINNOW_MODEL'),
      },
    ])
  })

  test('not asked: each model with its roles', async () => {
    const checks = await modelChecks(config({ model: 'ollama:a', roleModels: { reader: 'ollama:b', critic: 'none' } }), false, never)
    expect(checks).toEqual([
      {
        name: 'model ollama:a',
        ok: true,
        detail: 'planner, intent, query, screener, synthesizer, writer, agent, summarizer; not asked',
        fix: null,
      },
      { name: 'model ollama:b', ok: true, detail: 'reader; not asked', fix: null },
    ])
  })
})

describe('what it answered', () => {
  const value = { word: 'winnow', length: 6 }
  test.each([
    ['as asked', { ok: true, value, repairs: [], usage: [] }, 'reader; answered as asked'],
    ['after a repair', { ok: true, value, repairs: ['fence'], usage: [] }, 'reader; answered as asked, after a repair'],
  ] as const)('%s', (_, result, detail) => {
    expect(modelCheck('model m', ['reader'], result)).toEqual({ name: 'model m', ok: true, detail, fix: null })
  })

  test.each([
    ['provider', /see what it said; .*WINNOW_MODEL/],
    ['invalid', /JSON/],
    ['truncated', /JSON/],
    ['refused', /JSON/],
    ['prompt-too-long', /JSON/],
    ['no-model', /JSON/],
  ] as const)('%s', (failure, fix) => {
    expect(modelCheck('model m', ['reader', 'critic'], { ok: false, value: null, failure, reason: 'why', usage: [] })).toEqual({
      name: 'model m',
      ok: false,
      detail: 'reader, critic; why',
      fix: expect.stringMatching(fix),
    })
  })

  test('not in time', () => {
    expect(modelCheck('model m', ['reader'], { ok: false, value: null, failure: 'aborted', reason: 'why', usage: [] })).toMatchObject({
      ok: false,
      detail: 'reader; no answer within 30 s',
      fix: expect.stringContaining('loaded'),
    })
  })
})
