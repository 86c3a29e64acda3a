/** Where a page of the list of runs ends. */
export interface RunPlace {
  readonly runId: string
  readonly startedAt: string | null
}

/** The cursor of a place: opaque to clients. */
export function runCursor({ startedAt, runId }: RunPlace): string {
  return Buffer.from(`${startedAt ?? ''} ${runId}`).toString('base64url')
}

/** The place of a cursor; null for what is none. */
export function placeOfCursor(cursor: string): RunPlace | null {
  const [, startedAt, runId] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)? ([a-z0-9-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (runId === undefined || (startedAt !== undefined && Number.isNaN(Date.parse(startedAt)))) return null
  return { startedAt: startedAt ?? null, runId }
}
