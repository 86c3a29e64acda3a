import { describe, expect, it } from 'vitest'
import { stoppingPoint } from './stopping-point.ts'

const irrelevant = (count: number) => Array<boolean>(count).fill(false)

describe('stoppingPoint', () => {
  it('plays the rule through, record by record where there are few', () => {
    const point = stoppingPoint([true, ...irrelevant(100)])
    expect(point).toMatchObject({ screened: 71, recall: 1, judgement: { stop: true, screened: 71 } })
    expect(point.saved).toBeCloseTo(30 / 101, 12)
  })
  it('asks after each hundredth of many', () => {
    // 175 would do: 75 of 249 are left then, and .3012^2.5 < .05. Steps of floor(2.5).
    expect(stoppingPoint([true, ...irrelevant(249)]).screened).toBe(176)
    // 140 would do: 59 of 198 are left then. One record is a hundredth of 199.
    expect(stoppingPoint([true, ...irrelevant(198)]).screened).toBe(140)
  })
  it('tells what was missed', () => {
    expect(stoppingPoint([true, ...irrelevant(99), true])).toMatchObject({ screened: 71, recall: 0.5 })
  })
  it.each([
    { name: 'nothing relevant: all is screened', ranked: irrelevant(30), expected: { screened: 30, recall: null, saved: 0 } },
    { name: 'everything relevant: all is screened', ranked: [true, true, true], expected: { screened: 3, recall: 1, saved: 0 } },
    { name: 'no record', ranked: [], expected: { screened: 0, recall: null, saved: 0 } },
    { name: 'a last step that is cut short', ranked: [...irrelevant(300), true], expected: { screened: 301, recall: 1, saved: 0 } },
  ])('$name', ({ ranked, expected }) => {
    expect(stoppingPoint(ranked)).toMatchObject(expected)
  })
})
