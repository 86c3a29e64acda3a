import { readFile } from 'node:fs/promises'
import { decodeText, isGzip, unpackGzip } from '@winnow/bibliography/decode-file.ts'
import { readTable } from '@winnow/bibliography/read/csv.ts'
import { sniffFormat } from '@winnow/bibliography/sniff-format.ts'

/** Bytes of an unpacked file that are looked at for its columns: this is for a message. */
const mostBytes = 64 * 1024 * 1024

/** The names of the columns of a table, or of the members of the first record of a JSON file; none of other files, or when it cannot be read. */
export async function columnsThere(path: string): Promise<readonly string[]> {
  const text = await textOf(path)
  if (text === null) return []
  switch (sniffFormat(text, path)) {
    case 'csv':
      return readTable(text.split('\n', 1)[0] ?? '').columns
    case 'json':
      return membersOf(text)
    default:
      return []
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path)
    const plain = isGzip(bytes) ? unpackGzip(bytes, mostBytes).bytes : bytes
    return plain === undefined ? null : decodeText(plain).text
  } catch (error) {
    // A folder has no columns of its own; that a file cannot be read has been told by then.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function membersOf(text: string): readonly string[] {
  for (const candidate of [text.trimStart().split('\n', 1)[0] ?? '', text]) {
    try {
      const value: unknown = JSON.parse(candidate)
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'object' && first !== null ? Object.keys(first) : []
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return []
}
