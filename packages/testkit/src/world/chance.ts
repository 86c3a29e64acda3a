import { stableHash } from '@winnow/text/stable-hash.ts'

/** A whole number from 0 to `below` - 1 that depends on the text alone, so that every world of a corpus is the same. */
export function numberFrom(text: string, below: number): number {
  return Number.parseInt(stableHash(text).slice(0, 12), 16) % below
}

/** Whether this text is among the `percent` of all texts for which something holds. */
export function happens(percent: number, text: string): boolean {
  return numberFrom(text, 100) < percent
}
