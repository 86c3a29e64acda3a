import type { Fault } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { lookedUp } from './looked-up.ts'

describe('lookedUp', () => {
  const record = libraryRecord('r1')
  const throttled: Fault = { kind: 'throttled', message: 'slow down' }
  const broken: Fault = { kind: 'broken', message: 'broken' }
  it('found', () => {
    expect(lookedUp([['doi:a', record]], [])).toEqual({ outcome: 'answered', records: new Map([['doi:a', record]]) })
  })
  it('unknown', () => {
    expect(lookedUp([], [])).toEqual({ outcome: 'answered', records: new Map() })
  })
  it('found, and one not answered', () => {
    expect(lookedUp([['doi:a', record]], [['doi:b', broken]])).toEqual({
      outcome: 'answered',
      records: new Map([['doi:a', record]]),
      unanswered: new Map([['doi:b', 'broken']]),
    })
  })
  it('nothing found and something not answered: the first failure', () => {
    expect(
      lookedUp(
        [],
        [
          ['doi:a', throttled],
          ['doi:b', broken],
        ],
      ),
    ).toEqual({ outcome: 'throttled', reason: 'slow down' })
  })
})
