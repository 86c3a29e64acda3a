import { truncateText } from '@winnow/text/sanitise-text.ts'

/**
 * The beginning of a text, at most `longest` UTF-16 units, cut between words; a single longer word is cut inside. The text
 * itself when it is short enough.
 */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text
  const start = truncateText(text, longest)
  const followedBySpace = /\s/.test(text.charAt(start.length))
  return (followedBySpace ? start : start.replace(/\s\S*$/, '')).trimEnd()
}

/** A text with at most `most` words, parted by one space each. */
export function firstWords(text: string, most: number): string {
  return text.trim().split(/\s+/).slice(0, most).join(' ')
}
