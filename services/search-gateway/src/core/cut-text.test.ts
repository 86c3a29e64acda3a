import { expect, test } from 'vitest'
import { cutAtWord, firstWords } from './cut-text.ts'

test.each<[name: string, text: string, longest: number, cut: string]>([
  ['a text of just that length stays', 'one two', 7, 'one two'],
  ['a text that is one longer loses its last word', 'one twoo', 7, 'one'],
  ['a cut that falls on a space keeps the word before it', 'one two three', 7, 'one two'],
  ['a cut just after a space keeps no space', 'one two three', 8, 'one two'],
  ['of several spaces at the cut none is kept', 'one  two', 5, 'one'],
  ['words parted by a line feed', 'one\ntwo', 5, 'one'],
  ['a single longer word is cut inside', 'abcdefgh', 3, 'abc'],
  ['a surrogate pair is never split', '😀😀', 3, '😀'],
  ['an empty text', '', 5, ''],
])('%s', (_name, text, longest, cut) => {
  expect(cutAtWord(text, longest)).toBe(cut)
})

test.each<[name: string, text: string, most: number, words: string]>([
  ['as many words as allowed', ' a b  c ', 3, 'a b c'],
  ['one word too many', 'a b\nc', 2, 'a b'],
  ['an empty text', '', 2, ''],
])('%s', (_name, text, most, words) => {
  expect(firstWords(text, most)).toBe(words)
})
