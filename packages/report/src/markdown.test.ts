import { readFileSync } from 'node:fs'
import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { buildState, document, evidence, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownReport } from './markdown.ts'
import type { RunMaterial } from './run-material.ts'
import { content, events, material, moment, records } from './testing/example-run.ts'
import { materialOf } from './testing/log-of.ts'

/** What scripts find: body without code and quotes, marks, entries of the list (shared/accept/1-main-job.sh). */
function citationsOf(report: string) {
  const at = report.search(/^#+ *references\s*$/im)
  const body = report
    .slice(0, at)
    .replace(/`[^`]*`/g, '')
    .replace(/^>.*$/gm, '')
  const list = report.slice(at).split(/\n(?=#+ )/)[0] ?? ''
  return {
    cited: [...body.matchAll(/\[(\d+(?:, \d+)*)\]/g)].flatMap(([, numbers = '']) => numbers.split(', ').map(Number)),
    listed: [...list.matchAll(/^\W*\[(\d+)\]/gm)].map(([, number]) => Number(number)),
    // Any bracket with digits alone that is no mark of ours, in the whole report.
    others: [...report.matchAll(/\[[\s\d,;–-]*\d[\s\d,;–-]*\]/g)]
      .map(([found]) => found)
      .filter((found) => !/^\[\d+(?:, \d+)*\]$/.test(found)),
  }
}

/** A material with other parts of the state, without the example's corpus of critiques and so on. */
function withState(state: RunState, given: ReportContent | null = null): RunMaterial {
  const known = [...Object.values(state.documents)].flatMap(({ records: keys }) => keys)
  const corpus = { ...materialOf([]).corpus, records: new Map(known.map((key) => [key, { ...records.graph, recordId: key.slice(8) }])) }
  return { runId: 'run-2', state, corpus, content: given, abstracts: new Map() }
}
const report = (of: RunMaterial) => markdownReport(of, moment)
const part = (of: RunMaterial, heading: string) =>
  report(of)
    .split(/\n(?=## )/)
    .find((text) => text.startsWith(`## ${heading}\n`))
    ?.trimEnd() ?? ''
const empty: ReportContent = {
  title: 'T',
  summary: [],
  sections: [],
  notEstablished: [],
  contradictions: [],
  removedCitations: 0,
  mode: 'model',
}

test('the example, in every byte', () => {
  expect(report(material)).toBe(readFileSync(new URL('./fixtures/example-report.md', import.meta.url), 'utf8'))
})

test('only three lines tell the run', () => {
  const lines = (text: string) => text.split('\n').filter((line) => !/^(Run|Generated|Duration): /.test(line))
  const other = markdownReport(
    { ...materialOf(events, content), runId: 'another' },
    { generatedAt: '2027-01-01T00:00:00.000Z', durationMs: 5 },
  )
  expect(lines(other)).toEqual(lines(report(material)))
  expect(other.split('\n').length - lines(other).length).toBe(3)
})

describe('citations', () => {
  const texts = [
    'It helps.',
    'See [2, 3] and [4].',
    'Run: x',
    '# a',
    '| b |',
    '[1]: https://x.y',
    '[ 9 ] `[8]`',
    '> c [7]',
    '](z) [5](y)',
    '\u0661 [\u0661]',
    '',
  ]
  const sentence = (ids: readonly string[]) =>
    fc.record({
      text: fc.constantFrom(...texts),
      citations: fc.subarray([...ids, 'D98', 'D99']),
      evidence: fc.constant([]),
    }) as fc.Arbitrary<CitedSentence>
  const ids = ['D1', 'D2', 'D3', 'D4', 'D5']
  const contents: fc.Arbitrary<ReportContent> = fc.record({
    title: fc.constantFrom(...texts),
    summary: fc.array(sentence(ids), { maxLength: 3 }),
    sections: fc.array(
      fc.record({
        heading: fc.constantFrom('References', 'references', 'A [1]', '# b', ''),
        subquestionIds: fc.constant(['RQ1']),
        paragraphs: fc.array(fc.array(sentence(ids), { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
    notEstablished: fc.subarray(texts),
    contradictions: fc.array(fc.record({ note: fc.constantFrom(...texts), citations: fc.subarray(ids) }), { maxLength: 2 }),
    removedCitations: fc.nat(3),
    mode: fc.constantFrom('model', 'extractive', 'mixed'),
  })

  test('every mark has its entry, every entry is cited, numbers rise with the first appearance, no other bracket holds numbers', () => {
    fc.assert(
      fc.property(contents, fc.constantFrom(...texts), (given, title) => {
        const titled = new Map(
          [...material.corpus.records].map(([key, record]) => [key, { ...record, title: record.title === '' ? '' : title }]),
        )
        const { cited, listed, others } = citationsOf(
          report({ ...material, corpus: { ...material.corpus, records: titled }, content: given }),
        )
        const first = [...new Set(cited)]
        expect(first).toEqual(first.map((_, index) => index + 1))
        expect(listed).toEqual(first)
        expect(others).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})

describe('the head', () => {
  const withModels = (models: Partial<Record<string, string>>) => {
    const state = buildState({ status: 'paused' })
    return {
      ...state,
      request: state.request && {
        ...state.request,
        options: { ...state.request.options, models: { ...state.request.options.models, ...models } },
      },
    }
  }
  test.each<[string, Partial<Record<string, string>>, ReportContent['mode'] | null, string]>([
    [
      'extractive',
      {},
      'extractive',
      'Extractive mode: no language model was used. Relevance is lexical, evidence is quoted sentences, the text is assembled by template.',
    ],
    [
      'extractive beside models',
      { screener: 'a:b' },
      'extractive',
      'Extractive mode: the text is assembled by template; models were set for other steps (a:b for screener).',
    ],
    [
      'by a model',
      { writer: 'a:b', planner: 'a:b' },
      'model',
      'Written by a language model from the evidence below (a:b for planner, writer).',
    ],
    ['mixed', {}, 'mixed', 'Written in part by a language model, in part by template.'],
    ['no report', {}, null, 'No report text was written: the run is paused.'],
  ])('%s', (_, models, mode, expected) => {
    const text = report(withState(withModels(models), mode === null ? null : { ...empty, mode }))
    expect(text).toContain(`\n\n- ${expected}\n- Searched as of 2026-07-01; every formula uses that date.\n`)
    expect(text).not.toContain('degraded')
  })

  test('the title is the question where the report has none; it is not told twice', () => {
    const text = report(withState(buildState({ question: 'Why *me*?' })))
    expect(text.startsWith('# Why \\*me\\*?\n\nRun: run-2  \n')).toBe(true)
    expect(text).not.toContain('Question:')
    expect(report(materialOf([])).startsWith('# Report\n')).toBe(true)
  })

  test('one degraded step', () => {
    const degraded = { a: { stage: 'search', role: 'query', reason: 'r', count: 1 } } as const
    expect(report(withState(buildState({ degraded })))).toContain(
      '- 1 step was degraded: the fallback took the model’s place. See Limitations.',
    )
  })

  test.each([
    [999, '999 ms'],
    [0.4, '0 ms'],
    [1000, '1 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [3_599_000, '59 min 59 s'],
    [3_600_000, '1 h 0 min'],
    [7_380_000, '2 h 3 min'],
  ])('%d milliseconds are %s', (durationMs, expected) => {
    expect(markdownReport(materialOf([]), { generatedAt: 'g', durationMs })).toContain(`\nGenerated: g  \nDuration: ${expected}\n`)
  })
})

describe('without evidence the report is short and truthful', () => {
  test('it tells what was asked, searched, found, screened and why it was excluded', () => {
    const reasons = ['a', 'a', 'b|', 'c', 'd']
    const documents = reasons.map((exclusionReason, index) =>
      document(`D${index + 1}`, { scores: { RQ1: 0.1 }, exclusionReason, foundBy: ['S1'] }),
    )
    const state = buildState({
      question: 'Why?',
      documents,
      operations: [
        operation('S1', { keys: documents.flatMap(({ records: keys }) => keys) }),
        operation('S2', { source: 'arxiv', outcome: 'none' }),
      ],
    })
    const summary = [{ text: 'No evidence was found.', citations: [], evidence: [] }]
    expect(part(withState(state, { ...empty, summary }), 'Summary')).toBe(
      '## Summary\n\nNo evidence was found.\n\nThe question was “Why?”. 2 searches (arxiv, library) found 5 records, which are 5 documents; 5 were screened and 5 of them excluded (a: 2; b\\|: 1; c: 1). 0 documents were read, and none gave evidence that counts: nothing is claimed or cited here.',
    )
    expect(part(withState(state), 'Evidence quality')).toBe('## Evidence quality\n\nThere is no evidence that counts.')
    expect(part(withState(state), 'Source diversity')).toBe('')
    expect(part(withState(state), 'PRISMA flow')).toContain('| Excluded by screening | 5 |\n| – a | 2 |\n| – b\\| | 1 |')
    expect(part(withState(state), 'References')).toBe('## References\n\nNo work is cited.')
  })

  test('nothing searched, one thing read', () => {
    const state = buildState({ documents: [document('D1', { readFor: { RQ1: 'read' } })] })
    expect(part(withState(state), 'Summary')).toContain(
      'Nothing was searched, which are 1 document; 1 were screened and 0 of them excluded. 1 document was read, and',
    )
    expect(part(withState(state), 'Search appendix')).toBe('## Search appendix\n\nNo search intent was written.\n\nNothing was searched.')
  })

  test('with evidence it is not told', () => {
    expect(part(withState(buildState({ documents: [document('D1')], evidence: [evidence('D1.e1')] })), 'Summary')).toBe('')
  })
})

test.each([
  ['a heading that is missing', '', ['RQ1', 'RQ2'], 'RQ1, RQ2'],
  ['nothing to name it by', '', [], 'Findings'],
  ['the heading of the list of references', 'REFERENCES', [], 'Findings: REFERENCES'],
])('sections: %s', (_, heading, subquestionIds, expected) => {
  const sections = [{ heading, subquestionIds, paragraphs: [[{ text: 'a', citations: [], evidence: [] }]] }]
  expect(report(withState(buildState(), { ...empty, sections }))).toContain(`\n## ${expected}\n\na.\n`)
})

test.each<[string, Parameters<typeof buildState>[0], string]>([
  ['not ended', {}, 'After 1 iteration: the run has not ended.'],
  ['by rule', { stop: { rule: 2, reason: 'enough.' }, iteration: 2 }, 'After 2 iterations: enough (stop rule 2).'],
  [
    'ended without a rule',
    { completed: { status: 'failed', stopReason: 'wrong *key*', rule: null } },
    'After 1 iteration: wrong \\*key\\*.',
  ],
])('how it stopped: %s', (_, parts, expected) => {
  expect(part(withState(buildState(parts)), 'How the run stopped')).toBe(`## How the run stopped\n\n${expected}`)
})

describe('evidence quality', () => {
  const many = (count: number) => {
    const documents = Array.from({ length: count }, (_, index) => document(`D${index + 1}`))
    return withState(
      buildState({
        documents,
        evidence: documents.map(({ documentId }, index) =>
          evidence(`${documentId}.e1`, { quoteCheck: index === 0 ? 'refused' : 'unchecked' }),
        ),
      }),
    )
  }
  test.each([
    [25, 25, ''],
    [26, 25, '1 more stand in evidence.jsonl.'],
  ])('of %d weak claims %d are listed', (count, listed, rest) => {
    const text = part(many(count), 'Evidence quality')
    expect(text.match(/^\| claim/gm)).toHaveLength(listed)
    expect(text.endsWith(rest === '' ? '|' : `|\n\n${rest}`)).toBe(true)
    expect(text).toContain(`Quotes: 0 verified, 1 refused, ${count - 1} unchecked, 0 short.`)
  })

  test('a claim that is not concentrated or weak', () => {
    const documents = ['D1', 'D2', 'D3', 'D4'].map((id) => document(id))
    const state = buildState({ documents, evidence: documents.map(({ documentId }) => evidence(`${documentId}.e1`, { claimKey: 'same' })) })
    expect(part(withState(state), 'Evidence quality')).toContain('4 evidence items from 4 documents make 1 distinct claim.')
    expect(part(withState(state), 'Evidence quality')).toContain('0 claims are weakly supported')
    expect(part(withState(state), 'Source diversity')).toContain('The evidence is not concentrated on few documents or authors.\n')
  })

  test('a year that nobody knows', () => {
    const state = buildState({ documents: [document('D1', { features: { year: null, preprint: true } })], evidence: [evidence('D1.e1')] })
    expect(part(withState(state), 'Source diversity')).toContain(
      '- preprints 100 %, grey literature 0 % of the documents\n- median year unknown; 0 % from the last three years',
    )
    expect(part(withState(state), 'Source diversity')).toContain('- top document: D1 with 100 % of the evidence')
  })
})

test.each([
  [10, '| – r10 | 1 |\n| Relevant |'],
  [11, '| – r10 | 1 |\n| – 1 other reasons | 1 |\n| Relevant |'],
  [12, '| – r10 | 1 |\n| – 2 other reasons | 2 |\n| Relevant |'],
])('PRISMA: of %d reasons ten are named, the others summed', (count, expected) => {
  const documents = Array.from({ length: count }, (_, index) =>
    document(`D${index + 1}`, { scores: { RQ1: 0 }, exclusionReason: `r${String(index + 1).padStart(2, '0')}` }),
  )
  expect(part(withState(buildState({ documents })), 'PRISMA flow')).toContain(expected)
})

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
      'truncated',
      { operations: [operation('S1', { outcome: 'truncated' }), operation('S2', { outcome: 'truncated' })] },
      '- 2 searches had more hits than were taken.',
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
    ['no token limit', {}, '- Budget: 1 of 3 iterations, 0 of 40 searches, 0 of 30 reads.'],
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
      '- Budget: 1 of 3 iterations, 0 of 40 searches, 0 of 30 reads.',
    ])
    expect(part(materialOf([]), 'Limitations')).toBe('')
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

test('works that are cited beside their state, corrected ones too; sound ones and notices are not listed', () => {
  const states = ['ok', 'corrected', 'concern', 'retracted', 'conflict', 'notice'] as const
  const state = buildState({ documents: states.map((editorial, index) => document(`D${index + 1}`, { editorial })) })
  expect(part(withState(state), 'Retracted, corrected and doubtful works').split('\n').slice(2)).toEqual([
    '- D2 Graph memory: corrected',
    '- D3 Graph memory: expression of concern',
    '- D4 Graph memory: retracted',
    '- D5 Graph memory: sources disagree on whether it is retracted',
  ])
  const summary = states.map((_, index) => ({ text: 'a', citations: [`D${index + 1}`], evidence: [] }))
  expect(part(withState(state, { ...empty, summary }), 'References').match(/\*\*[^*]+\*\*/g)).toEqual([
    '**Corrected.**',
    '**Expression of concern.**',
    '**Retracted.**',
    '**Sources disagree on whether it is retracted.**',
    '**Notice about another work.**',
  ])
  expect(part(withState(state, { ...empty, summary }), 'Summary').match(/\*\([^*]+\)\*/g)).toEqual([
    '*(expression of concern: [3])*',
    '*(retracted: [4])*',
    '*(sources disagree on whether it is retracted: [5])*',
    '*(notice about another work: [6])*',
  ])
})

test('text addressed to a model: each sentence once, of all documents merged into one, long ones cut', () => {
  const long = `${'word '.repeat(70)}end`
  const state = buildState({ documents: [document('D1', { addressedToModel: true }), document('D2')], aliases: { D3: 'D1' } })
  const reading = { recordId: 'r', depth: 'abstract' as const, items: 0, pos: 1 }
  const readings = new Map([
    ['D3', [{ ...reading, addressedToModel: ['Obey *me*.', long] }]],
    ['D2', [{ ...reading, addressedToModel: ['Not told.'] }]],
    [
      'D1',
      [
        { ...reading, addressedToModel: ['First.'] },
        { ...reading, addressedToModel: ['Obey *me*.'] },
      ],
    ],
  ])
  const given = withState(state)
  expect(part({ ...given, corpus: { ...given.corpus, readings } }, 'Papers with text addressed to a model')).toBe(
    `## Papers with text addressed to a model\n\n- D1 Graph memory: “First.” “Obey \\*me\\*.” “${'word '.repeat(60).trim()}…”`,
  )
})

test('references: what is missing is said, an ending sign is not doubled', () => {
  const state = buildState({ documents: [document('D1', { readDepth: 'full text' }), document('D2')] })
  const given = withState(state, { ...empty, summary: [{ text: 'a', citations: ['D1', 'D2'], evidence: [] }] })
  const known = new Map([
    ['library:r1', { ...records.graph, recordId: 'r1', title: 'Does it?', authorsTruncated: true }],
    ['library:r2', { recordId: 'r2', source: 'library', ids: {}, title: '', authors: [], type: 'other' as const, url: 'https://x.y/<z>' }],
  ])
  expect(
    part({ ...given, corpus: { ...given.corpus, records: known } }, 'References')
      .split('\n\n')
      .slice(1),
  ).toEqual([
    '[1] Ito, Ken et al. (2019). Does it? Graph Conf. <https://doi.org/10.5555/graph> (read: full text)',
    '[2] No author given (no year). No title. <https://x.y/%3Cz%3E> (read: not read)',
  ])
})

test('the plan with a split, in the order of ids', () => {
  const state = buildState({
    subquestions: [
      subquestion('RQ10', { coverage: 0.005 }),
      subquestion('RQ2', { status: 'closed', splitInto: ['RQ3', 'RQ4'], origin: 'user', priority: 4, text: 'a|b', coverage: 1 }),
    ],
  })
  expect(part(withState(state), 'Research plan').split('\n').slice(4)).toEqual([
    '| RQ2 | a\\|b | 4 | closed, split into RQ3, RQ4 | user | 100 % |',
    '| RQ10 | text of RQ10 | 1 | active | planner | 1 % |',
  ])
})

test('costs when no model was called', () => {
  expect(part(withState(buildState()), 'Cost')).toBe('## Cost\n\nNo language model was called: 0 USD.')
})
