import type { EventType } from './registry.ts'

/** Turns the data of version n of a type into that of version n + 1. Data that does not fit is handed on: the schema refuses it. */
export type Upcaster = (data: unknown) => unknown

/** Upcasters by type and the version they start from. A version that is raised gets an entry here and a sample in samples/. */
export const upcasters: { readonly [T in EventType]?: { readonly [fromVersion: number]: Upcaster } } = {}

/** Lifts data of an old version, step by step, to the version that the registry declares. */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  steps: { readonly [fromVersion: number]: Upcaster } | undefined = upcasters[type],
): unknown {
  let lifted = data
  for (let v = version; steps?.[v] !== undefined; v++) lifted = steps[v]?.(lifted)
  return lifted
}
