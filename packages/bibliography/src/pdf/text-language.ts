/** Function words that tell the languages apart (our list). */
const WORDS: { readonly [language: string]: string } = {
  en: 'the of and to in is that for with was were this are by on as from which',
  pt: 'de que e do da em um para com não uma os no se na por mais as dos foi foram ao à são pela pelo também',
  es: 'de que y el la en los se del las un por con una su para es al lo como más fue fueron o también este',
  fr: 'le la les de des et en un une du dans est que pour qui sur au par plus ne ce cette sont avec',
  de: 'der die und das in den von zu mit ist des sich im auf für nicht ein eine als dem werden wurde bei',
  it: 'di e il la che in un per del è con non della le si una gli da nel sono dei alla',
}
const SETS = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const)

/** The language with most function words in `text`: en, pt, es, fr, de or it; undefined when none occurs. */
export function textLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let best: string | undefined
  let most = 0
  for (const [language, set] of SETS) {
    const count = words.filter((word) => set.has(word)).length
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}
