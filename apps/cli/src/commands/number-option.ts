import { UsageError } from '@winnow/runs/usage-error.ts'

/** Reads the value of an option as a number of the given kind; an error names the option and what it takes. */
export function numberOption(option: string, kind: 'whole' | 'positive' | 'positive whole'): (raw: string) => number {
  return (raw) => {
    const value = Number(raw)
    const wrong =
      raw.trim() === '' ||
      !Number.isFinite(value) ||
      value < 0 ||
      (kind !== 'positive' && !Number.isInteger(value)) ||
      (kind !== 'whole' && value === 0)
    if (wrong) throw new UsageError(`${option} takes a ${kind} number, not "${raw}"`)
    return value
  }
}

/** Reads a year (four digits). */
export function yearOption(option: string): (raw: string) => number {
  return (raw) => {
    if (!/^\d{4}$/.test(raw)) throw new UsageError(`${option} takes a year of four digits, not "${raw}"`)
    return Number(raw)
  }
}

/** Reads a date (YYYY-MM-DD). */
export function dateOption(option: string): (raw: string) => string {
  return (raw) => {
    const date = new Date(`${raw}T00:00:00Z`)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(raw) || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== raw) {
      throw new UsageError(`${option} takes a date such as 2026-11-30, not "${raw}"`)
    }
    return raw
  }
}
