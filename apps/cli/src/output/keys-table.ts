import type { ListedKey } from '@winnow/gateway/keys/api-keys.ts'
import { columns, moment } from './runs-table.ts'

/** The keys as a table of text; words in place of an empty one. */
export function keysTable(keys: readonly ListedKey[]): string {
  if (keys.length === 0) return 'No keys. Make one with: winnow keys create --workspace <name> --role researcher'
  return columns([
    ['KEY', 'WORKSPACE', 'ROLE', 'CREATED (UTC)', 'LAST USED', 'REVOKED', 'NAME'],
    ...keys.map((key) => [
      key.keyId,
      key.workspaceId,
      key.role,
      moment(key.createdAt),
      moment(key.lastUsedAt),
      moment(key.revokedAt),
      key.name,
    ]),
  ])
}
