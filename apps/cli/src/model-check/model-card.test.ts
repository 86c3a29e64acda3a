import { expect, test } from 'vitest'
import { type PutTrap, type TrapCard, trapCard } from './model-card.ts'

const put = (time: number, passed: boolean, name = 'a'): PutTrap => ({ name, time, passed, detail: `${name} ${time}` })

test.each<[string, readonly PutTrap[], TrapCard]>([
  ['put once', [put(1, true)], { name: 'a', passed: true, detail: 'a 1' }],
  ['put once and failed, beside another', [put(1, true, 'b'), put(1, false)], { name: 'a', passed: false, detail: 'a 1' }],
  [
    'passed every time',
    [put(2, true), put(1, true)],
    { name: 'a', passed: true, detail: '2 of 2 times passed; such as: a 1', passedShare: 1 },
  ],
  [
    'failed some times: the first of them is told',
    [put(1, true), put(4, true), put(3, false), put(2, false)],
    { name: 'a', passed: false, detail: '2 of 4 times passed; failed as it: a 2', passedShare: 0.5 },
  ],
  [
    'failed every time',
    [put(1, false), put(2, false)],
    { name: 'a', passed: false, detail: '0 of 2 times passed; failed as it: a 1', passedShare: 0 },
  ],
])('%s', (_, all, card) => {
  expect(trapCard('a', all)).toEqual(card)
})

test('a trap that was not put has no card', () => {
  expect(() => trapCard('a', [put(1, true, 'b')])).toThrow('the trap a was not put')
})
