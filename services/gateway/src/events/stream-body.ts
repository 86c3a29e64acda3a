import { Readable } from 'node:stream'

/** Bytes of messages that wait for a slow reader. */
const buffered = 64 * 1024

/** Messages as the body of an answer. It asks for the next one only when its reader has taken what came before, but for 64 KiB. */
export function streamBody(messages: AsyncIterable<string>): Readable {
  return Readable.from(messages, { objectMode: false, highWaterMark: buffered })
}
