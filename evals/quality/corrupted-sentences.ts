/** Sentences made wrong on purpose, to see whether a check notices. All changes are deterministic. */

/** Words and what says the opposite, each way; made without a look at the check's own list. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['increase', 'decrease'],
  ['increases', 'decreases'],
  ['increased', 'decreased'],
  ['increasing', 'decreasing'],
  ['higher', 'lower'],
  ['high', 'low'],
  ['more', 'less'],
  ['greater', 'smaller'],
  ['better', 'worse'],
  ['improve', 'worsen'],
  ['improves', 'worsens'],
  ['improved', 'worsened'],
  ['improving', 'worsening'],
  ['promote', 'inhibit'],
  ['promotes', 'inhibits'],
  ['promoted', 'inhibited'],
  ['promoting', 'inhibiting'],
  ['activate', 'suppress'],
  ['activates', 'suppresses'],
  ['activated', 'suppressed'],
  ['activating', 'suppressing'],
  ['enhance', 'impair'],
  ['enhances', 'impairs'],
  ['enhanced', 'impaired'],
  ['enhancing', 'impairing'],
  ['induce', 'prevent'],
  ['induces', 'prevents'],
  ['induced', 'prevented'],
  ['inducing', 'preventing'],
  ['upregulated', 'downregulated'],
  ['upregulation', 'downregulation'],
  ['positive', 'negative'],
  ['positively', 'negatively'],
  ['presence', 'absence'],
  ['gain', 'loss'],
  ['accelerates', 'slows'],
  ['longer', 'shorter'],
]
/** Words whose opposite has another partner already. */
const ONE_WAY: readonly (readonly [string, string])[] = [
  ['reduce', 'increase'],
  ['reduces', 'increases'],
  ['reduced', 'increased'],
  ['reducing', 'increasing'],
  ['reduction', 'increase'],
  ['fewer', 'more'],
  ['elevated', 'reduced'],
  ['raises', 'lowers'],
  ['stimulates', 'inhibits'],
  ['blocks', 'promotes'],
  ['inhibition', 'activation'],
  ['suppression', 'activation'],
  ['decline', 'rise'],
]
const OPPOSITE: ReadonlyMap<string, string> = new Map([...ONE_WAY, ...OPPOSITES, ...OPPOSITES.map(([a, b]) => [b, a] as const)])
const AUXILIARY = /\b(is|are|was|were|does|do|did|has|have|can|could|may|might|will)\b(?! not\b)/

/** The first direction word turned into its opposite; else a "not" taken away or put after the first auxiliary; null without either. */
export function flippedDirection(sentence: string): string | null {
  for (const { 0: word, index } of sentence.matchAll(/[A-Za-z]+/g)) {
    const opposite = OPPOSITE.get(word.toLowerCase())
    if (opposite === undefined) continue
    const cased = /^[A-Z]/.test(word) ? `${opposite.slice(0, 1).toUpperCase()}${opposite.slice(1)}` : opposite
    return `${sentence.slice(0, index)}${cased}${sentence.slice(index + word.length)}`
  }
  if (/ not\b/.test(sentence)) return sentence.replace(/ not\b/, '')
  return AUXILIARY.test(sentence) ? sentence.replace(AUXILIARY, '$1 not') : null
}

/** The first digit of the first number that is no part of a name raised by three (modulo ten, never to zero); null without one. */
export function changedNumber(sentence: string): string | null {
  const found = /(?<![\p{L}\p{N}.,-])\p{N}/u.exec(sentence)
  if (found === null) return null
  const digit = (Number(found[0]) + 3) % 10
  return `${sentence.slice(0, found.index)}${digit === 0 ? 4 : digit}${sentence.slice(found.index + 1)}`
}
