import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { buildState, type OptionParts } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { affordable, estimateReserve } from '../budget.ts'
import type { StartedRun } from './attempt.ts'
import { payFor, usesModel } from './model-work.ts'

const models = Object.fromEntries(modelRoles.map((role) => [role, role === 'critic' ? 'none' : 'openai:test'])) as RunOptions['models']
const run = (options: OptionParts = {}): StartedRun => buildState({ options: { models, ...options } }) as StartedRun
const items = [{ n: 1 }, { n: 2 }, { n: 3 }]

test('a role is used unless it is routed to none', () => {
  expect(usesModel(run(), 'reader')).toBe(true)
  expect(usesModel(run(), 'critic')).toBe(false)
})

test('without limits everything is paid, and reserved', () => {
  expect(payFor(run(), 'reader', items)).toEqual({ items, reserve: estimateReserve(run(), 'reader', 3) })
})

test('the first items are paid while the budget lasts; the rest falls back', () => {
  const calls = [1, 2, 3].map((n) => 100_000 * n).find((maxTokens) => affordable(run({ limits: { maxTokens } }), 'reader', 1000) >= 1)
  const limits = { maxTokens: calls ?? 0 }
  const paid = affordable(run({ limits }), 'reader', 1000)
  const many = Array.from({ length: paid + 2 }, (_, n) => ({ n }))
  const { items: given, reserve } = payFor(run({ limits }), 'reader', many)
  expect(given.map((item) => item.fallback)).toEqual([...Array.from({ length: paid }, () => undefined), 'budget', 'budget'])
  expect(reserve).toEqual(estimateReserve(run({ limits }), 'reader', paid))
})

test('a role without a model needs no budget', () => {
  expect(payFor(run({ limits: { maxTokens: 1 } }), 'critic', items)).toEqual({ items, reserve: { tokens: 0, costUsd: 0 } })
})
