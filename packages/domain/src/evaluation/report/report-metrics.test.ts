import { describe, expect, test } from 'vitest'
import { type CitedEvidence, type CitedWork, reportMetrics } from './report-metrics.ts'
import { readReport } from './report-text.ts'

const quoteA = 'paging helps agents recall earlier sessions in 76.3 % of tasks'
const item = (evidenceId: string, parts: Partial<CitedEvidence> = {}): CitedEvidence => ({
  evidenceId,
  claim: 'Paging helps agents recall earlier sessions.',
  quote: quoteA,
  quoteCheck: 'verified',
  textRead: null,
  cited: true,
  ...parts,
})
const work = (documentId: string, evidence: readonly CitedEvidence[], parts: Partial<CitedWork> = {}): CitedWork => ({
  documentId,
  year: null,
  evidence,
  passages: [],
  ...parts,
})
const measure = (body: string, works: readonly (readonly [number, CitedWork])[], references = '') =>
  reportMetrics(readReport(`## Summary\n\n${body}\n\n## References\n\n${references}`), new Map(works))
const one = work('D1', [item('D1.e1')])

describe('citations', () => {
  test('claims with a mark that leads to a work', () => {
    const body = 'Paging helps agents recall [1]. Memory is costly for agents. Summaries lose details often [9]. Why is that so, then [1]?'
    const metrics = measure(body, [[1, one]])
    expect(metrics).toMatchObject({ claims: 3, citedClaims: 1, citationCoverage: 1 / 3, marks: 3 })
    expect(metrics.uncitedClaims.map(({ text }) => text)).toEqual(['Memory is costly for agents.', 'Summaries lose details often.'])
    expect(metrics.danglingMarks).toEqual([{ number: 9, sentence: 'Summaries lose details often.' }])
  })
  test('without a claim there is no coverage', () => {
    expect(measure('', [[1, one]])).toMatchObject({ claims: 0, citationCoverage: null, marks: 0, danglingMarks: [] })
  })
  test('marks of contradictions must lead somewhere too, and are no claims', () => {
    const metrics = reportMetrics(
      readReport('## Summary\n\nA b c d [1].\n\n## Contradictions\n\n- Two works disagree on it [2]'),
      new Map([[1, one]]),
    )
    expect(metrics).toMatchObject({ claims: 1, marks: 2, danglingMarks: [{ number: 2 }] })
    expect(metrics.checked).toHaveLength(1)
  })
  test('references that nobody cites', () => {
    expect(measure('Paging helps agents recall [1].', [[1, one]], '[1] One\n\n[2] Two').uncitedReferences).toEqual([2])
  })
})

describe('quotes', () => {
  const text = `In all, ${quoteA}, we find.`
  const figures = (...evidence: readonly CitedEvidence[]) => measure('Paging helps agents recall [1].', [[1, work('D1', evidence)]]).quotes
  test('as recorded where the text is not at hand', () => {
    const quotes = figures(
      item('D1.e1'),
      item('D1.e2', { quoteCheck: 'short' }),
      item('D1.e3', { quoteCheck: 'refused' }),
      item('D1.e4', { quoteCheck: 'unchecked' }),
    )
    expect(quotes).toMatchObject({ checked: 3, inText: 1, short: 1, refused: 1, unchecked: 1, againstText: 0, fidelity: 2 / 3 })
    expect(quotes.notInText).toEqual([{ evidenceId: 'D1.e3', documentId: 'D1', quote: quoteA }])
  })
  test('looked up in the text where it is, whatever was recorded', () => {
    const quotes = figures(
      item('D1.e1', { textRead: text, quoteCheck: 'refused' }),
      item('D1.e2', { textRead: 'Something else.', quoteCheck: 'verified' }),
    )
    expect(quotes).toMatchObject({ checked: 2, inText: 1, refused: 1, againstText: 2, fidelity: 0.5 })
  })
  test('nothing to check, and evidence that the report was not written from', () => {
    expect(figures().fidelity).toBeNull()
    expect(figures(item('D1.e1', { quoteCheck: 'unchecked' }))).toMatchObject({ checked: 0, fidelity: null })
    expect(figures(item('D1.e1', { quoteCheck: 'refused', cited: false }), item('D1.e2'))).toMatchObject({ checked: 1, fidelity: 1 })
  })
  test('of cited works alone, and of each once', () => {
    const other = work('D2', [item('D2.e1', { quoteCheck: 'refused' })])
    expect(
      measure('Paging helps agents recall [1, 3].', [
        [1, one],
        [2, other],
        [3, one],
      ]).quotes,
    ).toMatchObject({ checked: 1, fidelity: 1 })
  })
})

describe('numbers', () => {
  const absent = (body: string, works: readonly (readonly [number, CitedWork])[]) => measure(body, works).numbers
  test.each<[string, string, readonly string[]]>([
    ['as the quote has it', 'Paging helps in 76.3 % of tasks [1].', []],
    ['rounded', 'Paging helps in 76 % of tasks [1].', []],
    ['another', 'Paging helps in 77 % of tasks [1].', ['77']],
    ['a number word is not counted', 'Paging helps in seven of our tasks [1].', []],
    ['the year of the work', 'In 2020 paging helped many agents [1].', []],
    ['another year', 'In 2019 paging helped many agents [1].', ['2019']],
    ['no claim: a question', 'Does it help in 12 tasks [1]?', []],
  ])('%s', (_, body, expected) => {
    expect(absent(body, [[1, work('D1', [item('D1.e1')], { year: 2020 })]]).absent.map(({ number }) => number)).toEqual(expected)
  })
  test('the claim of the reader is no passage', () => {
    const claimed = work('D1', [item('D1.e1', { claim: 'It helps in 55 tasks.' })])
    expect(absent('It helps agents in 55 tasks [1].', [[1, claimed]])).toEqual({
      stated: 1,
      absent: [{ number: '55', sentence: 'It helps agents in 55 tasks.' }],
    })
  })
  test('the text read is, and so is a passage that was shown', () => {
    expect(
      absent('It helps agents in 55 tasks [1].', [[1, work('D1', [item('D1.e1', { textRead: 'There were 55 tasks.' })])]]).absent,
    ).toEqual([])
    expect(absent('It helps agents in 55 tasks [1].', [[1, work('D1', [], { passages: ['There were 55 tasks.'] })]]).absent).toEqual([])
  })
  test('of the works that the sentence cites; without a citation of any cited work', () => {
    const other = work('D2', [item('D2.e1', { quote: 'there were 55 tasks in our study' })])
    const works = [
      [1, one],
      [2, other],
    ] as const
    expect(absent('It helps agents in 55 tasks [1]. Memory is costly for agents [2].', works).absent).toHaveLength(1)
    expect(absent('It helps agents in 55 tasks. Memory is costly for agents [2].', works).absent).toEqual([])
    expect(absent('It helps agents in 55 tasks. Memory is costly for agents [1].', works).absent).toHaveLength(1)
  })
})

test('repeated sentences, whatever their marks and case', () => {
  const metrics = measure(
    'Paging helps agents recall [1]. Other things help too. Paging helps agents recall. PAGING helps agents recall [2].',
    [[1, one]],
  )
  expect(metrics).toMatchObject({ repeatedSentences: 2, repeated: [{ sentence: 'Paging helps agents recall.', times: 3 }] })
})

describe('support by words', () => {
  test('cited sentences against evidence, and what is wrong', () => {
    const metrics = measure(
      'Paging helps agents recall earlier sessions [1]. Whales sing in winter near Norway [1]. Nobody cites this at all.',
      [[1, one]],
    )
    expect(metrics.supportByWords).toEqual({ supported: 1, partial: 0, unsupported: 1, cannotCheck: 0 })
    expect(metrics.checked[0]).toEqual({
      sentence: 'Paging helps agents recall earlier sessions.',
      documents: ['D1'],
      verdict: 'supported',
      flaw: null,
    })
    expect(metrics.checked[1]?.flaw).toMatch(/does not speak of/)
  })
  test('a mark that leads nowhere cannot be checked; a passage that was shown is evidence', () => {
    expect(measure('Paging helps agents recall [4].', []).supportByWords).toMatchObject({ cannotCheck: 1 })
    const shown = work('D1', [], { passages: ['We show that paging helps agents recall earlier sessions.'] })
    expect(measure('Paging helps agents recall [1].', [[1, shown]]).supportByWords).toMatchObject({ supported: 1 })
  })
})
