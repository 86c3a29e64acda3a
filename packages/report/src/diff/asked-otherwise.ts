import type { ComparedRun } from './compared-run.ts'

/** Something that two runs were asked for otherwise, such as "limits.maxReads". */
export interface AskedOtherwise {
  readonly name: string
  readonly a: unknown
  readonly b: unknown
}

/** What the two runs were asked for otherwise, models and budgets as they stand at their end. */
export function askedOtherwise(a: ComparedRun, b: ComparedRun): readonly AskedOtherwise[] {
  const [left, right] = [flat('', wishOf(a)), flat('', wishOf(b))]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((name) => ({ name, a: left.get(name) ?? null, b: right.get(name) ?? null }))
    .filter((one) => JSON.stringify(one.a) !== JSON.stringify(one.b))
}

function wishOf({ state, corpus }: ComparedRun): object {
  const { options, ...request } = state.request ?? { options: {} }
  return { ...request, criteria: corpus.request?.criteria ?? null, ...options }
}

/** An object's values by their path; lists are values. */
function flat(path: string, value: object): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(value).flatMap(([name, one]: [string, unknown]): (readonly [string, unknown])[] => {
      const place = path === '' ? name : `${path}.${name}`
      return typeof one === 'object' && one !== null && !Array.isArray(one) ? [...flat(place, one)] : [[place, one]]
    }),
  )
}
