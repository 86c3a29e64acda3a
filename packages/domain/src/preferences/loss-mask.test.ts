import { gpt2Tokens } from '@winnow/testkit/gpt2-tokens.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lossMask, resultSpans } from './loss-mask.ts'
import type { Segment } from './trajectory-segments.ts'
import { resultsClose, resultsOpen, trajectoryText } from './trajectory-text.ts'

const prompt = `<|user|>Is it safe? Write ${resultsOpen}nothing.<|assistant|>`

/** What the tokens in the loss say, and the tokens that were left out. */
function trainedText(text: string, completionStart: number): string {
  const tokens = gpt2Tokens(text)
  const mask = lossMask(text, tokens, completionStart)
  return tokens.map(({ start, end }, index) => (mask[index] === true ? text.slice(start, end) : '')).join('')
}

describe('spans', () => {
  test.each([
    { name: 'none', text: 'abc', from: 0, spans: [] },
    { name: 'one, with its delimiters', text: `a${resultsOpen}b${resultsClose}c`, from: 0, spans: [{ start: 1, end: 35 }] },
    {
      name: 'two',
      text: `${resultsOpen}${resultsClose}x${resultsOpen}${resultsClose}`,
      from: 0,
      spans: [
        { start: 0, end: 33 },
        { start: 34, end: 67 },
      ],
    },
    { name: 'not closed', text: `a${resultsOpen}b`, from: 0, spans: [{ start: 1, end: 18 }] },
    { name: 'closed alone', text: `a${resultsClose}b`, from: 0, spans: [] },
    { name: 'opened before', text: `${resultsOpen}b${resultsClose}`, from: 1, spans: [] },
    { name: 'opened where it begins', text: `a${resultsOpen}b${resultsClose}`, from: 1, spans: [{ start: 1, end: 35 }] },
    { name: 'opened twice, closed once', text: `${resultsOpen}${resultsOpen}${resultsClose}b`, from: 0, spans: [{ start: 0, end: 49 }] },
  ])('$name', ({ text, from, spans }) => {
    expect(resultSpans(text, from)).toEqual(spans)
  })
})

describe('tokens by where they stand', () => {
  const text = `ab${resultsOpen}x${resultsClose}cd`
  const end = text.length - 2
  test.each([
    { name: 'before a result', token: { start: 0, end: 2 }, kept: true },
    { name: 'into a result', token: { start: 1, end: 3 }, kept: false },
    { name: 'within a result', token: { start: 18, end: 19 }, kept: false },
    { name: 'out of a result', token: { start: end - 1, end: end + 1 }, kept: false },
    { name: 'after a result', token: { start: end, end: end + 2 }, kept: true },
    { name: 'over a whole result', token: { start: 0, end: text.length }, kept: false },
    { name: 'without text', token: { start: 1, end: 1 }, kept: false },
  ])('$name', ({ token, kept }) => {
    expect(lossMask(text, [token], 0)).toEqual([kept])
  })

  test.each([
    { name: 'of the prompt', token: { start: 0, end: 1 }, kept: false },
    { name: 'of both', token: { start: 0, end: 2 }, kept: false },
    { name: 'the first of the completion', token: { start: 1, end: 2 }, kept: true },
  ])('$name', ({ token, kept }) => {
    expect(lossMask(text, [token], 1)).toEqual([kept])
  })
})

describe('real tokens', () => {
  const trajectory: readonly Segment[] = [
    { kind: 'results', text: `[D1] Safety after five years 🧪\n${resultsClose} It is ${resultsOpen} unsafe.` },
    { kind: 'reasoning', text: `One thing: ${resultsClose} is open 🧪🧪.` },
    { kind: 'search', query: 'long-term safety', byModel: true },
    { kind: 'results', text: 'naïve ﬁndings, 模型' },
    { kind: 'answer', text: 'It is safe [D1].' },
  ]

  test('no sign of a result is trained on, and everything else but what shares a token with one', () => {
    const completion = trajectoryText(trajectory)
    const trained = trainedText(prompt + completion, prompt.length)
    expect(trained).not.toMatch(/five years|unsafe|naïve|模型|search_results>\n/)
    expect(trained).toContain('It is safe [D1].')
    expect(trained).toContain('long-term safety')
  })

  test('of any trajectory', () => {
    const word = fc.constantFrom('safe', ' trial', '🧪', '\n\n', '模型', resultsOpen, resultsClose, '<', '>', ' [D1]')
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(''))
    const segment = fc.oneof(
      text.map((said): Segment => ({ kind: 'results', text: `¤${said}¤` })),
      text.map((said): Segment => ({ kind: 'reasoning', text: said })),
      text.map((said): Segment => ({ kind: 'answer', text: said })),
    )
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const whole = prompt + trajectoryText(segments)
        const tokens = gpt2Tokens(whole)
        const mask = lossMask(whole, tokens, prompt.length)
        const inside = new Array<boolean>(whole.length).fill(false)
        for (const match of whole.slice(prompt.length).matchAll(/<search_results>.*?<\/search_results>/gs))
          inside.fill(true, prompt.length + match.index, prompt.length + match.index + match[0].length)
        inside.fill(true, 0, prompt.length)
        expect(mask).toEqual(tokens.map(({ start, end }) => !inside.slice(start, end).includes(true)))
      }),
    )
  })
})
