const DAY_FIRST = /^(?:[a-z]{3},?\s+)?\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(\d{4})\b/i
const MONTH_FIRST = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?\s+(\d{4})\b/i
const ISO = /^(\d{4})-\d{2}-\d{2}(?!\d)/

/**
 * The year of a date with day and month: "2023-05-01T20:10:05", "Jan 29, 2023", "Tue, 12 Mar 2024 10:00:00 GMT". Anything
 * less ("2 days ago", "2023", "May 2023") gives undefined: search engines guess such dates.
 */
export function fullDateYear(date: string): string | undefined {
  const text = date.trim()
  return (ISO.exec(text) ?? MONTH_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.[1]
}
