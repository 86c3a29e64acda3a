import { UsageError } from '@winnow/runs/usage-error.ts'
import { expect, test } from 'vitest'
import { liveStatus, liveStatuses, loggedStatuses, statusOption } from './live-status.ts'

test.each([
  { status: 'queued', driven: false, live: 'interrupted' },
  { status: 'queued', driven: true, live: 'queued' },
  { status: 'running', driven: false, live: 'interrupted' },
  { status: 'running', driven: true, live: 'running' },
  { status: 'paused', driven: false, live: 'paused' },
  { status: 'completed', driven: false, live: 'completed' },
  { status: 'failed', driven: false, live: 'failed' },
  { status: 'cancelled', driven: false, live: 'cancelled' },
] as const)('$status, driven $driven: $live', async ({ status, driven, live }) => {
  const asked: string[] = []
  const locks = {
    isDriven: async (runId: string) => {
      asked.push(runId)
      return driven
    },
  }
  expect(await liveStatus({ runId: 'r-1', status }, locks)).toBe(live)
  expect(asked).toEqual(status === 'queued' || status === 'running' ? ['r-1'] : [])
})

test('an interrupted run is queued or running in the log; every other status is its own', () => {
  expect(loggedStatuses('interrupted')).toEqual(['queued', 'running'])
  for (const status of liveStatuses.filter((known) => known !== 'interrupted')) expect(loggedStatuses(status)).toEqual([status])
})

test('--status takes every status and nothing else', () => {
  for (const status of liveStatuses) expect(statusOption(status)).toBe(status)
  expect(() => statusOption('done')).toThrow(UsageError)
  expect(() => statusOption('done')).toThrow(/interrupted/)
})
