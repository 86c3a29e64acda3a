import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { describe, expect, test } from 'vitest'
import { noted, notedNewer, rumoured, sealed } from '../behaviour/test-events.ts'
import { canonicalJson } from '../canonical-json.ts'
import { eventId } from '../event-id.ts'
import { chainedText } from '../hash-chain.ts'
import { maxDepth, readMessage } from './read-message.ts'

const subject = 'research.home.run-1.search'
const good = sealed(noted, 1)
const read = (event: unknown, on = subject) => readMessage({ subject: on, payload: Buffer.from(JSON.stringify(event)) })
const refusal = (outcome: ReturnType<typeof readMessage>) => (outcome.ok ? null : outcome.refusal)
/** The event under a type, key and aggregate, with the id that goes with the key. */
const keyed = (type: string, key: string, aggregate = 'search') => ({ ...good, type, key, aggregate, id: eventId(good.runId, key) })
const withKey = (key: string) => ({ ...good, key, id: eventId(good.runId, 'Noted:1') })

describe('a message that is an event', () => {
  test('gives the text of the chain around the position', () => {
    const outcome = read(good)
    if (!outcome.ok) throw new Error('refused')
    const { id, event, text } = outcome.candidate
    expect({ id, event }).toEqual({ id: good.id, event: good })
    expect(`${text.before}7${text.after}`).toBe(chainedText(good, 7))
    expect(text.bytes).toBe(Buffer.byteLength(canonicalJson(good)))
  })

  test.each([
    { name: 'of an unknown type', event: sealed(rumoured, 1) },
    { name: 'of a newer version', event: sealed(notedNewer, 1) },
    { name: 'whose data do not fit', event: { ...good, data: { n: 'one' } } },
    { name: 'with data that are no object', event: { ...good, data: [null, -0, 1e308, '\ud83d', '\0'] } },
    { name: 'that was inherited', event: { ...good, inherited: true } },
    { name: 'with a type of the longest length', event: keyed('x'.repeat(299), `${'x'.repeat(299)}:`) },
    { name: 'in the aggregate of its type', event: keyed('RunCompleted', 'RunCompleted:run', 'run'), on: 'research.home.run-1.run' },
    { name: 'that every service may say', event: keyed('WorkFailed', 'WorkFailed:w') },
    { name: 'with a name that every object has', event: keyed('constructor', 'constructor:1') },
    { name: 'nested as deep as is allowed', event: { ...good, data: nested(maxDepth - 1) } },
    {
      name: 'of another run and aggregate',
      event: { ...sealed(noted, 1, { runId: 'run-2' }), aggregate: 'plan' },
      on: 'research.home.run-2.plan',
    },
  ])('$name gets a place', ({ event, on }) => {
    expect(refusal(read(event, on))).toBeNull()
  })

  test('what the envelope does not know is left out, also a position and a hash', () => {
    const outcome = read({ pos: 9, hash: 'x', extra: 1, ...good })
    expect(outcome.ok && outcome.candidate.event).toEqual(good)
  })

  test('members in another order give the same text', () => {
    const turned = Object.fromEntries(Object.entries(good).reverse())
    expect(read(turned)).toEqual(read(good))
  })

  test('names that a program could mistake are data like others', () => {
    const payload = Buffer.from(JSON.stringify(good).replace('"n":1', '"__proto__":{"n":1},"10":1,"9":2'))
    const outcome = readMessage({ subject, payload })
    expect(outcome.ok && outcome.candidate.text.before).toContain('"data":{"10":1,"9":2,"__proto__":{"n":1}}')
  })
})

describe('a message that is none', () => {
  test.each([
    { name: 'nothing', payload: Buffer.alloc(0), reason: 'not-json' },
    { name: 'text', payload: Buffer.from('hello'), reason: 'not-json' },
    { name: 'JSON with a byte order mark', payload: Buffer.from(`\ufeff${JSON.stringify(good)}`), reason: 'not-json' },
    { name: 'bytes that are no UTF-8', payload: Buffer.from(JSON.stringify(good).replace('test', '\xff'), 'latin1'), reason: 'not-json' },
    { name: 'half an event', payload: Buffer.from(JSON.stringify(good).slice(0, -1)), reason: 'not-json' },
    { name: 'two events', payload: Buffer.from(JSON.stringify(good).repeat(2)), reason: 'not-json' },
    { name: 'null', payload: Buffer.from('null'), reason: 'no-envelope' },
    { name: 'a list', payload: Buffer.from(JSON.stringify([good])), reason: 'no-envelope' },
    { name: 'a number beyond JSON', payload: Buffer.from(JSON.stringify(good).replace('{"n":1}', '{"n":1e400}')), reason: 'unfit' },
    {
      name: 'a number beyond JSON in a list',
      payload: Buffer.from(JSON.stringify(good).replace('{"n":1}', '[1,-1e999]')),
      reason: 'unfit',
    },
  ])('$name', ({ payload, reason }) => {
    expect(refusal(readMessage({ subject, payload }))?.reason).toBe(reason)
  })

  test.each([
    { name: 'no data', event: { ...good, data: undefined }, reason: 'no-envelope', detail: 'data' },
    { name: 'a missing field', event: { ...good, traceparent: undefined }, reason: 'no-envelope', detail: 'traceparent' },
    { name: 'a field of another kind', event: { ...good, version: '1' }, reason: 'no-envelope', detail: 'version' },
    { name: 'a run id with a dot', event: { ...good, runId: 'run.1' }, reason: 'no-envelope', detail: 'runId' },
    { name: 'an aggregate that nobody has', event: { ...good, aggregate: 'gossip' }, reason: 'no-envelope', detail: 'aggregate' },
    { name: 'NUL in the type', event: { ...good, type: 'No\0ted' }, reason: 'no-envelope', detail: 'type: not a name' },
    { name: 'half a character in the type', event: { ...good, type: '\ud83d' }, reason: 'no-envelope', detail: 'type: not a name' },
    {
      name: 'another workspace than the subject',
      event: { ...good, workspaceId: 'away' },
      reason: 'disagrees',
      detail: 'research.away.run-1.search',
    },
    {
      name: 'another run than the subject',
      event: sealed(noted, 1, { runId: 'run-2' }),
      reason: 'disagrees',
      detail: 'research.home.run-2.search',
    },
    {
      name: 'another aggregate than the subject',
      event: { ...good, aggregate: 'plan' },
      reason: 'disagrees',
      detail: 'research.home.run-1.plan',
    },
    {
      name: 'the aggregate of another producer',
      event: keyed('RunCompleted', 'RunCompleted:run'),
      reason: 'disagrees',
      detail: 'aggregate: RunCompleted belongs to run, not to search',
    },
    {
      name: 'the key of another type',
      event: keyed('Rumoured', 'RunCompleted:run'),
      reason: 'disagrees',
      detail: 'key: RunCompleted:run is not one of Rumoured',
    },
    {
      name: 'a key that goes on after the type',
      event: keyed('Run', 'RunCompleted:run'),
      reason: 'disagrees',
      detail: 'is not one of Run',
    },
    { name: 'another id than the key', event: withKey('Noted:2'), reason: 'disagrees', detail: 'Noted:2' },
    { name: 'NUL in the key', event: withKey('Noted:1\0'), reason: 'disagrees', detail: 'is not that of key' },
    { name: 'one level too deep', event: { ...good, data: nested(maxDepth) }, reason: 'unfit', detail: `more than ${maxDepth} levels` },
    {
      name: 'lists without end',
      event: { ...good, data: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) },
      reason: 'unfit',
      detail: 'levels',
    },
  ])('$name', ({ event, reason, detail }) => {
    const payload = Buffer.from(event.data === undefined || !Array.isArray(event.data) ? JSON.stringify(event) : deepText(event))
    expect(refusal(readMessage({ subject, payload }))).toEqual({ reason, detail: expect.stringContaining(detail) })
  })
})

describe('size', () => {
  const sized = (bytes: number) => {
    const empty = Buffer.byteLength(canonicalJson(sealed(noted, 1, { text: '' })))
    return Buffer.from(canonicalJson(sealed(noted, 1, { text: 'x'.repeat(bytes - empty) })))
  }
  test('an event of the largest size is one, a byte more is oversized', () => {
    expect(readMessage({ subject, payload: sized(maxEventBytes) }).ok).toBe(true)
    expect(refusal(readMessage({ subject, payload: sized(maxEventBytes + 1) }))).toEqual({
      reason: 'oversized',
      detail: `${maxEventBytes + 1} bytes`,
    })
  })

  test('spaces count, and so does what canonical text makes longer', () => {
    expect(refusal(readMessage({ subject, payload: Buffer.concat([sized(maxEventBytes), Buffer.from(' ')]) }))?.reason).toBe('oversized')
    const numbers = JSON.stringify(good).replace('{"n":1}', `[${Array.from({ length: 50_000 }, () => '1e20').join(',')}]`)
    expect(refusal(readMessage({ subject, payload: Buffer.from(numbers) }))?.reason).toBe('oversized')
  })
})

/** Lists in lists, `levels` in all. */
function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 1; level < levels; level++) value = [value]
  return value
}

/** JSON of an event whose data may be nested deeper than JSON.stringify bears. */
function deepText(event: { readonly data?: unknown }): string {
  let levels = 0
  for (let value = event.data; Array.isArray(value); value = value[0]) levels += 1
  return JSON.stringify({ ...event, data: 0 }).replace('"data":0', `"data":${'['.repeat(levels)}${']'.repeat(levels)}`)
}
