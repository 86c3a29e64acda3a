import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { expect, test } from 'vitest'
import { why } from './provenance.ts'
import { events, material } from './testing/example-run.ts'
import { whyText } from './why-text.ts'

test('a citation, as a terminal shows it', () => {
  expect(whyText(why('[2]', material, events))).toBe(`Why [2] (citation), for the question “What helps agents remember?”
Sentence #1: Paging helps [7] agents. [1, 2] — citation check: supported
Sentence #2: It helps recall [2] — citation check: partial

D1 [2] Paging memory for agents
  outcome: cited
  evidence D1.e1: Paging helps agents recall.
    quote (verified): “Paging helps agents recall earlier sessions.”
    supports, strength 0.60 (lowered: abstract only), from Abstract · event 21 EvidenceExtracted
    subquestion RQ1 (from the planner): Does paging help? · event 4 PlanProposed
  read: abstract of library:paging by openai:small, 2 items, text sha256 bbbbbbbbbbbb… · event 21 EvidenceExtracted
  chosen to be read for RQ1, RQ2: score 1.40 (R 0.90, C 0.30, T 0.80, Q 1.00, M 0.00, P 1.00, N 1.00, λ 1) · event 20 ReadingAllocated
  screening score: RQ1 0.90, RQ2 0.60 by openai:small — note on D1 · event 16 DocumentScreened
  merged: library:paging and library:paging-v1 by doi (same DOI) · event 14 DocumentsRegistered
  found: library:paging by S1 in library, rank 2, query “paging | memory” · event 11 CandidatesFound
    intent RQ1.i1: trials of paging · event 7 IntentCreated
    subquestion RQ1 (from the planner): Does paging help? · event 4 PlanProposed
  found: library:paging-v1 by S1 in library, rank 3, query “paging | memory” · event 11 CandidatesFound
    intent RQ1.i1: trials of paging · event 7 IntentCreated
    subquestion RQ1 (from the planner): Does paging help? · event 4 PlanProposed

Cost of the steps above: 3 model calls (openai:small), 500 tokens in, 50 out, 0.0035 USD and 1 call of unknown price.
`)
})

test('a snowballed document that is not cited, and one with a state and reasons', () => {
  expect(whyText(why('D5', material, events))).toContain(
    [
      'D5 Graph memory',
      '  outcome: read (read, without evidence that counts)',
      '  read: abstract of library:graph by openai:small, 0 items, text sha256 dddddddddddd… · event 30 EvidenceExtracted',
    ].join('\n'),
  )
  expect(whyText(why('D5', material, events))).toContain(
    '  found: library:graph by S3 in library, rank 1, query: works that D1 cites · event 24 ReferencesFound\n\nCost',
  )
  expect(whyText(why('D3', material, events))).toContain(
    '\nD3 RETRACTED: Perfect recall — editorial state: retracted\n  outcome: screened-out (retracted)\n',
  )
  expect(whyText(why('D4', material, events))).toContain(
    '  screening score: RQ1 0.10, RQ2 0.00 by openai:small — note on D4; off | topic · event 19 DocumentScreened\n',
  )
})

test('where a full text came from, and the places tried in vain', () => {
  const [first] = events
  if (first === undefined) throw new Error('no event')
  const fetched = (pos: number, documentId: string, data: object) =>
    ({
      ...first,
      id: `f${pos}`,
      pos,
      type: 'FullTextFetched',
      data: { workId: `full-text:${documentId}`, documentId, tries: [], ...data },
    }) as unknown as TypedEvent
  const copy = {
    recordId: 'library:paging',
    url: 'https://x.example/a.pdf',
    format: 'pdf',
    hash: 'c'.repeat(64),
    sections: 3,
    characters: 99,
  }
  const tries = [{ url: 'https://y.example/a', reason: 'a web\npage' }]
  const log = [
    ...events,
    fetched(97, 'D1', { outcome: 'fetched', copy, tries }),
    fetched(98, 'D5', { outcome: 'none', copy: null }),
    fetched(99, 'D5', { outcome: 'failed', copy: null, tries }),
    fetched(96, 'D5', { outcome: 'fetched', copy: { ...copy, url: null } }),
  ]
  const told = (asked: string) =>
    whyText(why(asked, material, log))
      .split('\n')
      .filter((line) => line.startsWith('  full text:'))
  expect(told('[2]')).toEqual([
    '  full text: pdf of library:paging from https://x.example/a.pdf, sha256 cccccccccccc…; tried in vain: https://y.example/a (a web page) · event 97 FullTextFetched',
  ])
  expect(told('D5')).toEqual([
    '  full text: no open-access copy is known · event 98 FullTextFetched',
    '  full text: could not be fetched; tried in vain: https://y.example/a (a web page) · event 99 FullTextFetched',
    '  full text: pdf of library:paging, sha256 cccccccccccc… · event 96 FullTextFetched',
  ])
})

test('a sentence without citations and without calls', () => {
  const silent = events.map((event) => ({ ...event, usage: [] }))
  expect(whyText(why('#3', material, silent))).toBe(
    'Why #3 (sentence), for the question “What helps agents remember?”\nSentence #3: Nothing is known of <b>years</b>.\n\nCost of the steps above: no model was called.\n',
  )
})

test('what the user decided on a document, and what was split off it', () => {
  const excluded = events.find(({ type }) => type === 'DocumentOverridden')
  if (excluded?.type !== 'DocumentOverridden') throw new Error('no override')
  const override = (pos: number, data: Partial<typeof excluded.data>) => ({
    ...excluded,
    id: `o${pos}`,
    pos,
    data: { ...excluded.data, ...data },
  })
  const log = [
    ...events,
    override(98, { documentId: 'D4', action: 'include', reason: 'a second\nlook' }),
    override(99, { documentId: 'D2', action: 'split', records: ['library:paging-v1'], reason: 'another study' }),
  ]
  const told = (asked: string) =>
    whyText(why(asked, material, log))
      .split('\n')
      .filter((line) => line.startsWith('  by the user:'))
  expect(told('D4')).toEqual([
    `  by the user: exclude (a cookbook) · event ${excluded.pos} DocumentOverridden`,
    '  by the user: include (a second look) · event 98 DocumentOverridden',
  ])
  const split = '  by the user: split off library:paging-v1 (another study) · event 99 DocumentOverridden'
  // D2 lost the record, D1 holds it now.
  expect([told('D2'), told('D1'), told('D5')]).toEqual([[split], [split], []])
})

test('a screener that has nothing to note, and calls of unknown price', () => {
  const unpriced = events.map((event) => ({ ...event, usage: event.usage.map((call) => ({ ...call, costUsd: null })) }))
  const result = why('D1', material, unpriced)
  if (!result.found) throw new Error('not found')
  const documents = result.documents.map((document) => ({
    ...document,
    screenings: document.screenings.map((screening) => ({ ...screening, screener: 'lexical', note: 'lexical' })),
  }))
  const told = whyText({ ...result, documents })
  expect(told).toContain('  screening score: RQ1 0.90, RQ2 0.60 by lexical · event 16')
  expect(told).toMatch(/\d out, cost unknown\.\n$/)
})

test.each([
  ['second', ' (second screener)'],
  ['adjudication', ' (adjudication)'],
  ['sample', ' (sample of exclusions, screened again)'],
] as const)('a screening of the pass %s, with its criterion', (pass, words) => {
  const result = why('D1', material, events)
  if (!result.found) throw new Error('not found')
  const documents = result.documents.map((document) => ({
    ...document,
    screenings: document.screenings.map((screening) => ({ ...screening, pass, note: 'mice', reason: 'other population', criterion: 'E2' })),
  }))
  expect(whyText({ ...result, documents })).toContain(
    `  screening score: RQ1 0.90, RQ2 0.60 by openai:small${words} — mice; other population; criterion E2 · event 16`,
  )
})

test('a page, no note, no event', () => {
  const result = why('D1.e1', material, events)
  const [document] = result.found ? result.documents : []
  const [item] = document?.evidence ?? []
  const [screening] = document?.screenings ?? []
  if (!result.found || document === undefined || item === undefined || screening === undefined) throw new Error('not found')
  const changed = {
    ...document,
    evidence: [{ ...item, location: { section: 'Results', page: 4 }, capped: [], event: null }],
    screenings: [{ ...screening, note: '' }],
  }
  const told = whyText({ ...result, documents: [changed] })
  expect(told).toContain('    supports, strength 0.60, from Results, page 4\n')
  expect(told).toContain('  screening score: RQ1 0.90, RQ2 0.60 by openai:small · event 16 DocumentScreened\n')
})

test.each([
  [5, ''],
  [6, '  … and 1 more search result\n'],
  [7, '  … and 2 more search results\n'],
])('%d search results: five are told', (count, rest) => {
  const result = why('D5', material, events)
  const [document] = result.found ? result.documents : []
  const [finding] = document?.findings ?? []
  if (!result.found || document === undefined || finding === undefined) throw new Error('not found')
  const told = whyText({ ...result, documents: [{ ...document, findings: Array.from({ length: count }, () => finding) }] })
  expect(told.match(/ {2}found:/g)).toHaveLength(5)
  expect(told).toContain(`ReferencesFound\n${rest}\nCost`)
})

test('five sentences are told', () => {
  const result = why('#1', material, events)
  const [sentence] = result.found ? result.sentences : []
  if (!result.found || sentence === undefined) throw new Error('not found')
  const told = whyText({ ...result, sentences: Array.from({ length: 6 }, () => sentence) })
  expect(told.match(/^Sentence/gm)).toHaveLength(5)
  expect(told).toContain('\n  … and 1 more sentence\n')
})

test('what does not exist', () => {
  expect(whyText(why('[9]', material, events))).toBe(
    'Nothing is called “[9]”. Near it: [1], [2].\nAsk for an evidence item (D3.e1), a citation ([2]), a document (D3) or a sentence (#4).\n',
  )
  expect(whyText(why('x\ny', material, events))).toMatch(/^Nothing is called “x y”\. Nothing is near it\.\n/)
})
