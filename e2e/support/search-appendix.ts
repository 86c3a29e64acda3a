import { expect } from 'vitest'
import { answered, type TracedOperation } from './operations.ts'

/** Cells of the rows about operations in a report's search appendix, by the operation's id. */
function appendixRows(report: string): ReadonlyMap<string, readonly string[]> {
  const section = /^## Search appendix\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(report)?.[1] ?? ''
  return new Map(
    [...section.matchAll(/^\| (S\d+) \| (.+) \|$/gm)].map(
      ([, id = '', cells = '']) => [id, cells.replaceAll('\\', '').split(' | ')] as const,
    ),
  )
}

/** Every operation has its row, with its source and outcome; one that did not answer is named with its reason, and never with "none". */
export function expectNamed(operations: readonly TracedOperation[], report: string): void {
  const rows = appendixRows(report)
  expect([...rows.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  for (const operation of operations) {
    const { operationId, source, outcomes, reason } = operation
    const cells = rows.get(operationId) ?? []
    expect([operationId, cells[0], cells]).toEqual([operationId, source, expect.arrayContaining([...outcomes])])
    if (answered(operation)) continue
    expect(cells).not.toContain('none')
    expect(words(cells.at(-1) ?? '')).toContain(words(reason ?? 'a reason'))
  }
}

/** A text without its marks, which Markdown needs escaped or left out. */
function words(text: string): string {
  return text
    .replace(/&[a-z]+;|[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
