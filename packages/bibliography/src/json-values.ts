/** A piece of a text, and the 1-based line where it begins. */
export type Piece = { readonly text: string; readonly line: number }

/**
 * The JSON values that stand one after another from `start`, as texts, up to the bracket that closes the surrounding
 * array or the end of the text. Broken values come as they are, so that each can be reported by its line; strings are
 * respected, commas between values skipped.
 */
export function splitJsonValues(text: string, start = 0): Piece[] {
  const pieces: Piece[] = []
  let line = 1 + count(text, '\n', 0, start)
  let at = start
  while (at < text.length) {
    const gap = /[\s,]*/y
    gap.lastIndex = at
    const skipped = gap.exec(text)?.[0].length ?? 0
    line += count(text, '\n', at, at + skipped)
    at += skipped
    if (at >= text.length || text[at] === ']') break
    const end = endOfValue(text, at)
    pieces.push({ text: text.slice(at, end), line })
    line += count(text, '\n', at, end)
    at = end
  }
  return pieces
}

/** Index after the value that begins at `start`: after its closing bracket, or before the next comma, bracket or line. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      depth--
      if (depth <= 0) return Math.max(at + (depth === 0 ? 1 : 0), start + 1)
    } else if (depth === 0 && (sign === ',' || sign === '\n')) return Math.max(at, start + 1)
  }
  return text.length
}

/** Index of the closing quote; a string never runs over a line end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
    else if (text[at] === '\n') return at - 1
  }
  return text.length
}

function count(text: string, sign: string, from: number, to: number): number {
  let found = 0
  for (let at = text.indexOf(sign, from); at !== -1 && at < to; at = text.indexOf(sign, at + 1)) found++
  return found
}

/** The lines of a text that hold anything, each with its number. */
export function filledLines(text: string): Piece[] {
  return text.split('\n').flatMap((content, index) => (content.trim() === '' ? [] : [{ text: content.trim(), line: index + 1 }]))
}
