import { UsageError } from '@winnow/runs/usage-error.ts'
import { expect, test } from 'vitest'
import { listening } from './listening.ts'

const failing = (code: string) => async (): Promise<number> => {
  throw Object.assign(new Error(`listen ${code}`), { code })
}

test('what listens is given back', async () => {
  expect(await listening('PORT', 1, async () => 7)).toBe(7)
})

test.each([
  ['EADDRINUSE', 'port 8081 is taken by another process: end that one, or set WINNOW_HEALTH_PORT to another port (0: any free one)'],
  ['EACCES', 'port 8081 is not for this user: set WINNOW_HEALTH_PORT to one from 1024 on'],
])('%s is bad usage, and the variable is named', async (code, message) => {
  const refused = listening('WINNOW_HEALTH_PORT', 8081, failing(code))
  await expect(refused).rejects.toBeInstanceOf(UsageError)
  await expect(refused).rejects.toThrow(message)
})

test('other faults are passed on', async () => {
  const refused = listening('PORT', 80, failing('EMFILE'))
  await expect(refused).rejects.not.toBeInstanceOf(UsageError)
  await expect(refused).rejects.toThrow('listen EMFILE')
})
