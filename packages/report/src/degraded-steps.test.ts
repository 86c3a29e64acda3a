import { expect, test } from 'vitest'
import { degradedSteps } from './degraded-steps.ts'

test('degraded steps stand by stage, role and reason', () => {
  const step = (stage: 'check' | 'planning' | 'reading', role: 'judge' | 'writer' | 'planner' | 'reader', reason: string) => ({
    stage,
    role,
    reason,
    count: 2,
  })
  const steps = [
    step('check', 'judge', 'a'),
    step('reading', 'reader', 'b'),
    step('check', 'writer', 'z'),
    step('reading', 'reader', 'a'),
    step('planning', 'planner', 'x'),
  ]
  const degraded = Object.fromEntries(steps.map((entry, index) => [String(index), entry]))
  expect(degradedSteps({ degraded })).toEqual([steps[4], steps[3], steps[1], steps[2], steps[0]])
})
