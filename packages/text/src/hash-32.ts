/**
 * A 32-bit hash of a string (FNV-1a over UTF-16 units with MurmurHash3's finaliser), as an unsigned integer; the same in
 * every process and on every platform. For tables in memory, where two texts with one hash do no harm; not for identity.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
