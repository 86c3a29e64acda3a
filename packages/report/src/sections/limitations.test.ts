import { buildState, document, operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { RunMaterial } from '../run-material.ts'
import { material } from '../testing/example-run.ts'
import { materialOf } from '../testing/log-of.ts'
import { empty, part, withState } from '../testing/report-parts.ts'

describe('limitations', () => {
  const told = (of: RunMaterial) => part(of, 'Limitations').split('\n').slice(2)
  test.each<[string, Parameters<typeof buildState>[0], string]>([
    ['full text', { options: { fullText: true } }, '- Full texts were read where they could be had, abstracts otherwise.'],
    ['years', { options: { fromYear: 2000, toYear: 2010 } }, '- Only works from 2000 to 2010 were sought.'],
    ['years from', { options: { fromYear: 2000 } }, '- Only works from 2000 to today were sought.'],
    ['years to', { options: { toYear: 2010 } }, '- Only works from any year to 2010 were sought.'],
    [
      'a failed source',
      {
        operations: [
          operation('S1', { source: 'b', outcome: 'failed' }),
          operation('S2', { source: 'a', outcome: 'skipped', reason: 'no key' }),
          operation('S3', { source: 'b', outcome: 'failed' }),
        ],
      },
      '- Source unavailable for 1 search: a: skipped, no key.\n- Source unavailable for 2 searches: b: failed.',
    ],
    [
      'seeds that a source does not have',
      {
        operations: ['S1', 'S2'].map((id) => operation(id, { seed: 'D1', outcome: 'skipped', source: 'a', reason: 'not there' })),
      },
      '- References not followed, 2 times: a: skipped, not there.',
    ],
    [
      'sources that could not be used',
      { options: { unusableSources: [{ source: 'web', reason: 'no engine | set KEY' }] } },
      '- Source not searched: web, no engine \\| set KEY.',
    ],
    [
      'full texts',
      {
        options: { fullText: true },
        documents: (['fetched', 'none', 'failed', 'none'] as const).map((outcome, n) =>
          document(`D${n + 1}`, { fullText: { outcome, copy: null, reason: null } }),
        ),
      },
      'abstracts otherwise: 1 fetched, 2 without an open-access copy, 1 that could not be fetched.',
    ],
    [
      'no full text was sought yet',
      { options: { fullText: true } },
      '- Full texts were read where they could be had, abstracts otherwise.',
    ],
    [
      'lookups of another work',
      {
        operations: [
          operation('S1', { rejected: { title: { foundTitle: 'T', reason: 'r' }, 'doi:10.1/x': { foundTitle: 'T', reason: 'r' } } }),
        ],
      },
      '- 2 lookups led to another work and were not used.',
    ],
    [
      'truncated',
      { operations: [operation('S1', { outcome: 'truncated' }), operation('S2', { outcome: 'truncated' })] },
      '- 2 searches had more hits than were taken, or an answer that was not whole.',
    ],
    [
      'works that were named and that no source has',
      {
        operations: [
          operation('S1', { kind: 'seed', query: 'doi:10.1/x', source: 'a', outcome: 'none' }),
          operation('S2', { kind: 'seed', query: 'doi:10.1/x', source: 'b', outcome: 'none' }),
          operation('S3', { kind: 'seed', query: 'pmid:1', source: 'a', outcome: 'none' }),
          operation('S4', { kind: 'seed', query: 'pmid:1', source: 'b', outcome: 'truncated' }),
          operation('S5', { kind: 'seed', query: 'pmid:2', source: 'a', outcome: 'none' }),
          operation('S6', { kind: 'seed', query: 'pmid:2', source: 'b', outcome: 'hits' }),
          operation('S7', { kind: 'seed', query: 'pmid:3', source: 'a', outcome: 'open' }),
          operation('S8', { query: 'words', source: 'a', outcome: 'none' }),
        ],
      },
      '- A work you named was not found: doi:10.1/x (not in: a, b). Check the identifier.\n- 1 search had more hits than were taken, or an answer that was not whole.',
    ],
    [
      'unresolved',
      { operations: [operation('S1', { unresolved: 2 }), operation('S2', { unresolved: 3 })] },
      '- 5 references could not be resolved to a record.',
    ],
    ['not read', { documents: [document('D1', { scores: { RQ1: 0.5 } })] }, '- 1 relevant document was not read.'],
    [
      'several not read',
      { documents: [document('D1', { scores: { RQ1: 0.5 } }), document('D2', { scores: { RQ1: 0.5 } })] },
      '- 2 relevant documents were not read.',
    ],
    [
      'unreadable',
      { documents: [document('D1', { scores: { RQ1: 0.5 }, readFor: { RQ1: 'failed' } })] },
      '- 1 document could not be read.',
    ],
    [
      'what counts as a search, beside operations that do not',
      {
        operations: [operation('S1'), operation('S2', { kind: 'seed' }), operation('S3', { seed: 'D1' })],
        spent: { searches: 1, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 },
      },
      '- Budget: 1 of 3 iterations, 1 of 40 searches (references followed and lookups do not count), 0 of 30 reads.',
    ],
    ['no token limit', {}, '- Budget: 1 of 3 iterations, 0 of 40 searches (references followed and lookups do not count), 0 of 30 reads.'],
    [
      'failed work',
      {
        work: Object.fromEntries(
          (['search', 'reading', 'reading'] as const).map((stage, index) => [
            String(index),
            {
              workId: 'w',
              service: 'reader',
              stage,
              pos: 1,
              entry: 0,
              eventId: '',
              requestedAt: '',
              status: 'failed',
              parts: null,
              arrived: [],
              fallback: false,
            },
          ]),
        ),
      },
      '- Ended without a result: 1 work item of search.\n- Ended without a result: 2 work items of reading.',
    ],
  ])('%s', (_, parts, expected) => {
    expect(`${told(withState(buildState(parts))).join('\n')}\n`).toContain(`${expected}\n`)
  })

  test('a plain run has three', () => {
    expect(told(withState(buildState()))).toEqual([
      '- Abstract-only: no full text was read, so the strength of evidence is at most 0.6.',
      '- Sources searched: library.',
      '- Budget: 1 of 3 iterations, 0 of 40 searches (references followed and lookups do not count), 0 of 30 reads.',
    ])
    expect(part(materialOf([]), 'Limitations')).toBe('')
  })

  test.each([
    [
      'none',
      'The eligibility criteria were not applied, as screening without a model only compares words: “humans only, from \\*\\*2020\\*\\*”.',
    ],
    ['ollama:q', 'Eligibility criteria, applied by the screening model: “humans only, from \\*\\*2020\\*\\*”.'],
  ])('criteria with the screener %s', (screener, expected) => {
    const { request } = material.corpus
    if (request === null) throw new Error('no request')
    const models = { ...request.options.models, screener }
    const corpus = {
      ...material.corpus,
      request: { ...request, criteria: ' humans only,\n  from **2020**\n', options: { ...request.options, models } },
    }
    expect(told({ ...material, corpus })).toContain(`- ${expected}`)
  })

  test.each([
    [
      { screeners: 2 as const },
      'none',
      'The eligibility criteria were weighed by a ranking of words, and not applied one by one, as no model screened: ',
    ],
    [
      { review: { records: 9, screened: 4 } },
      'none',
      'The eligibility criteria were weighed by a ranking of words, and not applied one by one, as no model screened: ',
    ],
    [{ screeners: 2 as const }, 'openai:n', 'Eligibility criteria, applied by the screening model: '],
    [{}, 'openai:n', 'The eligibility criteria were not applied, as screening without a model only compares words: '],
  ])('criteria with %o and the second screener %s', (parts, screener2, expected) => {
    const { request } = material.corpus
    if (request === null) throw new Error('no request')
    const models = { ...request.options.models, screener: 'none', screener2 }
    const corpus = { ...material.corpus, request: { ...request, criteria: 'humans', options: { ...request.options, ...parts, models } } }
    expect(told({ ...material, corpus })).toContain(`- ${expected}“humans”.`)
  })

  test('without criteria there is no word about them', () => {
    expect(part(material, 'Limitations')).not.toMatch(/criteria/i)
  })

  test('removed citations are those of the writer and those that resolve to nothing', () => {
    const summary = [{ text: 'a', citations: ['D77'], evidence: [] }]
    expect(part(withState(buildState(), { ...empty, removedCitations: 1, summary }), 'Limitations')).toContain(
      '- 2 citations named no document passed to the writer and were removed.',
    )
  })

  test('library problems and cut abstracts are counted', () => {
    const [library] = material.corpus.libraries
    if (library === undefined) throw new Error('no library')
    const corpus = {
      ...material.corpus,
      libraries: [library, { ...library, problemCount: 2 }],
      screenings: new Map(
        [...material.corpus.screenings].map(([id, list]) => [id, list.map((screening) => ({ ...screening, inputCut: true }))]),
      ),
    }
    expect(part({ ...material, corpus }, 'Limitations')).toContain(
      '- 3 library entries could not be read, or only in part; the log names file and line.\n- 5 abstracts were longer than what the screener is shown.',
    )
  })
})
