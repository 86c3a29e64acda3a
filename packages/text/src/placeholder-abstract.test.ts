import { expect, test } from 'vitest'
import { isPlaceholderAbstract } from './placeholder-abstract.ts'

test.each([
  '',
  '-',
  '...',
  'n/a',
  'N/A',
  'NA',
  'None',
  'null',
  'undefined',
  'NaN',
  'TBD',
  '[No abstract]',
  'No abstract available',
  'No abstract available.',
  '[No abstract available]',
  'No abstracts provided',
  'No abstract was found',
  'There is no abstract',
  'This article has no abstract',
  'There is no abstract available',
  'Abstract not available',
  'Abstract unavailable',
  'Abstract is missing',
  'Abstract not provided',
  'Not available',
  'Not applicable',
  'n/a.',
  '-',
  ' ',
  '',
])('%j is a placeholder', (text) => {
  expect(isPlaceholderAbstract(text)).toBe(true)
})

test.each([
  'No abstract concepts were taught.',
  'None of the patients died.',
  'Not available in stores',
  '无',
  'A null result',
  'Abstract art',
  'No abstract available was the finding of this study.',
  'NaCl rises.',
  '城市热浪',
])('%j is an abstract', (text) => {
  expect(isPlaceholderAbstract(text)).toBe(false)
})
