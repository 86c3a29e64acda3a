/**
 * Words that say in which direction something goes: more, active, needed, there (1), or less, blocked, rare, gone (-1). General
 * English, and the verbs with which biomedical papers report effects, chosen as antonym pairs (increase/decrease, higher/lower,
 * improve/worsen, promote/inhibit, activate/suppress, up-/downregulate, gain/loss, presence/absence, common/rare, strong/weak).
 * One that ends in "*" stands for all words that begin so.
 */
const UP = [
  'increas* rais* rise rises rising rose risen elevat* grow* gain gains gained more most many higher high highly greater larger longer expand* expansion',
  'surge* escalat* heighten* magnif* amplif* augment* boost* intensif* strengthen* stronger strong strongly reinforc* prolong* accelerat* faster',
  'enhanc* promot* activat* reactivat* stimulat* upregulat* overexpress* induc* trigger* elicit* provok* foster* encourag* enabl* facilitat* potentiat* sensitiz*',
  'improv* better superior benefi* effective effectively positiv* required requires essential necessary crucial critical',
  'aggravat* exacerbat* common frequent* abundan* presence present',
]
const DOWN = [
  'decreas* reduc* diminish* declin* lower lowers lowered lowering low drop drops dropped fall falls fell fallen lessen* less least fewer few smaller shorter shorten* shrink* minimi*',
  'slow slows slowed slower slowing dampen* attenuat* weaken* weaker weak weakly limit limits limited limiting restrict* curb* retard*',
  'inhibit* suppress* repress* inactivat* deactivat* downregulat* underexpress* block* prevent* protect* halt* arrest* stop* antagoni* counteract* hamper* hinder* obstruct* interrupt* interfer* desensiti*',
  'impair* disrupt* destabili* undermin* deteriorat* degrad* worse worsen* inferior poor poorly inadequa* negativ* ameliorat* alleviat* mitigat*',
  'loss lose loses losing lost lack lacks lacked lacking deficien* absen* delet* deplet* remov* eliminat* ablat* abrogat* abolish* silenc* knockout knockdown',
  'scarce scarcity paucity shortage rare rarely uncommon infrequent*',
]
/** Words that deny what is said after them, or an effect or relation. */
const DENYING =
  'no not never none nor neither cannot without hardly unlikely fail fails failed unable incapable unrelated dispensable unnecessary ineffective insufficient unaffected unchanged'

const directions = new Map<string, 1 | -1>()
const beginnings: { readonly start: string; readonly sign: 1 | -1 }[] = []
for (const [rows, sign] of [
  [UP, 1],
  [DOWN, -1],
] as const)
  for (const word of rows.join(' ').split(' ')) {
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
