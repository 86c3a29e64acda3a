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
    expect(noEvidenceSummary({ documents: given, operations: { total: 3, unanswered: 0 } })).toEqual([
      { text: out, citations: [], evidence: [] },
    ])
  })
  const nothing = { found: 0, relevant: 0, read: 0 }
  test.each([
    [
      'all searches failed',
      { total: 4, unanswered: 4 },
      ['Nothing is known: none of the 4 searches was answered by its source, so this report says nothing about the literature.'],
    ],
    [
      'some searches failed',
      { total: 4, unanswered: 3 },
      [
        'No evidence was found: the searches brought no document.',
        '3 of 4 searches were not answered by their source; what they would have found is not known.',
      ],
    ],
    ['nothing was searched', { total: 0, unanswered: 0 }, ['No evidence was found: the searches brought no document.']],
  ])('%s', (_, operations, texts) => {
    expect(noEvidenceSummary({ documents: nothing, operations }).map(({ text }) => text)).toEqual(texts)
  })
})
