/** Levels of arrays and objects in a body: far more than any request has, far less than would exhaust a stack (our reading). */
export const maxBodyDepth = 100

/** Whether a parsed JSON value has more than so many levels of arrays and objects. It looks no deeper than that. */
export function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1))
}
