import { v5 } from 'uuid'

/** Winnow's own name space for event ids. Never change it: ids in every log come from it. */
const eventIds = '5b6c2c0e-6f0d-4d0c-9a53-0d8d2f6e7a11'

/** The id of the event with this key in this run: uuid v5. A run's id holds no "/", so no two pairs give one name. */
export function eventId(runId: string, key: string): string {
  return v5(`${runId}/${key}`, eventIds)
}
