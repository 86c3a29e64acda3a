import type { WantedConsumer, WantedStream } from './server-config.ts'

/** What to do with a stream or consumer that there is: nothing, update, or refuse, with the reasons. */
export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'update' }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

/** Cannot be changed, or only by losing what is stored. */
const fixedOfStream = ['subjects', 'retention', 'storage'] as const
const fixedOfConsumer = ['filter_subject', 'ack_policy', 'deliver_policy'] as const

/** Never lowered: what is stored, or waits, might be lost. The value that stands for "no limit" beside each. */
const limitsOfStream = {
  num_replicas: null,
  max_msgs: -1,
  max_bytes: -1,
  max_msgs_per_subject: -1,
  max_msg_size: -1,
  max_age: 0,
  duplicate_window: null,
} as const
const limitsOfConsumer = { ack_wait: null, max_deliver: -1, max_ack_pending: -1 } as const

/** Compares a stream as it is with how it should be. Nothing is ever shrunk, and protection is never taken away. */
export function compareStream(is: Partial<WantedStream>, wanted: WantedStream): Comparison {
  const reasons = [
    ...fixedOfStream.flatMap((field) => changed(field, is[field], wanted[field])),
    ...Object.entries(limitsOfStream).flatMap(([field, none]) =>
      lowered(field, is[field as keyof typeof limitsOfStream], wanted[field as keyof typeof limitsOfStream], none),
    ),
    ...(is.deny_delete === true && !wanted.deny_delete ? ['deny_delete would be taken away'] : []),
  ]
  return comparison(reasons, is, wanted)
}

/** Compares a consumer as it is with how it should be. */
export function compareConsumer(is: Partial<WantedConsumer>, wanted: WantedConsumer): Comparison {
  const reasons = [
    ...fixedOfConsumer.flatMap((field) => changed(field, is[field], wanted[field])),
    ...Object.entries(limitsOfConsumer).flatMap(([field, none]) =>
      lowered(field, is[field as keyof typeof limitsOfConsumer], wanted[field as keyof typeof limitsOfConsumer], none),
    ),
  ]
  return comparison(reasons, is, wanted)
}

function comparison(reasons: readonly string[], is: object, wanted: object): Comparison {
  if (reasons.length > 0) return { kind: 'refused', reasons }
  const have = new Map(Object.entries(is))
  return { kind: Object.entries(wanted).every(([field, value]) => same(have.get(field), value)) ? 'same' : 'update' }
}

/** The server leaves out what is false. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? false) === JSON.stringify(b ?? false)
}

function changed(field: string, is: unknown, wanted: unknown): string[] {
  return same(is, wanted) ? [] : [`${field} would change from ${JSON.stringify(is)} to ${JSON.stringify(wanted)}`]
}

function lowered(field: string, is: number | undefined, wanted: number | undefined, none: number | null): string[] {
  const size = (value: number | undefined) => (value === none || value === undefined ? Number.POSITIVE_INFINITY : value)
  return size(wanted) < size(is) ? [`${field} would fall from ${is === none ? 'no limit' : is} to ${wanted}`] : []
}
