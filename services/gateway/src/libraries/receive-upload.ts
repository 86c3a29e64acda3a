import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpProblem } from '../http-problem.ts'

/** Writes what comes into a file of that name, in a folder of its own, for as long as `use` takes. Throws HttpProblem when it is too large. */
export async function withUpload<T>(
  body: Readable,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-upload-'))
  try {
    const path = join(folder, name)
    await pipeline(body, atMost(maxBytes), createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The answer to an upload that is larger than `maxBytes`. */
function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, `The file is larger than the ${maxBytes} bytes that this server takes: split it.`, {
    headers: { connection: 'close' },
  })
}

/**
 * Of a file that is too large this much is read and thrown away before it is refused: a client that is still sending when the
 * connection ends does not see the answer. What is larger still is cut off.
 */
const passedOver = 256 * 1024 * 1024

/** Refuses an upload that says that it is too large, once it has come in. */
export async function refuseTooLarge(body: Readable, announced: number, maxBytes: number): Promise<void> {
  if (announced <= maxBytes) return
  let bytes = 0
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length
    if (bytes > passedOver) break
  }
  throw tooLarge(maxBytes)
}

function atMost(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= maxBytes) done(null, chunk)
      else if (bytes <= maxBytes + passedOver) done()
      else done(tooLarge(maxBytes))
    },
    flush(done) {
      done(bytes > maxBytes ? tooLarge(maxBytes) : null)
    },
  })
}
