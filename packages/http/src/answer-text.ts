/**
 * The text of an answer: by its UTF-8 byte order mark, else as the content type says, else as its XML declaration says, else
 * as UTF-8, as is anything in an encoding that nobody knows. The mark is left out.
 */
export function answerText(bytes: Buffer, contentType: string): string {
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? xmlEncoding(bytes)
  return decoderOf(hasUtf8Mark(bytes) ? 'utf-8' : (named ?? 'utf-8')).decode(bytes)
}

function hasUtf8Mark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The encoding that an XML declaration names; one that could be read byte by byte is not in UTF-16, whatever it says. */
function xmlEncoding(bytes: Buffer): string | undefined {
  const named = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1]
  return named !== undefined && /^utf-?16/i.test(named) ? undefined : named
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    // A name that nobody knows.
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}
