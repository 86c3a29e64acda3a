import type { FontLook } from './text-run.ts'

const SUBSET_PREFIX = /^[A-Z]{6}\+/
/** Bold by its name: words of every foundry, Computer Modern's cut names, and the ".B" of Arbortext. */
const BOLD = /bold|black|heavy|semibd|demi|-medi(?:ital)?$|^(?:cm|sf|lm)[a-z]*(?:bx|b\d|bold)|ssbx|\.b(?:i)?(?:\+|$)|-bd|,b/i
const ITALIC = /ital|obli|slant|-it$|boldit|lightit|cn?it$|^(?:cm|sf|lm)[a-z]*(?:ti|sl|mi)\d|\.b?i(?:\+|$)/i

/** The look of a font from its PostScript name, subset prefix ("ABCDEF+") aside. An unknown font ('') is plain. */
export function fontLook(postScriptName: string): FontLook {
  const name = postScriptName.replace(SUBSET_PREFIX, '')
  return { name, bold: BOLD.test(name), italic: ITALIC.test(name) }
}
