import { JetStreamApiError } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import { errors } from '@nats-io/transport-node'
import { describe, expect, test, vi } from 'vitest'
import { answer, attempts, isTransient, pauseMs } from './broker-answers.ts'

const api = (code: number) => new JetStreamApiError({ code, err_code: 10_000, description: 'no' })
const violation = new errors.PermissionViolationError('no', 'publish', 'research.x')
const noResponders = new errors.RequestError('no', { cause: new errors.NoRespondersError('x') })

test.each([
  { name: 'no answer in time', error: new errors.TimeoutError(), transient: true },
  { name: 'nobody answers', error: noResponders, transient: true },
  { name: 'no stream yet', error: new jserrors.JetStreamNotEnabled('no'), transient: true },
  { name: 'no leader', error: api(503), transient: true },
  { name: 'not found', error: api(404), transient: false },
  { name: 'refused', error: api(400), transient: false },
  { name: 'the account may not', error: violation, transient: false },
  { name: 'a request that the account may not send', error: new errors.RequestError('no', { cause: violation }), transient: false },
  { name: 'the connection is closed', error: new errors.ClosedConnectionError(), transient: false },
  { name: 'a fault of ours', error: new Error('no'), transient: false },
])('$name: transient $transient', ({ error, transient }) => {
  expect(isTransient(error)).toBe(transient)
})

describe('an answer', () => {
  const asking = (fails: number, error: unknown = new errors.TimeoutError()) => {
    const ask = vi.fn(async () => {
      if (ask.mock.calls.length <= fails) throw error
      return 'told'
    })
    return ask
  }

  test('is asked for until it comes', async () => {
    const ask = asking(attempts - 1)
    expect(await answer(ask, async () => undefined)).toBe('told')
    expect(ask).toHaveBeenCalledTimes(attempts)
  })

  test('that never comes is given up', async () => {
    const ask = asking(attempts)
    await expect(answer(ask, async () => undefined)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(ask).toHaveBeenCalledTimes(attempts)
  })

  test('that refuses is one', async () => {
    const ask = asking(1, api(404))
    await expect(answer(ask, async () => undefined)).rejects.toThrow('no')
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('is asked for again after a pause', async () => {
    const pauses: number[] = []
    await answer(asking(2), async (ms) => void pauses.push(ms))
    expect(pauses).toEqual([pauseMs, pauseMs])
  })
})
