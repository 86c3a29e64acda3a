import { describe, expect, test } from 'vitest'
import { parseModelSpec } from '../model-spec.ts'
import { costUsd } from '../prices.ts'
import { configuredProvider, defaultModelSpec } from './environment.ts'

const endpoint = (environment: Record<string, string>, provider: 'openai' | 'anthropic' | 'ollama') => {
  const configured = configuredProvider(environment, provider)
  return configured.ok ? [configured.endpoint.url, configured.endpoint.key] : configured.message
}

describe('configuredProvider', () => {
  test.each([
    ['openai', { OPENAI_API_KEY: 'k' }, ['https://api.openai.com/v1', 'k']],
    ['openai', { OPENAI_API_KEY: ' k ', OPENAI_BASE_URL: ' http://h:1/v1/ ' }, ['http://h:1/v1', 'k']],
    ['openai', { OPENAI_BASE_URL: 'https://h/v1//' }, ['https://h/v1', undefined]],
    ['openai', {}, 'openai needs a key: set OPENAI_API_KEY'],
    ['openai', { OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '' }, 'openai needs a key: set OPENAI_API_KEY'],
    ['openai', { OPENAI_BASE_URL: 'h:1/v1' }, 'OPENAI_BASE_URL is no http(s) address'],
    ['openai', { OPENAI_BASE_URL: 'http://' }, 'OPENAI_BASE_URL is no http(s) address'],
    ['openai', { OPENAI_BASE_URL: 'file:///etc/passwd' }, 'OPENAI_BASE_URL is no http(s) address'],
    ['anthropic', { ANTHROPIC_API_KEY: 'k' }, ['https://api.anthropic.com', 'k']],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://h:1' }, ['http://h:1', undefined]],
    ['anthropic', { OPENAI_API_KEY: 'k' }, 'anthropic needs a key: set ANTHROPIC_API_KEY'],
    ['ollama', {}, ['http://127.0.0.1:11434', undefined]],
    ['ollama', { OLLAMA_HOST: 'h' }, ['http://h:11434', undefined]],
    ['ollama', { OLLAMA_HOST: 'h:1' }, ['http://h:1', undefined]],
    ['ollama', { OLLAMA_HOST: 'h:80' }, ['http://h', undefined]],
    ['ollama', { OLLAMA_HOST: ':1' }, ['http://127.0.0.1:1', undefined]],
    ['ollama', { OLLAMA_HOST: '0.0.0.0:1' }, ['http://127.0.0.1:1', undefined]],
    ['ollama', { OLLAMA_HOST: 'http://h:1/' }, ['http://h:1', undefined]],
    ['ollama', { OLLAMA_HOST: 'https://h/ollama/' }, ['https://h/ollama', undefined]],
    ['ollama', { OLLAMA_HOST: 'a b' }, 'OLLAMA_HOST is no address'],
  ] as const)('%s with %j', (provider, environment, expected) => {
    expect(endpoint(environment, provider)).toEqual(expected)
  })
})

describe('defaultModelSpec', () => {
  test.each([
    [{ OPENAI_API_KEY: 'k' }, 'openai', null],
    [{ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', OLLAMA_HOST: 'h' }, 'openai', null],
    [{ ANTHROPIC_API_KEY: 'k', OLLAMA_HOST: 'h' }, 'anthropic', null],
    [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://h/v1' }, 'none', 'OPENAI_BASE_URL is set'],
    [{ OLLAMA_HOST: 'h' }, 'none', 'OLLAMA_HOST is set'],
    [{}, 'none', 'no model is configured'],
    [{ OPENAI_API_KEY: '' }, 'none', 'no model is configured'],
  ])('%j → %s', (environment, provider, hint) => {
    const chosen = defaultModelSpec(environment)
    expect(parseModelSpec(chosen.spec)).toMatchObject({ ok: true, spec: { provider } })
    expect(chosen.hint).toEqual(hint === null ? null : expect.stringContaining(hint))
  })
})

test.each(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'])('the default model of %s has a known price, so a cost limit can be kept', (name) => {
  const environment = { [name]: 'k' }
  const parsed = parseModelSpec(defaultModelSpec(environment).spec)
  if (!parsed.ok || parsed.spec.provider === 'none') throw new Error('no default')
  const { provider, model } = parsed.spec
  const configured = configuredProvider(environment, provider)
  const cost = configured.ok ? costUsd(provider, model, configured.endpoint.url, { input: 1_000, output: 100, cached: 0 }) : null
  expect(cost).toBeGreaterThan(0)
})
