import { readdirSync, readFileSync } from 'node:fs'
import { recorded } from '@winnow/contracts/envelope.ts'
import { expect, test } from 'vitest'
import { eventId } from './event-id.ts'

/** Whole stored events of every type and version. */
const samples = new URL('../../contracts/src/samples/', import.meta.url)

test.each(readdirSync(samples))('%s has the id of its run and key', (file) => {
  const event = recorded.parse(JSON.parse(readFileSync(new URL(file, samples), 'utf8')))
  expect(event.id).toBe(eventId(event.runId, event.key))
})
