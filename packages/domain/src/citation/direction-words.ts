/**
 * Words that say in which direction something goes: more, active, there (1), or less, blocked, gone (-1). General English and the
 * verbs with which biomedical papers report effects, as antonym pairs (increase/decrease, higher/lower, improve/worsen,
 * promote/inhibit, activate/suppress, up-/downregulate, gain/loss, presence/absence, more/less). One that ends in "*" stands
 * for all words that begin so.
 */
const UP =
  'increas* rais* rise rises rising rose risen elevat* enhanc* promot* activat* stimulat* upregulat* overexpress* induc* gain gains gained high higher ' +
  'highly more most improv* accelerat* facilitat* augment* amplif* boost* positiv* larger longer expand* expansion strengthen* better superior greater ' +
  'benefi* exacerbat* presence present'
const DOWN =
  'decreas* reduc* low lower lowers lowered lowering declin* diminish* inhibit* suppress* attenuat* impair* block* prevent* downregulat* underexpress* less least ' +
  'fewer slow slows slowed slower slowing weaken* negativ* loss lose loses losing lost lack lacks lacked lacking deficien* absen* delet* deplet* knockout ' +
  'knockdown silenc* abolish* disrupt* shorter smaller ablat* abrogat* inactivat* deactivat* inferior worse worsen* halt* antagoni* limit limits limited ' +
  'limiting minimi* remov* eliminat* interrupt* interfer* ameliorat* alleviat* mitigat* restrict* shrink*'
/** Words that deny an effect or a relation; beside those of `isNegation`. */
const DENYING =
  'unable incapable unrelated dispensable unnecessary ineffective insufficient unaffected unchanged not no never none nor neither cannot without hardly rarely unlikely ' +
  'fail fails failed'

const directions = new Map<string, 1 | -1>()
const beginnings: { readonly start: string; readonly sign: 1 | -1 }[] = []
for (const [words, sign] of [
  [UP, 1],
  [DOWN, -1],
] as const)
  for (const word of words.split(' ')) {
    if (word.endsWith('*')) beginnings.push({ start: word.slice(0, -1), sign })
    else directions.set(word, sign)
  }
const denying: ReadonlySet<string> = new Set(DENYING.split(' '))

/** The direction of a folded word: 1 up, -1 down, 0 none. */
export function directionOf(word: string): 1 | -1 | 0 {
  return directions.get(word) ?? beginnings.find(({ start }) => word.startsWith(start))?.sign ?? 0
}

/** Whether a folded word denies what is said after it. */
export function denies(word: string): boolean {
  return denying.has(word)
}
