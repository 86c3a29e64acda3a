import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'

/** Reads the events of one run from a file or a bundle. A line that is no event, or not the next one, is bad input. */
export async function readEvents(path: string, until: number): Promise<readonly TypedEvent[]> {
  const { file, text } = await readLog(path)
  const events: TypedEvent[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || events.length >= until) continue
    const event = readLine(line, `${file}, line ${index + 1}`)
    const [first] = events
    if (first !== undefined && event.runId !== first.runId)
      throw new UsageError(`${file}, line ${index + 1}: an event of run ${event.runId} among those of ${first.runId}`)
    if (event.pos !== events.length + 1)
      throw new UsageError(`${file}, line ${index + 1}: event ${event.pos} where event ${events.length + 1} is due`)
    events.push(event)
  }
  if (events.length === 0) throw new UsageError(`${file} holds no events`)
  return events
}

function readLine(line: string, place: string): TypedEvent {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new UsageError(`${place} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const envelope = recorded.safeParse(value)
  if (!envelope.success)
    throw new UsageError(
      `${place} is no event: ${envelope.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    )
  const parsed = parseEvent(envelope.data)
  if (!parsed.ok) throw new UsageError(`${place} cannot be folded (${parsed.reason}): ${parsed.detail}`)
  return parsed.event
}

/** The text of a file of events, or of the one in a bundle. */
async function readLog(path: string): Promise<{ readonly file: string; readonly text: string }> {
  let file = path
  try {
    if ((await stat(path)).isDirectory()) file = join(path, 'events.jsonl')
    return { file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
