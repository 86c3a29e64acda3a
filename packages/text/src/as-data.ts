/**
 * Text from outside, ready to stand between tags of a prompt: white space collapsed, so that it stays on its line, and angle
 * brackets of anything that looks like a tag turned into other signs, so that it can neither close its block nor open
 * another one. Invisible characters and wide brackets do not hide a tag; "p < 0.05" and "a < b" stay.
 */
export function asData(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[<＜﹤](?=[\s\p{Cf}]*[/／]|\p{Cf}*[a-z!?])/giu, '‹')
}
