import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** More than the limit, as sent or once decoded. */
  | { readonly kind: 'too-large' }
  /** The compressed bytes are cut or damaged, or compressed in a way that was not asked for. */
  | { readonly kind: 'undecodable'; readonly encoding: string }

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
])

/** The encodings that `readBody` decodes, as an Accept-Encoding header. */
export const acceptedEncodings = 'gzip, br'

/**
 * Reads a body to its end and decodes it; at most `limit` bytes before and after decoding. Rejects when the connection is
 * lost on the way. `contentEncoding`: the header's value, if there is one.
 */
export async function readBody(stream: AsyncIterable<Buffer>, contentEncoding: string, limit: number): Promise<BodyRead> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    // Leaving the loop ends the stream, and with it the connection.
    if (length > limit) return { kind: 'too-large' }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return { kind: 'read', bytes }
  const decode = decoders.get(encoding)
  if (decode === undefined) return { kind: 'undecodable', encoding }
  try {
    return { kind: 'read', bytes: await decode(bytes, { maxOutputLength: limit }) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      return error.code === 'ERR_BUFFER_TOO_LARGE' ? { kind: 'too-large' } : { kind: 'undecodable', encoding }
    }
    throw error
  }
}
