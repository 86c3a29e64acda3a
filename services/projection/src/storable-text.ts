/** Text that the database takes: it has no NUL, and no half of a surrogate pair. Both become the replacement character. */
export function storableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** JSON with `storableText` throughout. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // JSON spells both as escapes; so does a backslash before such letters, which costs a needless second look.
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(value, (_, member: unknown) => stored(member)) : json
}

function stored(member: unknown): unknown {
  return typeof member === 'string' ? storableText(member) : member
}
