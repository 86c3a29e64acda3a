import { existsSync, readFileSync } from 'node:fs'

const shared = new URL('../../../../../shared/recorded/', import.meta.url)

/** Whether the recorded answers of the real APIs lie beside the repository; tests over all of them skip themselves otherwise. */
export const hasRecordedAnswers = existsSync(new URL('index.json', shared))

/** The body of one of them, such as "websearch/tavily-basic.json". */
export function recordedAnswer(file: string): string {
  return readFileSync(new URL(file, shared), 'utf8')
}

/** One recorded answer of the index. */
export interface RecordedAnswer {
  readonly file: string
  readonly api: string
  readonly status: number
}

/** The recorded answers of one folder, such as "semanticscholar"; none when there are no recordings. */
export function recordedAnswersOf(folder: string): readonly RecordedAnswer[] {
  if (!hasRecordedAnswers) return []
  const index: { readonly files: readonly RecordedAnswer[] } = JSON.parse(readFileSync(new URL('index.json', shared), 'utf8'))
  return index.files.filter(({ file }) => file.startsWith(`${folder}/`))
}
