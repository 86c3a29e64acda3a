import type { EventEmitter } from 'node:events'

/**
 * Watches for the reader of our output to go away (`winnow … | head`), which is no fault: `end` is called, once, or what was
 * given in its place to the function that comes back. Another fault of a stream is thrown.
 */
export function watchReaders(streams: readonly EventEmitter[], end: () => void): (instead: () => void) => void {
  let react = end
  let gone = false
  const onError = (error: NodeJS.ErrnoException) => {
    // What is written after it fails as well, and needs no second word.
    if (gone) return
    if (error.code !== 'EPIPE') throw error
    gone = true
    react()
  }
  for (const stream of streams) stream.on('error', onError)
  return (instead) => {
    react = instead
  }
}
