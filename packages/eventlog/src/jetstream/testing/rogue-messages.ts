import { noted, notedNewer, rumoured, sealed } from '../../behaviour/test-events.ts'

/** A message as a client may publish it that knows nothing of our rules, or breaks them. */
export interface RoguePublish {
  readonly name: string
  readonly subject: string
  readonly payload: string | Uint8Array
}

const ours = 'research.home.run-1.search'
const json = (value: unknown) => JSON.stringify(value)

/** Messages that get no place, with the reason they are refused for. The run is `run-1` of workspace `home`. */
export const refusedPublishes: readonly (RoguePublish & { readonly reason: string })[] = [
  { name: 'text', subject: ours, payload: 'hello', reason: 'not-json' },
  { name: 'bytes', subject: ours, payload: Uint8Array.of(0xff, 0, 0xfe), reason: 'not-json' },
  { name: 'nothing', subject: ours, payload: '', reason: 'not-json' },
  { name: 'no envelope', subject: ours, payload: json({ n: 1 }), reason: 'no-envelope' },
  { name: 'oversized', subject: ours, payload: json(sealed(noted, 800, { text: 'x'.repeat(300_000) })), reason: 'oversized' },
  { name: 'a subject without run', subject: 'research.x', payload: json(sealed(noted, 801)), reason: 'disagrees' },
  { name: 'a subject that is no text', subject: 'research.home.run-1.s\u00e9arch', payload: json(sealed(noted, 802)), reason: 'disagrees' },
  { name: 'another run', subject: ours, payload: json(sealed(noted, 803, { runId: 'run-2' })), reason: 'disagrees' },
  { name: 'another aggregate', subject: 'research.home.run-1.run', payload: json(sealed(noted, 804)), reason: 'disagrees' },
  { name: 'another id', subject: ours, payload: json({ ...sealed(noted, 805), key: 'Noted:806' }), reason: 'disagrees' },
  {
    name: 'another workspace',
    subject: 'research.away.run-1.search',
    payload: json(sealed(noted, 807, { workspaceId: 'away' })),
    reason: 'other-workspace',
  },
  {
    name: 'nested without end',
    subject: ours,
    payload: json(sealed(noted, 808)).replace('{"n":808}', '['.repeat(9_999) + ']'.repeat(9_999)),
    reason: 'unfit',
  },
]

/** Messages that get their places, and are quarantined when they are read. */
export const quarantinedPublishes: readonly (RoguePublish & { readonly reason: string })[] = [
  { name: 'unknown type', subject: ours, payload: json(sealed(rumoured, 1)), reason: 'unknown-type' },
  { name: 'bad data', subject: ours, payload: json({ ...sealed(noted, 900), data: { n: 'one' } }), reason: 'invalid' },
]

/** A message of a newer version: the reading of its run stops there. */
export const newerPublish: RoguePublish = { name: 'newer version', subject: ours, payload: json(sealed(notedNewer, 950)) }
