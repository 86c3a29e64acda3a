import { expect, test } from 'vitest'
import { longPaper } from './long-paper.ts'

const stated = [
  { share: 0, sentence: 'First it says one.' },
  { share: 0.5, sentence: 'Then it says two.' },
  { share: 0.98, sentence: 'Last it says three.' },
]
const paper = longPaper(20_000, 4, stated)
const text = paper.sections.map((section) => section.text).join(' ')

test('it has its length and its sections', () => {
  expect(paper.sections.map(({ heading }) => heading)).toEqual(['A', 'B', 'C', 'D'].map((part) => `Apple stores, part ${part}`))
  expect(text.length).toBeGreaterThanOrEqual(19_900)
  expect(text.length).toBeLessThan(20_200)
})

test('what it states stands once, at its place, and is all that has a figure', () => {
  expect(text.startsWith('First it says one. The ')).toBe(true)
  const places = stated.map(({ sentence }) => text.indexOf(sentence) / text.length)
  expect(places[1]).toBeCloseTo(0.5, 2)
  expect(places[2]).toBeGreaterThan(0.97)
  for (const { sentence } of stated) expect(text.split(sentence)).toHaveLength(2)
  expect(text).not.toMatch(/\d/)
})

test('no sentence stands twice, and the same paper comes again', () => {
  const sentences = text.split(/(?<=\.) /)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(longPaper(20_000, 4, stated)).toEqual(paper)
})
