import { newCorpus } from '@winnow/domain/corpus.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { buildState, document, evidence } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { citedWorks } from './cited-works.ts'

const titles: Readonly<Record<string, string>> = {
  D1: 'Paging of memory',
  D2: 'Paging of memory in agents',
  D3: 'Recall',
  D4: 'Same old title',
  D5: 'Same old title',
}
const corpus = newCorpus()
for (const [documentId, title] of Object.entries(titles)) {
  const recordId = `r${documentId.slice(1)}`
  const ids = documentId === 'D5' ? { doi: '10.5555/same' } : {}
  corpus.records.set(`library:${recordId}`, { source: 'library', recordId, ids, title, authors: [], type: 'article' })
}
for (const evidenceId of ['D1.e1', 'D1.e2'])
  corpus.evidence.set(evidenceId, {
    evidenceId,
    subquestionId: 'RQ1',
    claim: `claim of ${evidenceId}`,
    quote: `quote of ${evidenceId}`,
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.5,
    documentId: 'D1',
    recordId: 'library:r1',
    depth: 'abstract',
    textHash: evidenceId === 'D1.e1' ? 'h' : 'other',
    reader: 'm',
    pos: 1,
  })
const run: LoadedRun = {
  runId: 'r',
  workspaceId: 'w',
  traceId: '',
  state: buildState({
    documents: [...Object.keys(titles).map((id) => document(id)), document('D7', { records: [] })],
    evidence: [evidence('D1.e1'), evidence('D1.e2', { quoteCheck: 'refused' }), evidence('D1.e3')],
  }),
  corpus,
  events: [],
}
const works = (entries: readonly string[], named: ReadonlySet<string> = new Set()) =>
  citedWorks(
    new Map(entries.map((entry, index) => [index + 1, entry])),
    run,
    new Map([['h', 'the text']]),
    new Map([['D1', ['shown']]]),
    named,
  )

describe('which work an entry is of', () => {
  test.each<[string, string, string | undefined]>([
    ['its title among other words', 'Jones (2020). Paging of memory. Venue', 'D1'],
    ['the longest title that stands in it', 'Jones. Paging of memory in agents. Venue', 'D2'],
    ['a part of a longer title', 'Jones. Paging of memories', undefined],
    ['a short title alone', 'RECALL!', 'D3'],
    ['but not in an entry of something else', 'Jones. Recall of whales', undefined],
    ['a title of two works', 'Same old title', undefined],
    ['which the address tells apart', 'Same old title. <https://doi.org/10.5555/same>', 'D5'],
    ['the address, whatever the title', 'Recall <https://doi.org/10.5555/same>', 'D5'],
    ['an address of no work, and the title of one', 'Recall of all. Paging of memory. <https://x.org/1>', 'D1'],
    ['nothing of the run', 'Melville. The whale at sea', undefined],
  ])('%s', (_, entry, expected) => {
    expect(works([entry]).get(1)?.documentId).toBe(expected)
  })
})

test('its usable evidence with the text it was read from, its year, and what was shown', () => {
  const work = works(['Paging of memory']).get(1)
  expect(work).toMatchObject({ year: 2020, passages: ['shown'] })
  expect(
    work?.evidence.map(({ evidenceId, quoteCheck, textRead, cited, claim, quote }) => [
      evidenceId,
      quoteCheck,
      textRead,
      cited,
      claim,
      quote,
    ]),
  ).toEqual([
    ['D1.e1', 'verified', 'the text', true, 'claim of D1.e1', 'quote of D1.e1'],
    ['D1.e2', 'refused', null, true, 'claim of D1.e2', 'quote of D1.e2'],
  ])
  expect(works(['Recall']).get(1)).toMatchObject({ evidence: [], passages: [] })
})

test.each([
  ['the report names one of them', ['D1.e2'], [false, true]],
  ['it names evidence of other works alone', ['D2.e1'], [true, true]],
])('which evidence is cited: %s', (_, named, expected) => {
  expect(
    works(['Paging of memory'], new Set(named))
      .get(1)
      ?.evidence.map(({ cited }) => cited),
  ).toEqual(expected)
})
