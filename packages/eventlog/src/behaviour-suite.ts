import type { Recorded } from '@winnow/contracts/envelope.ts'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { appendBehaviour } from './behaviour/append-behaviour.ts'
import { consumingBehaviour } from './behaviour/consuming-behaviour.ts'
import { modelBehaviour } from './behaviour/model-behaviour.ts'
import { readingBehaviour } from './behaviour/reading-behaviour.ts'
import { knownParser } from './behaviour/test-events.ts'
import type { EventLog, EventParser } from './event-log.ts'

/** An implementation of the log for the suite. */
export interface LogUnderTest {
  /** A log over the storage; two of them stand for two processes. */
  readonly open: (parse?: EventParser<Recorded>) => EventLog<Recorded>
  /** Empties the storage. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The one suite that every implementation of `EventLog` passes. `numRuns`: how many random sequences are tried. */
export function eventLogBehaviour(start: () => Promise<LogUnderTest>, numRuns: number): void {
  let log: LogUnderTest | undefined
  const running = (): LogUnderTest => {
    if (log === undefined) throw new Error('the log under test has not been started')
    return log
  }
  const open: LogUnderTest['open'] = (parse = knownParser) => running().open(parse)
  beforeAll(async () => {
    log = await start()
  })
  beforeEach(() => running().clear())
  afterAll(() => log?.close())
  describe('append', () => appendBehaviour(open))
  describe('reading', () => readingBehaviour(open))
  describe('consume', () => consumingBehaviour(open))
  describe('model', () => modelBehaviour(open, () => running().clear(), numRuns))
}
