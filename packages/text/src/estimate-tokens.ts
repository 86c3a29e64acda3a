/** Scripts written without spaces, where one sign is about one token: CJK, kana, Hangul, full-width forms. */
const wideSign = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3134f}]/gu

/**
 * Rough number of tokens of a text: a quarter of its UTF-16 units, one for each CJK sign. Our reading: it is used to
 * size windows and to estimate costs; bills come from the usage that the server returns.
 */
export const estimateTokens = (text: string): number => {
  const wide = text.match(wideSign) ?? []
  const wideUnits = wide.reduce((units, sign) => units + sign.length, 0)
  return Math.ceil((text.length - wideUnits) / 4) + wide.length
}
