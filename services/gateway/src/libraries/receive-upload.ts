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

/** The answer to an upload that is larger than `maxBytes`. The rest of it is not waited for. */
export function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, `The file is larger than the ${maxBytes} bytes that this server takes: split it.`, {
    headers: { connection: 'close' },
  })
}

function atMost(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}
