import { hash } from 'node:crypto'

/** Winnow's own name space for event ids (a uuid, in hex). Never change it: ids in every log come from it. */
const eventIds = Buffer.from('5b6c2c0e6f0d4d0c9a530d8d2f6e7a11', 'hex')

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
  return uuidV5(`${runId}/${key}`)
}

/** Whether the event's id is that of its run and key. */
export function hasOwnId(event: { readonly id: string; readonly runId: string; readonly key: string }): boolean {
  return isKey(event.key) && event.id === eventId(event.runId, event.key)
}

/** RFC 9562 §5.5, spelled out here as it is computed for every event that is read: the package's is some times slower. */
function uuidV5(name: string): string {
  const digest = hash('sha1', Buffer.concat([eventIds, Buffer.from(name)]), 'hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}
