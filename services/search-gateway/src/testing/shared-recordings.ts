import { existsSync, readFileSync } from 'node:fs'
import type { ApiResponse } from '@winnow/http/api-exchange.ts'

const folder = new URL('../../../../../shared/recorded/', import.meta.url)

/** Whether the recorded answers lie beside the project; they are no part of it. */
export const haveRecordings = existsSync(new URL('index.json', folder))

/** Recorded and observed answers of one API, by file name; none when they are absent. */
export function recordingsOf(api: string): readonly { readonly file: string; readonly response: ApiResponse }[] {
  if (!haveRecordings) return []
  const { files } = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as {
    readonly files: readonly { readonly file: string; readonly status: number }[]
  }
  return files
    .filter(({ file }) => file.startsWith(`${api}/`) || file.startsWith(`_observed/${api}-`))
    .map(({ file, status }) => ({ file, response: { status, headers: {}, body: readFileSync(new URL(file, folder), 'utf8') } }))
}
