import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import { expect, test } from 'vitest'
import { answerMarkdown, answerProse } from './answer-text.ts'

const sentence = (text: string, documentIds: string[], support: AnswerContent['paragraphs'][number][number]['support'] = 'supported') => ({
  text,
  documentIds,
  support,
})
const citations = [
  { n: 1, documentId: 'D7', url: 'https://doi.org/10.5555/x', title: 'A *study*' },
  { n: 2, documentId: 'D2', url: null, title: 'Another' },
]
const content = (paragraphs: AnswerContent['paragraphs'], parts: Partial<AnswerContent> = {}): AnswerContent => ({
  question: 'q',
  mode: 'model',
  paragraphs,
  citations,
  ...parts,
})

test.each([
  ['a mark stands before the full stop', [sentence('It helps.', ['D7'])], 'It helps [1].'],
  ['marks rise, each once', [sentence('It helps.', ['D2', 'D7', 'D2'])], 'It helps [1, 2].'],
  ['a sentence without an end gets one', [sentence('It helps', ['D2'])], 'It helps [2].'],
  ['a colon is an end of its own', [sentence('It helps:', [])], 'It helps:'],
  ['a document that is not cited has no mark', [sentence('It helps?', ['D9'])], 'It helps?'],
  ['markup of a source is text', [sentence('<b>It</b> helps.', [])], '\\<b>It\\</b> helps.'],
  ['sentences of a paragraph', [sentence('One.', []), sentence('Two.', [])], 'One. Two.'],
])('%s', (_, sentences, prose) => {
  expect(answerProse(content([sentences]))).toBe(prose)
})

test('prose that is no Markdown has the signs of its sentences as they are', () => {
  expect(answerProse(content([[sentence('A *[REM]* p<b.', ['D7'])]]), (text) => text)).toBe('A *[REM]* p<b [1].')
})

test('paragraphs, what was not found supported, and the references', () => {
  const doubtful = [sentence('One.', ['D7'], 'unsupported'), sentence('Two.', ['D2'], 'partial')]
  expect(answerMarkdown(content([doubtful, [sentence('Three.', [])]]))).toBe(
    [
      'One [1]. Two [2].',
      'Three.',
      '*1 cited sentence was not found supported by the passages cited (check by words).*',
      '## References',
      '[1] A \\*study\\*. <https://doi.org/10.5555/x>',
      '[2] Another',
    ].join('\n\n'),
  )
  const two = [sentence('One.', ['D7'], 'unsupported'), sentence('Two.', ['D2'], 'unsupported')]
  expect(answerMarkdown(content([two]))).toContain('*2 cited sentences were not found supported')
})

test.each([
  ['Does it help?', '[1] Does it help? <https://a.example/>'],
  ['It helps. ', '[1] It helps. <https://a.example/>'],
  ['It helps', '[1] It helps. <https://a.example/>'],
])('the reference of “%s” ends its title once', (title, reference) => {
  const cited = content([[sentence('One.', ['D7'])]], { citations: [{ n: 1, documentId: 'D7', url: 'https://a.example/', title }] })
  expect(answerMarkdown(cited)).toContain(`\n\n${reference}`)
})

test('an extractive answer says so; one without citations has no references', () => {
  const text = answerMarkdown(content([[sentence('Nothing was found.', [])]], { mode: 'extractive', citations: [] }))
  expect(text).toBe('Nothing was found.\n\n*Extractive: sentences of the sources, chosen by rule; no model wrote this answer.*')
})
