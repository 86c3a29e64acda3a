import { constants, gunzipSync } from 'node:zlib'

/** The text of a file with LF line ends and without a byte order mark; `problem` when it could be read only in part or by a guess. */
export type DecodedText = { readonly text: string; readonly problem?: string }

/**
 * Text of UTF-8 (with or without mark), UTF-16 LE or BE (with mark), or, where the bytes are no UTF-8, Windows-1252
 * (Latin-1 with printable signs in its gap), which is noted. CRLF and CR become LF.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return { text: withLineFeeds(new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const text = withLineFeeds(new TextDecoder('windows-1252').decode(bytes))
    return { text, problem: 'the file is no UTF-8: read as Latin-1 (Windows-1252); check letters with accents' }
  }
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** The unpacked bytes of a gzip file, or what is wrong with it; of a file cut off at its end, what is there, with a problem. */
export type Unpacked = { readonly bytes: Uint8Array; readonly problem?: string } | { readonly bytes?: undefined; readonly problem: string }

/** Unpacks gzip; more than `maxBytes` unpacked is refused (a small file can unpack to any size). */
export function unpackGzip(packed: Uint8Array, maxBytes: number): Unpacked {
  try {
    return { bytes: gunzipSync(packed, { maxOutputLength: maxBytes }) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return { problem: `unpacks to more than ${maxBytes} bytes: not read` }
    if (code !== 'Z_BUF_ERROR') return { problem: 'broken gzip data: not read' }
  }
  const bytes = gunzipSync(packed, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
  return { bytes, problem: 'the gzip file ends too early: only its beginning was read' }
}

/** True for bytes that start as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
