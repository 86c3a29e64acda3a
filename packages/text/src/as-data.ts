/**
 * Text from outside, ready to stand between tags of a prompt: white space collapsed, and angle brackets of anything that
 * looks like a tag turned into other signs, so that it can neither close its block nor open another one.
 */
export function asData(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/<(?=\/?[a-z!?])/giu, '‹')
}
