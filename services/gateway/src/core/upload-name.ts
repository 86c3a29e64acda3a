import { sanitiseText } from '@winnow/text/sanitise-text.ts'

/** Bytes of a file's name that every file system takes. */
const longest = 200
const unnamed = 'library'

/** The name of an uploaded file, as it is told to people and as a file is stored under: without folders; null when it is too long. */
export function uploadName(given: string | undefined): string | null {
  const name = sanitiseText(given ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (/^\.*$/.test(name)) return unnamed
  return new TextEncoder().encode(name).length > longest ? null : name
}
