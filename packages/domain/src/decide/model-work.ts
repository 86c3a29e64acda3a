import { type ModelRole, modelOf } from '@winnow/contracts/entities/model-role.ts'
import { affordable, estimateReserve } from '../budget.ts'
import type { StartedRun } from './attempt.ts'

/** Whether a role is routed to a model at all; "none" works by its fallback and costs nothing. */
export function usesModel(state: StartedRun, role: ModelRole): boolean {
  return modelOf(state.request.options.models, role) !== 'none'
}

/**
 * Shares what the budget still pays for among items that need one model call each, in their order: those it cannot pay for
 * use the fallback of their role. `reserve` is the estimated need of the paid ones.
 */
export function payFor<T extends object>(
  state: StartedRun,
  role: ModelRole,
  items: readonly T[],
): { readonly items: (T & { fallback?: 'budget' })[]; readonly reserve: { tokens: number; costUsd: number } } {
  if (!usesModel(state, role)) return { items: [...items], reserve: { tokens: 0, costUsd: 0 } }
  const paid = Math.min(items.length, affordable(state, role, items.length))
  return {
    items: items.map((item, index) => (index < paid ? item : { ...item, fallback: 'budget' as const })),
    reserve: estimateReserve(state, role, paid),
  }
}
