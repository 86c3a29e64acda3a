import { createHash } from 'node:crypto'
import type { SourcePolicy } from './source-policy.ts'

/**
 * Names what has one rate limit, one budget and one circuit: a source at an address under a key. Another key has a budget of
 * its own; of the key itself only a few digits of a hash are kept.
 */
export function sourceScope(policy: SourcePolicy): string {
  const { origin, pathname } = new URL(policy.baseUrl)
  const dressing = JSON.stringify(policy.dress({ method: 'GET', path: '/' }))
  return `${policy.name} ${origin}${pathname} ${createHash('sha256').update(dressing).digest('hex').slice(0, 12)}`
}
