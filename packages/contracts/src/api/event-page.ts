import { z } from 'zod'
import { recorded } from '../envelope.ts'

/**
 * The answer of `GET /v1/runs/{id}/events?after=&limit=` as JSON. `next`: the `after` of the next page, null at the end of
 * what the log holds now. As server-sent events each event is a message with `id` = pos and `event` = its type; `event: gap`
 * tells {from, to} of positions whose events cannot be folded and are never given, in pages neither; `event: end` that the run
 * has ended and nothing more will come; `event: upgrade` (a problem) that only a newer server can tell the next event.
 */
export const eventPage = z.object({ events: z.array(recorded), next: z.number().int().nullable() })
export type EventPage = Readonly<z.infer<typeof eventPage>>
