import { expect, test } from 'vitest'
import { RunSignals } from './run-signals.ts'

test('a run has one signal until it is halted', () => {
  const signals = new RunSignals()
  const signal = signals.signalOf('a')
  expect(signals.signalOf('a')).toBe(signal)
  expect(signal.aborted).toBe(false)
})

test('halting aborts what is under way and what comes, of this run alone, and says why', () => {
  const signals = new RunSignals()
  const [mine, other] = [signals.signalOf('a'), signals.signalOf('b')]
  signals.halt('a', 'paused')
  expect([mine.aborted, signals.signalOf('a').aborted, other.aborted]).toEqual([true, true, false])
  expect(mine.reason).toEqual(new Error('paused'))
})

test('a run that was halted before anybody asked gives an aborted signal', () => {
  const signals = new RunSignals()
  signals.halt('a', 'paused')
  expect(signals.signalOf('a').aborted).toBe(true)
})

test('renewing gives a fresh signal after a halt; the old one stays aborted', () => {
  const signals = new RunSignals()
  const old = signals.signalOf('a')
  signals.halt('a', 'paused')
  signals.renew('a')
  expect([old.aborted, signals.signalOf('a').aborted]).toEqual([true, false])
})

test('renewing a run that goes on, or that nobody knows, changes nothing', () => {
  const signals = new RunSignals()
  const signal = signals.signalOf('a')
  signals.renew('a')
  signals.renew('b')
  expect(signals.signalOf('a')).toBe(signal)
})

test('a process that stops aborts every run for good, those to come too', () => {
  const signals = new RunSignals()
  const known = signals.signalOf('a')
  expect(signals.stopping).toBe(false)
  signals.stop('SIGTERM')
  signals.renew('a')
  expect([signals.stopping, known.aborted, signals.signalOf('a').aborted, signals.signalOf('b').aborted]).toEqual([true, true, true, true])
  expect(known.reason).toEqual(new Error('SIGTERM'))
})

test('a run that is forgotten is aborted, and unknown from then on', () => {
  const signals = new RunSignals()
  const [mine, other] = [signals.signalOf('a'), signals.signalOf('b')]
  signals.forget('a')
  signals.forget('c')
  expect([mine.aborted, other.aborted, signals.signalOf('a').aborted]).toEqual([true, false, false])
})
