import { buildState, operation, type StateParts } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { StartedRun } from './attempt.ts'
import { requestSeeds } from './seeds.ts'

const run = (seeds: string[] | undefined, sources: string[], parts: StateParts = {}): StartedRun =>
  buildState({ iteration: 1, ...parts, options: { ...(seeds === undefined ? {} : { seeds }), sources } }) as StartedRun
const asked = (seeds: string[], sources: string[]) => {
  const attempt = requestSeeds(run(seeds, sources))
  return 'decision' in attempt && attempt.decision.type === 'SeedsRequested'
    ? attempt.decision.data.operations.map(({ source, identifier }) => `${source} ${identifier}`)
    : attempt
}

describe('lookups of works that the user named', () => {
  test('are numbered on from the operations there are', () => {
    expect(requestSeeds(run(['doi:10.5555/x'], ['openalex', 'crossref'], { operations: [operation('S4')] }))).toEqual({
      decision: {
        type: 'SeedsRequested',
        data: {
          iteration: 1,
          operations: [
            { workId: 'search:S5', operationId: 'S5', source: 'openalex', identifier: 'doi:10.5555/x' },
            { workId: 'search:S6', operationId: 'S6', source: 'crossref', identifier: 'doi:10.5555/x' },
          ],
        },
      },
    })
  })
  test.each([
    [
      'the first two that know the scheme, in the order of the run',
      ['doi:10.5555/x'],
      ['crossref', 'arxiv', 'pubmed', 'openalex'],
      ['crossref doi:10.5555/x', 'pubmed doi:10.5555/x'],
    ],
    ['each for its own scheme', ['arxiv:2301.00001', 'pmid:7'], ['arxiv', 'pubmed'], ['arxiv arxiv:2301.00001', 'pubmed pmid:7']],
    ['the library, too', ['doi:10.5555/x'], ['library'], ['library doi:10.5555/x']],
  ])('ask %s', (_, seeds, sources, expected) => {
    expect(asked(seeds, sources)).toEqual(expected)
  })
  test.each<[string, string[] | undefined, string[], number]>([
    ['none is named', undefined, ['openalex'], 1],
    ['the list is empty', [], ['openalex'], 1],
    ['no source knows the scheme', ['pmid:7'], ['arxiv', 'web'], 1],
    ['it is a later iteration', ['doi:10.5555/x'], ['openalex'], 2],
  ])('are passed over when %s', (_, seeds, sources, iteration) => {
    expect(requestSeeds(run(seeds, sources, { iteration }))).toEqual({ goOn: 'dedup-search' })
  })
})
