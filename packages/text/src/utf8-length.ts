const encoder = new TextEncoder()

/** How many bytes a text has in UTF-8; limits of events count these, and not characters. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length
}
