import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configFrom, dotEnv, readConfig } from './config.ts'
import { testSources } from './testing/command-line.ts'

test('nothing set: the defaults', () => {
  expect(configFrom({}, '/w', {})).toEqual({
    natsUrl: undefined,
    port: 8080,
    healthPort: undefined,
    openAnswers: false,
    otlpEndpoint: undefined,
    server: undefined,
    key: undefined,
    serviceLogLevel: 'info',
    home: join(homedir(), '.winnow'),
    databaseUrl: undefined,
    model: undefined,
    roleModels: {},
    reranker: null,
    concurrency: 6,
    logLevel: 'silent',
    sources: testSources(),
    cwd: '/w',
    environment: {},
  })
})

test('everything set', () => {
  const env = {
    WINNOW_HOME: 'data',
    DATABASE_URL: ' postgres://h/db ',
    WINNOW_MODEL: 'openai:m',
    WINNOW_MODEL_READER: ' ollama:q ',
    WINNOW_MODEL_JUDGE: '  ',
    WINNOW_MODEL_NOBODY: ' ',
    WINNOW_CONCURRENCY: '12',
    WINNOW_LOG: 'debug',
    NATS_URL: ' nats://h ',
    PORT: '0',
    WINNOW_HEALTH_PORT: '65535',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
    WINNOW_OPEN_ANSWERS: '1',
    WINNOW_RERANKER_URL: ' https://r.example/v2 ',
    WINNOW_RERANKER_MODEL: 'rerank-m',
    WINNOW_RERANKER_KEY: 'rk',
    WINNOW_RERANKER_FORMAT: 'cohere',
    WINNOW_SERVER: 'https://w',
    WINNOW_KEY: 'wk_1_x',
    OPENALEX_API_KEY: ' k ',
  }
  expect(configFrom(env, '/w', {})).toEqual({
    home: '/w/data',
    databaseUrl: 'postgres://h/db',
    natsUrl: 'nats://h',
    port: 0,
    healthPort: 65_535,
    openAnswers: true,
    otlpEndpoint: 'http://c:4318',
    server: 'https://w',
    key: 'wk_1_x',
    model: 'openai:m',
    roleModels: { reader: 'ollama:q' },
    reranker: { url: 'https://r.example/v2', model: 'rerank-m', key: 'rk', format: 'cohere' },
    concurrency: 12,
    logLevel: 'debug',
    serviceLogLevel: 'debug',
    sources: testSources({ OPENALEX_API_KEY: 'k' }),
    cwd: '/w',
    environment: env,
  })
})

test('a reranker is one once its address is set; its model is the reference, its shape that of Jina', () => {
  expect(configFrom({ WINNOW_RERANKER_URL: 'http://127.0.0.1:8000' }, '/w', {}).reranker).toEqual({
    url: 'http://127.0.0.1:8000',
    model: 'Qwen/Qwen3-Reranker-0.6B',
    key: undefined,
    format: 'jina',
  })
  expect(configFrom({ WINNOW_RERANKER_MODEL: 'm', WINNOW_RERANKER_KEY: 'k', WINNOW_RERANKER_FORMAT: 'tei' }, '/w', {}).reranker).toBeNull()
})

test('what is blank is not set', () => {
  expect(configFrom({ WINNOW_MODEL: ' ', DATABASE_URL: '', WINNOW_CONCURRENCY: '', WINNOW_LOG: '' }, '/w', {})).toMatchObject({
    model: undefined,
    databaseUrl: undefined,
    concurrency: 6,
    logLevel: 'silent',
    serviceLogLevel: 'info',
    port: 8080,
    healthPort: undefined,
    natsUrl: undefined,
  })
})

test.each([
  ['1', true],
  ['0', false],
  [' ', false],
])('WINNOW_OPEN_ANSWERS=%s', (value, open) => {
  expect(configFrom({ WINNOW_OPEN_ANSWERS: value }, '/w', {}).openAnswers).toBe(open)
})

test('the environment goes before .env, variable by variable', () => {
  const config = configFrom({ WINNOW_MODEL: 'openai:a' }, '/w', { WINNOW_MODEL: 'openai:b', OPENAI_API_KEY: 'k', WINNOW_CONCURRENCY: '2' })
  expect(config).toMatchObject({ model: 'openai:a', concurrency: 2, environment: { OPENAI_API_KEY: 'k', WINNOW_MODEL: 'openai:a' } })
})

describe('values that cannot be used', () => {
  test.each(['1', '256'])('WINNOW_CONCURRENCY=%s can', (value) => {
    expect(configFrom({ WINNOW_CONCURRENCY: value }, '/w', {}).concurrency).toBe(Number(value))
  })

  test.each(['0', '257', '-1', '2.5', 'many', '1e2', '0x10'])('WINNOW_CONCURRENCY=%s', (value) => {
    expect(() => configFrom({ WINNOW_CONCURRENCY: value }, '/w', {})).toThrow(
      new UsageError(
        `the environment (or .env) has values that cannot be used: WINNOW_CONCURRENCY takes a whole number from 1 to 256, not "${value}"`,
      ),
    )
  })

  test('WINNOW_LOG', () => {
    expect(() => configFrom({}, '/w', { WINNOW_LOG: 'loud' })).toThrow('WINNOW_LOG takes silent, error, warn, info, debug, not "loud"')
  })

  test('WINNOW_RERANKER_FORMAT', () => {
    expect(() => configFrom({ WINNOW_RERANKER_FORMAT: 'other' }, '/w', {})).toThrow(
      'WINNOW_RERANKER_FORMAT takes jina, cohere, vllm, tei, not "other"',
    )
  })

  test.each(['ftp://user:s3cret@h', 's3cret'])('WINNOW_RERANKER_URL=%s: an address may hold a password and is not repeated', (value) => {
    const fault = 'WINNOW_RERANKER_URL takes an address such as http://127.0.0.1:8000 or https://api.jina.ai/v1'
    expect(() => configFrom({ WINNOW_RERANKER_URL: value }, '/w', {})).toThrow(
      new UsageError(`the environment (or .env) has values that cannot be used: ${fault}`),
    )
  })

  test.each([
    ['WINNOW_OPENALEX_URL', 'api.openalex.org', 'takes an http(s) address'],
    ['WINNOW_SEARXNG_URL', 'ftp://h/', 'takes an http(s) address'],
    ['WINNOW_OFFLINE', 'yes', 'takes 1 or 0'],
    ['WINNOW_OPEN_ANSWERS', 'yes', 'takes 1 or 0'],
    ['WINNOW_SEMANTIC_SCHOLAR', 'maybe', 'takes auto, on or off'],
  ])('%s=%s', (name, value, takes) => {
    expect(() => configFrom({ [name]: value }, '/w', {})).toThrow(
      new UsageError(`the environment (or .env) has values that cannot be used: ${name} ${takes}, not "${value}"`),
    )
  })

  test.each([
    ['WINNOW_MODEL_READR', 'there is no role READR; did you mean READER? known'],
    ['WINNOW_MODEL_reader', 'there is no role reader; did you mean READER? known'],
    ['WINNOW_MODEL_NOBODY', 'there is no role NOBODY; known'],
    ['WINNOW_MODEL_', 'there is no role ; known'],
  ])('%s, a role that there is not: the nearest and all roles', (name, says) => {
    const known = 'PLANNER, INTENT, QUERY, SCREENER, SCREENER2, READER, SYNTHESIZER, CRITIC, WRITER, JUDGE, AGENT, SUMMARIZER'
    expect(() => configFrom({ [name]: 'openai:m' }, '/w', {})).toThrow(new UsageError(`${name}: ${says}: ${known}`))
    expect(() => configFrom({}, '/w', { [name]: 'openai:m' })).toThrow(UsageError)
  })

  test('all are named at once', () => {
    expect(() => configFrom({ WINNOW_LOG: 'loud', WINNOW_OFFLINE: 'no' }, '/w', {})).toThrow(/WINNOW_LOG takes .*; WINNOW_OFFLINE takes/)
  })
})

describe('.env', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-config-'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })

  test('is read from the folder', async () => {
    await writeFile(join(folder, '.env'), '# keys\nOPENAI_API_KEY="k 1"\nWINNOW_MODEL=openai:m\n')
    expect(dotEnv(folder)).toEqual({ OPENAI_API_KEY: 'k 1', WINNOW_MODEL: 'openai:m' })
  })

  test('need not be there, and a folder of that name is none', async () => {
    expect(dotEnv(folder)).toEqual({})
    await mkdir(join(folder, '.env'))
    expect(dotEnv(folder)).toEqual({})
  })

  test('that cannot be read is named', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(() => dotEnv(join(folder, 'file'))).toThrow(`${join(folder, 'file', '.env')} cannot be read: ENOTDIR`)
  })

  test('the folder is the one where npm was called, else that of the process', async () => {
    await writeFile(join(folder, '.env'), 'WINNOW_HOME=here\n')
    vi.stubEnv('WINNOW_HOME', undefined)
    vi.stubEnv('INIT_CWD', folder)
    expect(readConfig()).toMatchObject({ cwd: folder, home: join(folder, 'here') })
    vi.stubEnv('INIT_CWD', '')
    expect(readConfig().cwd).toBe(process.cwd())
  })
})

test.each(['65536', '-1', '80a', '123456'])('a port "%s" is bad usage', (value) => {
  for (const name of ['PORT', 'WINNOW_HEALTH_PORT'])
    expect(() => configFrom({ [name]: value }, '/w', {})).toThrow(`${name} takes a port from 0 to 65535, not "${value}"`)
})

test.each(['collector:4318', 'grpc://c:4317', 'c'])('an OTLP endpoint "%s" is bad usage', (value) => {
  expect(() => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: value }, '/w', {})).toThrow(
    `OTEL_EXPORTER_OTLP_ENDPOINT takes an address such as http://collector:4318, not "${value}"`,
  )
})

describe('addresses of the database and the broker', () => {
  test.each(['nonsense', 'mysql://h/db', '127.0.0.1:5432', 'postgresx://h/db', 'xpostgres://h/db'])(
    '"%s" is no database, and not repeated',
    (value) => {
      expect(() => configFrom({ DATABASE_URL: value }, '/w', {})).toThrow(
        /values that cannot be used: DATABASE_URL takes an address such as postgres:\/\/user:password@host:5432\/database$/,
      )
    },
  )

  test.each(['http://h:4222', 'nonsense::', 'nats://'])('"%s" is no broker, and not repeated', (value) => {
    expect(() => configFrom({ NATS_URL: value }, '/w', {})).toThrow(
      /values that cannot be used: NATS_URL takes an address such as nats:\/\/user:password@host:4222$/,
    )
  })

  test.each([
    { DATABASE_URL: 'postgresql://u:p@h/db?sslmode=require' },
    { DATABASE_URL: 'postgres:///db?host=/run/postgresql' },
    { NATS_URL: 'h:4222, tls://u:p@h2' },
  ])('%o can be used', (env) => {
    expect(configFrom(env, '/w', {})).toMatchObject('NATS_URL' in env ? { natsUrl: env.NATS_URL } : { databaseUrl: env.DATABASE_URL })
  })
})
