const PLACEHOLDER =
  /^(?:no abstracts?(?: (?:is |was )?(?:available|provided|supplied|present|given|found))?|(?:this (?:article|paper|record) has|there is) no abstract(?: available)?|abstracts? (?:is |was )?(?:not available|unavailable|missing|not provided)|not available|not applicable|none|null|undefined|nan|n\/?a|tbd)$/

/** True for a text that only says that there is no abstract, such as "[No abstract available]", "n/a" or "-" (spec §5). */
export function isPlaceholderAbstract(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim()
  return words === '' || PLACEHOLDER.test(words)
}
