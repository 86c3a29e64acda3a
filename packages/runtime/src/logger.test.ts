import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

const logger = fileURLToPath(new URL('./logger.ts', import.meta.url))

/** What a process that logs gives out. */
function logged(level: string, code: string) {
  const script = `const { createLogger } = await import(${JSON.stringify(logger)}); const log = createLogger(${JSON.stringify(level)}); ${code}`
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

test('a silent logger says nothing', () => {
  expect(logged('silent', `log.error('x')`).lines).toEqual([])
  expect(() => createLogger('silent').error('x')).not.toThrow()
})
