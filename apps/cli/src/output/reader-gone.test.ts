import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { watchReaders } from './reader-gone.ts'

let called: string[]
let out: EventEmitter
let err: EventEmitter
beforeEach(() => {
  called = []
  out = new EventEmitter()
  err = new EventEmitter()
})
const call = (name: string) => () => void called.push(name)
const fault = (code: string) => Object.assign(new Error(`write ${code}`), { code })

test.each(['stdout', 'stderr'])('the reader of %s goes away: it ends, once', (name) => {
  watchReaders([out, err], call('end'))
  const stream = name === 'stdout' ? out : err
  stream.emit('error', fault('EPIPE'))
  stream.emit('error', fault('EPIPE'))
  out.emit('error', fault('ERR_STREAM_DESTROYED'))
  expect(called).toEqual(['end'])
})

test('a command has said what else is to happen', () => {
  watchReaders([out, err], call('end'))(call('instead'))
  out.emit('error', fault('EPIPE'))
  expect(called).toEqual(['instead'])
})

test('another fault is thrown', () => {
  watchReaders([out, err], call('end'))
  expect(() => out.emit('error', fault('ENOSPC'))).toThrow('write ENOSPC')
  expect(called).toEqual([])
})
