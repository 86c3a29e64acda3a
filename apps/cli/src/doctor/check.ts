/** One thing that `winnow doctor` looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** What to do about a fault; null where there is none. */
  readonly fix: string | null
}

export function sound(name: string, detail: string): Check {
  return { name, ok: true, detail, fix: null }
}

export function faulty(name: string, detail: string, fix: string): Check {
  return { name, ok: false, detail, fix }
}
