import { resultsClose, resultsOpen } from './trajectory-text.ts'

/** A stretch of a text, in UTF-16 units: from `start` up to but without `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The stretches of a completion that are search results, delimiters included, from `from` on. One that is not closed, as in a text
 * that was cut, reaches to the end; a closing delimiter alone is text of the model.
 */
export function resultSpans(text: string, from: number): readonly Span[] {
  const spans: Span[] = []
  let start = text.indexOf(resultsOpen, from)
  while (start >= 0) {
    const close = text.indexOf(resultsClose, start + resultsOpen.length)
    const end = close < 0 ? text.length : close + resultsClose.length
    spans.push({ start, end })
    start = text.indexOf(resultsOpen, end)
  }
  return spans
}

/**
 * Which tokens the loss is made of: those of the completion that lie outside search results. A token that begins before the
 * completion, or shares a single sign with a result, is left out (spec §13); so is one without any text. `tokens`: where each
 * stands in `text`. training/loss_mask.py does the same for the trainer.
 */
export function lossMask(text: string, tokens: readonly Span[], completionStart: number): readonly boolean[] {
  const spans = resultSpans(text, completionStart)
  return tokens.map(
    (token) =>
      token.end > token.start && token.start >= completionStart && !spans.some((span) => token.start < span.end && token.end > span.start),
  )
}
