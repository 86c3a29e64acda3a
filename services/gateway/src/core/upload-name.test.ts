import { expect, test } from 'vitest'
import { uploadName } from './upload-name.ts'

test.each([
  ['none', undefined, 'library'],
  ['empty', '  ', 'library'],
  ['a file', 'refs.bib', 'refs.bib'],
  ['letters of any script', 'Doktor Živago (2).ris', 'Doktor Živago (2).ris'],
  ['a path', '/home/me/refs.bib', 'refs.bib'],
  ['a path of Windows', 'C:\\papers\\refs.bib', 'refs.bib'],
  ['the way up', '../../etc/passwd', 'passwd'],
  ['dots alone', '..', 'library'],
  ['a folder', 'papers/', 'library'],
  ['a hidden file', '.refs', '.refs'],
  ['controls and what turns text around', 'a\u0000\n\t\u202eb.bib', 'a\uFFFDb.bib'],
  ['200 bytes', `${'ä'.repeat(98)}.bib`, `${'ä'.repeat(98)}.bib`],
  ['201 bytes', `${'ä'.repeat(98)}x.bib`, null],
])('%s', (_, given, name) => {
  expect(uploadName(given)).toBe(name)
})
