import { describe, expect, test } from 'vitest'
import { extractiveAnswer, extractiveSummary } from './extractive-answer.ts'

const question = 'Are biosimilars safe after switching?'
const finding = (documentId: string, word: string) =>
  `In the ${word} trial of ${documentId} the ${word} biosimilars were safe after switching.`
const passages = Array.from({ length: 14 }, (_, index) => ({
  documentId: `D${index + 1}`,
  text: `Title\n\n${finding(`centre ${index}`, `word${index}`)} ${finding(`clinic ${index}`, `other${index}`)}`,
}))

describe('extractiveAnswer', () => {
  test('has twelve sentences, each cited', () => {
    const sentences = extractiveAnswer(passages, question).flat()
    expect(sentences).toHaveLength(12)
    for (const { documentIds } of sentences) expect(documentIds).toHaveLength(1)
  })
  test('sentences of one document stand together, and a paragraph has three or more before the next', () => {
    const paragraphs = extractiveAnswer(passages, question)
    const order = paragraphs.flat().map(({ documentIds }) => documentIds[0])
    expect(order.filter((id, index) => id !== order[index - 1])).toEqual([...new Set(order)])
    for (const sentences of paragraphs.slice(0, -1)) expect(sentences.length).toBeGreaterThanOrEqual(3)
    for (const sentences of paragraphs) expect(sentences.length).toBeLessThanOrEqual(5)
    expect(paragraphs.length).toBeGreaterThan(1)
  })
  test('three of one document are a paragraph of their own', () => {
    const three = { documentId: 'D1', text: `T\n\n${['a', 'b', 'c'].map((word) => finding(word, `kind${word}`)).join(' ')}` }
    const paragraphs = extractiveAnswer([three, { documentId: 'D2', text: `T\n\n${finding('x', 'kindx')}` }], question)
    expect(paragraphs.map((sentences) => new Set(sentences.flatMap(({ documentIds }) => documentIds)).size)).toEqual([1, 1])
  })
  test('is empty where nothing was shown', () => {
    expect(extractiveAnswer([], question)).toEqual([])
  })
})

test('a summary has eight sentences', () => {
  expect(extractiveSummary(passages, question)).toHaveLength(8)
})
