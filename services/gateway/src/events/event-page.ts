import type { EventPage } from '@winnow/contracts/api/event-page.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'

/** Bytes of events on a page, about; one event may be 256 KiB. */
const pageBytes = 4 * 1024 * 1024

/**
 * The first events of a reading that goes on for at least one more than `limit`: at most `limit`, and about 4 MiB. Events before
 * one that this server is too old for are given; when that is the first, its UpgradeNeeded is thrown.
 */
export async function eventPageOf(reading: AsyncIterable<Recorded>, limit: number): Promise<EventPage> {
  const events: Recorded[] = []
  let bytes = 0
  const next = () => events.at(-1)?.pos ?? null
  try {
    for await (const event of reading) {
      const size = JSON.stringify(event).length
      if (events.length > 0 && (events.length === limit || bytes + size > pageBytes)) return { events, next: next() }
      events.push(event)
      bytes += size
    }
  } catch (error) {
    if (!(error instanceof UpgradeNeeded) || events.length === 0) throw error
    return { events, next: next() }
  }
  return { events, next: null }
}
