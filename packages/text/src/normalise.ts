/**
 * Folding of titles and names for comparison (spec §4): two spellings of one text give one string.
 * Nothing here is shown to people.
 */

/** Format characters (soft hyphen, zero width space, direction marks): invisible, so never part of a key. */
const INVISIBLE = /\p{Cf}/gu

/**
 * Marks that only accent a letter. Indic and South-East Asian vowel signs and the kana voicing marks are left out:
 * they are letters of their words, and without them different words would fall together.
 */
const ACCENT =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309A]]/gv

/** Letters that Unicode does not decompose, with the spelling that databases without them use. */
const PLAIN_LETTER: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ς', 'σ'],
])
const UNDECOMPOSED = new RegExp(`[${[...PLAIN_LETTER.keys()].join('')}]`, 'gu')

const GREEK_NAME: ReadonlyMap<string, string> = new Map(
  (
    'α alpha,β beta,γ gamma,δ delta,ε epsilon,ζ zeta,η eta,θ theta,ι iota,κ kappa,λ lambda,μ mu,ν nu,ξ xi,ο omicron,π pi,ρ rho,σ sigma,τ tau,' +
    'υ upsilon,φ phi,χ chi,ψ psi,ω omega'
  )
    .split(',')
    .map((entry): [string, string] => [entry.slice(0, 1), entry.slice(2)]),
)
/** A Greek letter that is no part of a Greek word: a symbol, which other databases write out (TGF-β, TGF-beta). */
const GREEK_SYMBOL = /(?<!\p{Script=Greek})[α-ω](?!\p{Script=Greek})/gu

const ASCII_ONLY = /^[\x20-\x7E]*$/

/**
 * Every dash, hyphen and minus sign as the ASCII hyphen ("Romera‐Paredes" with U+2010 and with "-" are one name).
 */
export function unifyDashes(text: string): string {
  return text.replace(/[\p{Pd}\u2212\u02D7\u2043]/gu, '-')
}

/**
 * The folded form of a title or name: compatibility forms and accents removed, dashes unified, lower case, every
 * punctuation mark or symbol a space, white space collapsed and trimmed (spec §4). Letters and digits of every script
 * survive; a text without any ("???", "—") gives ''.
 */
export function normaliseTitle(text: string): string {
  if (ASCII_ONLY.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const folded = unifyDashes(text.normalize('NFKD').replace(INVISIBLE, '').replace(ACCENT, ''))
    .toLowerCase()
    // Lower-casing can bring marks back (İ gives i and a dot), hence once more.
    .replace(ACCENT, '')
    .replace(UNDECOMPOSED, (letter) => PLAIN_LETTER.get(letter) ?? letter)
    .replace(GREEK_SYMBOL, (letter) => GREEK_NAME.get(letter) ?? letter)
    .normalize('NFC')
  return squeeze(folded)
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
}
