import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The objects of a JSONL file, gzipped when its name ends in .gz. The caller says what a line is; the data is ours and fixed. */
export function readJsonl<T>(data: string, ...path: readonly string[]): readonly T[] {
  const file = join(data, ...path)
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
