/** A direction: more or less of something (effect), or there or gone (presence). */
export interface WordDirection {
  readonly sign: 1 | -1
  readonly family: 'effect' | 'presence'
}

/**
 * Words that say in which direction something goes, up or down. General English, and the verbs with which biomedical papers
 * report effects, chosen as antonym pairs (increase/decrease, higher/lower, improve/worsen, promote/inhibit,
 * activate/suppress, up-/downregulate, common/rare, strong/weak; presence/absence, gain/loss, overexpression/knockout). The two
 * families oppose only their own: that a gene is deleted is no effect, and "X is lost and Y increases" opposes no "X increases Y".
 * One that ends in "*" stands for all words that begin so.
 */
const WORDS: readonly { readonly direction: WordDirection; readonly words: string }[] = [
  {
    direction: { sign: 1, family: 'effect' },
    words:
      'increas* rais* rise rises rising rose risen elevat* grow* gains gained more most many higher high highly greater larger longer expand* expansion ' +
      'surge* escalat* heighten* magnif* amplif* augment* boost* intensif* strengthen* stronger strong strongly reinforc* prolong* accelerat* faster ' +
      'enhanc* promot* activat* reactivat* stimulat* upregulat* induc* trigger* elicit* provok* foster* encourag* enabl* facilitat* potentiat* sensitiz* ' +
      'improv* better superior benefi* effective effectively positiv* required requires essential necessary crucial critical aggravat* exacerbat* ' +
      'common frequent* abundan*',
  },
  {
    direction: { sign: -1, family: 'effect' },
    words:
      'decreas* reduc* diminish* declin* lower lowers lowered lowering low drop drops dropped fall falls fell fallen lessen* less least fewer few smaller ' +
      'shorter shorten* shrink* minimi* slow slows slowed slower slowing dampen* attenuat* weaken* weaker weak weakly limit limits limited limiting ' +
      'restrict* curb* retard* inhibit* suppress* repress* inactivat* deactivat* downregulat* block* prevent* protect* halt* arrest* stop* antagoni* ' +
      'counteract* hamper* hinder* obstruct* interrupt* interfer* desensiti* impair* disrupt* destabili* undermin* deteriorat* degrad* worse worsen* ' +
      'inferior poor poorly inadequa* negativ* ameliorat* alleviat* mitigat* scarce scarcity paucity shortage rare rarely uncommon infrequent*',
  },
  { direction: { sign: 1, family: 'presence' }, words: 'presence present gain overexpress*' },
  {
    direction: { sign: -1, family: 'presence' },
    words:
      'absen* loss lose loses losing lost lack lacks lacked lacking deficien* delet* deplet* remov* eliminat* ablat* abrogat* abolish* silenc* knockout ' +
      'knockdown underexpress*',
  },
]
/** Words that deny what is said after them, or an effect or relation. */
const DENYING =
  'no not never none nor neither cannot without hardly unlikely fail fails failed unable incapable unrelated dispensable unnecessary ineffective insufficient unaffected unchanged'

const whole = new Map<string, WordDirection>()
const beginnings: { readonly start: string; readonly direction: WordDirection }[] = []
for (const { direction, words } of WORDS)
  for (const word of words.split(' ')) {
    if (word.endsWith('*')) beginnings.push({ start: word.slice(0, -1), direction })
    else whole.set(word, direction)
  }
const denying: ReadonlySet<string> = new Set(DENYING.split(' '))

/** The direction of a folded word; null when it has none. */
export function directionOf(word: string): WordDirection | null {
  return whole.get(word) ?? beginnings.find(({ start }) => word.startsWith(start))?.direction ?? null
}

/** Whether a folded word denies what is said after it. */
export function denies(word: string): boolean {
  return denying.has(word)
}
