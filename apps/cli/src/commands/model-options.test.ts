import { answerRoles, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { configFrom } from '../config.ts'
import { resolveModels } from './model-options.ts'

const config = (env: Record<string, string>): Config => configFrom(env, '/w', {})
const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }
/** What every role is routed to, but the judge and the second screener. */
const all = (spec: string, own: Record<string, string> = {}) => ({
  ...Object.fromEntries(modelRoles.map((role) => [role, role === 'judge' || role === 'screener2' ? 'none' : spec])),
  ...own,
})

describe('the model of a role, by what is set', () => {
  test.each([
    ['nothing', {}, undefined, {}, all('none')],
    ['a key', { OPENAI_API_KEY: 'k' }, undefined, {}, all('openai:gpt-5-mini')],
    ['the other key', { ANTHROPIC_API_KEY: 'k' }, undefined, {}, all('anthropic:claude-haiku-4-5')],
    ['WINNOW_MODEL before a key', { ...keys, WINNOW_MODEL: 'openai:env' }, undefined, {}, all('openai:env')],
    ['--model before WINNOW_MODEL', { ...keys, WINNOW_MODEL: 'openai:env' }, 'openai:flag', {}, all('openai:flag')],
    [
      'WINNOW_MODEL_<ROLE> before --model',
      { ...keys, WINNOW_MODEL_READER: 'anthropic:role-env' },
      'openai:flag',
      {},
      all('openai:flag', { reader: 'anthropic:role-env' }),
    ],
    [
      '--model-<role> before WINNOW_MODEL_<ROLE>',
      { ...keys, WINNOW_MODEL_READER: 'anthropic:role-env' },
      'openai:flag',
      { reader: 'openai:role-flag' },
      all('openai:flag', { reader: 'openai:role-flag' }),
    ],
    ['none for one role', keys, 'openai:flag', { critic: 'none' }, all('openai:flag', { critic: 'none' })],
    ['none for all', keys, 'none', {}, all('none')],
    ['a judge only when it is named', keys, 'openai:flag', { judge: 'openai:judge' }, all('openai:flag', { judge: 'openai:judge' })],
    [
      'a second screener only when it is named',
      keys,
      'openai:flag',
      { screener2: 'openai:second' },
      all('openai:flag', { screener2: 'openai:second' }),
    ],
    [
      'a second screener by the environment',
      { ...keys, WINNOW_MODEL_SCREENER2: 'openai:second' },
      'openai:flag',
      {},
      all('openai:flag', { screener2: 'openai:second' }),
    ],
    [
      'a judge by the environment',
      { ...keys, WINNOW_MODEL_JUDGE: 'openai:j' },
      'openai:flag',
      {},
      all('openai:flag', { judge: 'openai:j' }),
    ],
  ])('%s', (_, env, model, perRole, models) => {
    expect(resolveModels(config(env), model, perRole).models).toEqual(models)
  })
})

describe('what cannot be used', () => {
  test.each([
    ['a provider without its key', {}, 'openai:m', {}, 'openai:m: openai needs a key: set OPENAI_API_KEY'],
    [
      'one for a role',
      { OPENAI_API_KEY: 'k' },
      'openai:m',
      { critic: 'anthropic:c' },
      'anthropic:c: anthropic needs a key: set ANTHROPIC_API_KEY',
    ],
    ['an address that is none', { OLLAMA_HOST: 'http://' }, 'ollama:q', {}, 'ollama:q: OLLAMA_HOST is no address'],
    ['an unknown provider', keys, 'nobody:m', {}, 'nobody'],
    ['one of a role, which is named', keys, 'openai:m', { reader: 'what' }, 'model of role reader'],
  ])('%s', (_, env, model, perRole, says) => {
    expect(() => resolveModels(config(env), model, perRole)).toThrow(says)
  })

  test('a base URL needs no key', () => {
    expect(resolveModels(config({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }), 'openai:m', {}).models.reader).toBe('openai:m')
  })
})

describe('roles that are not used', () => {
  test('have no model, and need no provider', () => {
    const env = { OPENAI_API_KEY: 'k', WINNOW_MODEL_READER: 'anthropic:r', WINNOW_MODEL_AGENT: 'openai:a' }
    const { models, notes } = resolveModels(config(env), 'openai:m', { planner: 'openai:p' }, answerRoles)
    expect(models).toEqual({ ...Object.fromEntries(modelRoles.map((role) => [role, 'none'])), agent: 'openai:a', summarizer: 'openai:m' })
    expect(notes).toEqual([])
  })
  test('leave a run extractive', () => {
    expect(resolveModels(config({ OPENAI_API_KEY: 'k', WINNOW_MODEL_READER: 'openai:r' }), 'none', {}, answerRoles).notes).toEqual([
      'extractive mode: no model is used.',
    ])
  })
})

describe('what the user is told', () => {
  test.each([
    [
      'nothing set',
      {},
      undefined,
      ['extractive mode: no model is used. No model is configured: set OPENAI_API_KEY, ANTHROPIC_API_KEY or name a model with --model.'],
    ],
    ['none asked for', {}, 'none', ['extractive mode: no model is used.']],
    [
      'an address without a model',
      { OPENAI_BASE_URL: 'http://h/v1' },
      undefined,
      ['extractive mode: no model is used. OPENAI_BASE_URL is set, but not which model to use there: name it with --model openai:<model>.'],
    ],
    ['a default', { OPENAI_API_KEY: 'k' }, undefined, ['model openai:gpt-5-mini, as its key is set; choose another with --model']],
    ['a model that was named', keys, 'openai:m', []],
    ['a model that the environment names', { ...keys, WINNOW_MODEL: 'openai:m' }, undefined, []],
    ['one local model', {}, 'ollama:q', []],
    [
      'several local models',
      { WINNOW_MODEL_READER: 'ollama:a' },
      'ollama:q',
      ['the roles name 2 local models (ollama:a, ollama:q): loading them in turn will take most of the time'],
    ],
  ])('%s', (_, env, model, notes) => {
    expect(resolveModels(config(env), model, {}).notes).toEqual(notes)
  })
})
