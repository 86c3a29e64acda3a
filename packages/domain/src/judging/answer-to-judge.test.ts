import { expect, it } from 'vitest'
import { countWords } from './answer-to-judge.ts'

it.each([
  ['', 0],
  ['TNF inhibitors (n = 42) help.', 5],
  ['—  … !', 0],
  ['抗体は有効', 3],
])('words of %j', (text, words) => {
  expect(countWords(text)).toBe(words)
})
