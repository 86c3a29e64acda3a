/** The key under which the state notes that a document was a snowball seed in one direction. */
export function seedKey(documentId: string, direction: 'backward' | 'forward'): string {
  return `${documentId}:${direction}`
}
