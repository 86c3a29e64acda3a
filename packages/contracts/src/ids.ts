import { z } from 'zod'

/** Ids that people see and type. They are given in canonical order by code, never by a model. */
export const runId = z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/)
export const workspaceId = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const subquestionId = z.string().regex(/^RQ[1-9]\d*$/)
export const intentId = z.string().regex(/^RQ[1-9]\d*\.i[1-9]\d*$/)
export const operationId = z.string().regex(/^S[1-9]\d*$/)
export const documentId = z.string().regex(/^D[1-9]\d*$/)
export const evidenceId = z.string().regex(/^D[1-9]\d*\.e[1-9]\d*$/)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The number in an id such as "RQ3", "S12" or "D7"; ids sort by it, not as text. */
export function numberOf(id: string): number {
  const digits = /(\d+)$/.exec(id)
  if (digits === null) throw new Error(`not a numbered id: ${id}`)
  return Number(digits[1])
}

/** Orders numbered ids of one kind: D2 before D10; RQ1.i2 before RQ2.i1. */
export function compareIds(a: string, b: string): number {
  const left = a.match(/\d+/g) ?? []
  const right = b.match(/\d+/g) ?? []
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number(left[i] ?? 0) - Number(right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a < b ? -1 : a > b ? 1 : 0
}
