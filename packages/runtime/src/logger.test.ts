import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

const logger = fileURLToPath(new URL('./logger.ts', import.meta.url))

const places = fileURLToPath(new URL('./telemetry/active-place.ts', import.meta.url))

/** What a process that logs gives out. */
function logged(level: string, code: string, secrets: readonly string[] = []) {
  const script = `const { createLogger } = await import(${JSON.stringify(logger)}); const log = createLogger(${JSON.stringify(level)}, ${JSON.stringify(secrets)}); ${code}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { stdout, lines: stderr.split('\n').filter((line) => line !== '') }
}

test('a log line is JSON on standard error, with what it is about', () => {
  const { stdout, lines } = logged('info', `log.info({ runId: 'r-1' }, 'started'); log.debug('unseen')`)
  expect(stdout).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, runId: 'r-1', msg: 'started' }])
})

test('secrets are kept out, at any of three depths', () => {
  const fields = ['apiKey', 'authorization', 'password', 'key', 'token', 'databaseUrl']
  const secrets = Object.fromEntries(fields.map((name) => [name, `canary-${name}`]))
  const { lines } = logged('info', `const s = ${JSON.stringify(secrets)}; log.info({ ...s, a: s, b: { c: s }, seen: 'yes' }, 'm')`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('canary')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    seen: 'yes',
    apiKey: '[secret]',
    a: { token: '[secret]' },
    b: { c: { key: '[secret]' } },
  })
})

test('a secret is kept out wherever it stands: in a text, an error, deep in an object, in a value that is known', () => {
  const code = `
    const error = Object.assign(new Error('no answer of postgres://u:canary-1@h/d'), { config: { headers: { list: [{ Authorization: 'canary-2' }] } } })
    log.error({ err: error, url: 'nats://canary-3@h' }, 'sent Bearer canary-4 and a "canary-5"')`
  const { lines } = logged('info', code, ['a "canary-5"'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('canary')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { message: 'no answer of postgres://u:[secret]@h/d' },
    msg: 'sent Bearer [secret] and [secret]',
  })
})

test('a line tells the trace, the run and the work that it is about', () => {
  const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), runId: 'r-1', workspaceId: 'w', workId: 'plan' }
  const code = `const { inPlace } = await import(${JSON.stringify(places)}); inPlace(${JSON.stringify(place)}, () => log.info({ workId: 'own' }, 'm')); log.info('outside')`
  const [inside, outside] = logged('info', code).lines.map((line) => JSON.parse(line))
  expect(inside).toMatchObject({ ...place, workId: 'own' })
  expect(outside).not.toHaveProperty('traceId')
})

test('a silent logger says nothing', () => {
  expect(logged('silent', `log.error('x')`).lines).toEqual([])
  expect(() => createLogger('silent').error('x')).not.toThrow()
})
