import { expect, test } from 'vitest'
import { type Circuit, createCircuit } from './circuit.ts'

const fail = (circuit: Circuit, times: number, at = 1_000) => {
  for (let n = 1; n <= times; n += 1) {
    expect(circuit.admit(at)).toEqual({ kind: 'go' })
    circuit.failed(at, `failure ${n}`)
  }
}
const open = (untilMs: number, lastFailure: string) => ({ kind: 'open', untilMs, lastFailure })

test('four failures leave it closed, the fifth opens it for 60 s', () => {
  const circuit = createCircuit()
  fail(circuit, 4)
  expect(circuit.admit(1_000)).toEqual({ kind: 'go' })
  circuit.failed(2_000, 'the fifth')
  expect(circuit.admit(2_000)).toEqual(open(62_000, 'the fifth'))
  expect(circuit.admit(61_999)).toEqual(open(62_000, 'the fifth'))
})

test('a success in between starts the count anew', () => {
  const circuit = createCircuit()
  fail(circuit, 4)
  circuit.succeeded()
  fail(circuit, 4)
  expect(circuit.admit(1_000)).toEqual({ kind: 'go' })
})

test('a request that was given up is no failure and no success', () => {
  const circuit = createCircuit()
  fail(circuit, 4)
  circuit.admit(1_000)
  circuit.abandoned()
  expect(circuit.admit(1_000)).toEqual({ kind: 'go' })
  circuit.failed(1_000, 'the fifth')
  expect(circuit.admit(1_000).kind).toBe('open')
})

const halfOpen = () => {
  const circuit = createCircuit()
  fail(circuit, 5)
  expect(circuit.admit(60_999).kind).toBe('open')
  expect(circuit.admit(61_000)).toEqual({ kind: 'go' })
  return circuit
}

test('after it one probe goes, and nobody else until its outcome is known', () => {
  expect(halfOpen().admit(61_000)).toEqual(open(61_000, 'failure 5'))
})

test('a probe that succeeds closes it', () => {
  const circuit = halfOpen()
  circuit.succeeded()
  fail(circuit, 4)
  expect(circuit.admit(61_000)).toEqual({ kind: 'go' })
  expect(circuit.admit(61_000)).toEqual({ kind: 'go' })
})

test('a probe that fails opens it for as long again', () => {
  const circuit = halfOpen()
  circuit.failed(70_000, 'still down')
  expect(circuit.admit(129_999)).toEqual(open(130_000, 'still down'))
  expect(circuit.admit(130_000)).toEqual({ kind: 'go' })
})

test('a probe that is given up leaves room for the next', () => {
  const circuit = halfOpen()
  circuit.abandoned()
  expect(circuit.admit(61_000)).toEqual({ kind: 'go' })
  expect(circuit.admit(61_000).kind).toBe('open')
})
