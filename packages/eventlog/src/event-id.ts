import { v5 } from 'uuid'

/** Winnow's own name space for event ids. Never change it: ids in every log come from it. */
const eventIds = '5b6c2c0e-6f0d-4d0c-9a53-0d8d2f6e7a11'

/** A key is an identity: one that a database would refuse (NUL) or change (a lone surrogate) is none. */
export function isKey(key: string): boolean {
  return key.isWellFormed() && !key.includes('\0')
}

/**
 * The id of the event with this key in this run: uuid v5. A run's id holds no "/", so no two pairs give one name. Throws
 * when the key is none.
 */
export function eventId(runId: string, key: string): string {
  if (!isKey(key)) throw new Error(`key holds a NUL or a lone surrogate: ${JSON.stringify(key)}`)
  return v5(`${runId}/${key}`, eventIds)
}

/** Whether the event's id is that of its run and key. */
export function hasOwnId(event: { readonly id: string; readonly runId: string; readonly key: string }): boolean {
  return isKey(event.key) && event.id === eventId(event.runId, event.key)
}
