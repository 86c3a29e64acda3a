import type { ExclusionCount } from '@winnow/domain/prisma.ts'
import { shortened } from './markdown-text.ts'

/** Characters of a criterion that are shown. */
const criterionLength = 120

/** A reason for exclusion for a person: "E2, no animal studies: other population or setting". `criteria`: texts by number. */
export function exclusionWords({ reason, criterion }: Omit<ExclusionCount, 'count'>, criteria: ReadonlyMap<string, string>): string {
  if (criterion === undefined) return reason
  const text = criteria.get(criterion)?.replace(/[.;,]$/, '')
  return `${text === undefined ? criterion : `${criterion}, ${shortened(text, criterionLength)}`}: ${reason}`
}
