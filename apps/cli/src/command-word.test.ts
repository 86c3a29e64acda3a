import { expect, test } from 'vitest'
import { commandWord } from './command-word.ts'

test.each([
  ['in the checkout', '/w/main', '/w/main', 'linux', './winnow'],
  ['with a slash at the end', '/w/main', '/w/main/', 'linux', './winnow'],
  ['above the checkout', '/w', '/w/main', 'darwin', './main/winnow'],
  ['below the checkout', '/w/main/examples', '/w/main', 'linux', '/w/main/winnow'],
  ['elsewhere', '/home/me', '/w/main', 'linux', '/w/main/winnow'],
  ['a path that a shell would part', '/home', '/w/my work', 'linux', "'/w/my work/winnow'"],
  ['a path with a quote', '/home', "/w/it's", 'linux', "'/w/it'\\''s/winnow'"],
  ['Windows, in the checkout', '/w/main', '/w/main', 'win32', 'npm start --'],
  ['Windows, elsewhere', '/home', '/w/main', 'win32', 'npm --prefix "/w/main" start --'],
] as const)('%s', (_, cwd, root, platform, word) => {
  expect(commandWord(cwd, root, platform)).toBe(word)
})
