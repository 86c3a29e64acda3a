/**
 * A raised number on the line. After a digit it would be read as part of it ("0.85" with note 12 as 0.8512): a citation is
 * set off by a space, an exponent by "^" (our reading). Elsewhere it joins its word: "Ca2+", "m2".
 */
export function superscriptText(before: string, raised: string, cites: boolean): string {
  if (!/\d$/.test(before) || !/^\s*(?:[-−–+]?\d|[-−–]\p{L})/u.test(raised)) return raised
  return cites ? ` ${raised}` : `^${raised}`
}

/** MathML's fractions, powers, indices, roots and fences written on the line; undefined for elements that just join their parts. */
export function mathOnLine(name: string, parts: readonly string[]): string | undefined {
  switch (name) {
    case 'mfrac':
      return parts.map(bracketed).join('/')
    case 'msup':
      return parts.map(bracketed).join('^')
    case 'msub':
      return parts.join('_')
    case 'mfenced':
      return `(${parts.join(', ')})`
    case 'msqrt':
      return `√${bracketed(parts.join(''))}`
    default:
      return undefined
  }
}

/** Brackets around what is more than one name or number. */
function bracketed(part: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(part) ? part : `(${part})`
}
