import type { NewEvent } from '@winnow/contracts/registry.ts'

/** A work that the user named, sought at a source that has another one under its identifier. */
export const namedWork: readonly NewEvent[] = [
  {
    type: 'SeedsRequested',
    data: { iteration: 1, operations: [{ workId: 'search:S9', operationId: 'S9', source: 'openalex', identifier: 'doi:10.5555/x' }] },
  },
  {
    type: 'LookupRejected',
    data: {
      workId: 'search:S9',
      operationId: 'S9',
      source: 'openalex',
      asked: 'doi:10.5555/x',
      foundTitle: 'Another work',
      reason: 'another title',
    },
  },
  {
    type: 'SearchFailed',
    data: {
      workId: 'search:S9',
      operationId: 'S9',
      intentId: null,
      source: 'openalex',
      query: 'doi:10.5555/x',
      outcome: 'skipped',
      reason: 'openalex does not have this work',
    },
  },
]

/** The full text of D1, found at the second place, and that of D2, which is nowhere to be had. */
export function fullTexts(hash: string): readonly NewEvent[] {
  const copy = { recordId: 'library:a', url: 'https://x.example/a.pdf', format: 'pdf', hash, sections: 4, characters: 9000 }
  return [
    {
      type: 'FullTextRequested',
      data: {
        iteration: 1,
        phase: 'queue',
        items: ['D1', 'D2'].map((documentId) => ({ workId: `full-text:${documentId}:1:queue`, documentId })),
      },
    },
    {
      type: 'FullTextFetched',
      data: {
        workId: 'full-text:D1:1:queue',
        documentId: 'D1',
        outcome: 'fetched',
        copy,
        tries: [{ url: 'https://y.example/a.pdf', reason: 'a web page, not a PDF' }],
      },
    },
    { type: 'FullTextFetched', data: { workId: 'full-text:D2:1:queue', documentId: 'D2', outcome: 'none', copy: null, tries: [] } },
  ]
}
