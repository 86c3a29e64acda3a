import { createRequire } from 'node:module'
import { encode } from 'gpt-3-encoder'

/** A token of a text: its number in the vocabulary, and the UTF-16 units from `start` up to but without `end` that it is of. */
export interface TextToken {
  readonly id: number
  readonly start: number
  readonly end: number
}

/** The vocabulary of GPT-2: a token's bytes, each written as one sign, and its number. */
const vocabulary: Readonly<Record<string, number>> = createRequire(import.meta.url)('gpt-3-encoder/encoder.json')
const byteLengths = new Map(Object.entries(vocabulary).map(([bytes, id]) => [id, [...bytes].length]))

/**
 * The tokens of a text as GPT-2's byte-pair encoding has them. A token may be of a part of a sign's bytes, as with emoji: it stands
 * for the whole sign then, as in the offsets of the tokenizers that trainers use.
 */
export function gpt2Tokens(text: string): readonly TextToken[] {
  const places = bytePlaces(text)
  let byte = 0
  const tokens = encode(text).map((id) => {
    const length = byteLengths.get(id)
    if (length === undefined) throw new Error(`${id} is no token`)
    const [first, last] = [places[byte], places[byte + length - 1]]
    if (first === undefined || last === undefined) throw new Error('the tokens are longer than the text')
    byte += length
    return { id, start: first.start, end: last.end }
  })
  if (byte !== places.length) throw new Error('the tokens are shorter than the text')
  return tokens
}

/** For every byte of the UTF-8 text the sign that it is of. */
function bytePlaces(text: string): readonly { readonly start: number; readonly end: number }[] {
  const places: { readonly start: number; readonly end: number }[] = []
  let start = 0
  for (const sign of text) {
    const place = { start, end: start + sign.length }
    for (let byte = 0; byte < Buffer.byteLength(sign); byte += 1) places.push(place)
    start = place.end
  }
  return places
}
