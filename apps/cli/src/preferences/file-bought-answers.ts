import { type FileHandle, open, readFile } from 'node:fs/promises'
import { usage } from '@winnow/contracts/entities/usage.ts'
import type { BoughtAnswers, StoredCall } from '@winnow/model/bought-answers.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { z } from 'zod'

const storedCall = z.object({
  runId: z.string(),
  workId: z.string(),
  promptHash: z.string(),
  attempt: z.number(),
  text: z.string().nullable(),
  usage,
  at: z.string(),
})

/** Bought answers that outlive the process in one file, a line of JSON a call. */
export interface FileBoughtAnswers extends BoughtAnswers {
  /** Every call so far, those of earlier processes among them. */
  readonly all: () => readonly StoredCall[]
  readonly close: () => Promise<void>
}

/**
 * Opens the file, which one process writes at a time. The last line of a process that was killed may be half written: it is taken
 * away. Throws UsageError for another line that is no call.
 */
export async function openFileBoughtAnswers(path: string): Promise<FileBoughtAnswers> {
  const text = await readIfThere(path)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const kept = createMemoryBoughtAnswers()
  for (const [index, line] of whole.split('\n').entries()) {
    if (line !== '') await kept.record(readCall(line, `${path}, line ${index + 1}`))
  }
  const file = await open(path, 'a')
  await file.truncate(Buffer.byteLength(whole))
  let written: Promise<void> = Promise.resolve()
  return {
    find: kept.find,
    record: async (call) => {
      written = written.then(() => append(file, call))
      await written
      await kept.record(call)
    },
    all: kept.all,
    close: async () => {
      await written
      await file.close()
    },
  }
}

async function append(file: FileHandle, call: StoredCall): Promise<void> {
  await file.appendFile(`${JSON.stringify(call)}\n`)
}

function readCall(line: string, place: string): StoredCall {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new UsageError(`${place} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const call = storedCall.safeParse(value)
  if (!call.success) throw new UsageError(`${place} is no model call: ${z.prettifyError(call.error)}`)
  return call.data
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
