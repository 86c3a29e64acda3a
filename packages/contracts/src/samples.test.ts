import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recorded } from './envelope.ts'
import { parseEvent } from './parse-event.ts'
import { eventDefinitions, eventTypes } from './registry.ts'
import { upcasters } from './upcast.ts'

const folder = new URL('./samples/', import.meta.url)
const wanted = eventTypes.flatMap((type) =>
  Array.from({ length: eventDefinitions[type].version }, (_, index) => ({ type, version: index + 1, file: `${type}.v${index + 1}.json` })),
)
const read = (file: string) => recorded.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))

test('there is a stored event of every type in every version, and nothing else', () => {
  expect(readdirSync(folder).sort()).toEqual(wanted.map(({ file }) => file).sort())
})

describe('what was stored can be read for ever', () => {
  test.each(wanted)('$file', ({ type, version, file }) => {
    const event = read(file)
    expect([event.type, event.version]).toEqual([type, version])
    const parsed = parseEvent(event)
    if (!parsed.ok) throw new Error(`${parsed.reason}: ${parsed.detail}`)
    const definition = eventDefinitions[type]
    expect(parsed.event.version).toBe(definition.version)
    // A field that the schema does not know would be lost.
    if (version === definition.version) expect(parsed.event.data).toEqual(event.data)
    expect(parsed.event.key).toBe((definition.key as (data: unknown) => string)(parsed.event.data))
    if (definition.aggregate !== null) expect(event.aggregate).toBe(definition.aggregate)
  })
})

test('every old version has its upcaster, and no upcaster starts from a version that is current or unknown', () => {
  const needed = wanted
    .filter(({ type, version }) => version < eventDefinitions[type].version)
    .map(({ type, version }) => `${type} ${version}`)
  const there = Object.entries(upcasters).flatMap(([type, steps]) => Object.keys(steps).map((version) => `${type} ${version}`))
  expect(there.sort()).toEqual(needed.sort())
})
