import { jsonSpans } from './json-spans.ts'

const tagPattern = /<(\/?)(think|thinking|thought|reasoning)>/gi

/** More blocks than this are a model that runs in circles, not one that answers. */
const mostBlocks = 100

/**
 * Removes the reasoning that local models put around an answer (PBR-030): closed blocks, a block that was never closed
 * (to the end), a block whose opening tag is missing (from the start). A tag inside a whole JSON value is text, not a tag.
 * Nothing is left of a text with more than 100 blocks.
 */
export const withoutThinking = (text: string): { readonly text: string; readonly removed: boolean } => {
  let rest = text
  let removed = false
  for (let blocks = 0; blocks <= mostBlocks; blocks += 1) {
    const { spans } = jsonSpans(rest)
    const inJson = (at: number) => spans.some((span) => at > span.start && at < span.end)
    const tag = [...rest.matchAll(tagPattern)].find((match) => !inJson(match.index))
    if (tag === undefined) return { text: rest, removed }
    removed = true
    const behind = tag.index + tag[0].length
    if (tag[1] === '/') {
      rest = rest.slice(behind)
      continue
    }
    const close = [...rest.matchAll(tagPattern)].find((match) => match[1] === '/' && match.index >= behind)
    rest = close === undefined ? rest.slice(0, tag.index) : rest.slice(0, tag.index) + rest.slice(close.index + close[0].length)
  }
  return { text: '', removed }
}
