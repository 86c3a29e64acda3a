import { createHash } from 'node:crypto'
import { type FullText, fullText as fullTextSchema } from '@winnow/contracts/entities/full-text.ts'

/** The blob form of a full text: JSON with the schema's order of members; its SHA-256 is `Record.fullTextHash`. */
export function fullTextBlob(fullText: FullText): string {
  return JSON.stringify(fullTextSchema.parse(fullText))
}

/** SHA-256 (hex) of `fullTextBlob`. */
export function fullTextHash(fullText: FullText): string {
  return createHash('sha256').update(fullTextBlob(fullText)).digest('hex')
}
