import { describe, expect, test } from 'vitest'
import { noEvidenceSummary } from './no-evidence.ts'

describe('noEvidenceSummary', () => {
  const rows = [
    { in: { found: 0, relevant: 0, read: 0 }, out: 'No evidence was found: the searches brought no document.' },
    { in: { found: 1, relevant: 0, read: 0 }, out: 'No evidence was found: of 1 document found, none is relevant to the question.' },
    { in: { found: 2, relevant: 1, read: 0 }, out: 'No evidence was found: of 2 documents found, 1 is relevant and none was read.' },
    {
      in: { found: 9, relevant: 3, read: 1 },
      out: 'No evidence was found: of 9 documents found, 3 are relevant; 1 read, without a usable finding.',
    },
  ]
  test.each(rows)('$out', ({ in: given, out }) => {
    expect(noEvidenceSummary(given)).toEqual([{ text: out, citations: [], evidence: [] }])
  })
})
