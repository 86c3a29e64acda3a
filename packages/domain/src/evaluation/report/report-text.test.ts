import { describe, expect, test } from 'vitest'
import { isClaim, type ReportSentence, readReport, runLineOf } from './report-text.ts'

const said = (sentences: readonly ReportSentence[]) => sentences.map(({ text, numbers }) => `${text} (${numbers.join(' ')})`)
const answer = (text: string) => `# Title\n\nRun: r-1\n\n## Summary\n\n${text}\n\n## How the run stopped\n\nAfter 1 iteration.`

describe('which run', () => {
  test.each([
    ['# T\n\nRun: r-20261130-abc  \nGenerated: now', 'r-20261130-abc'],
    ['Run: r-2, forked from r-1 at event 5', 'r-2'],
    ['# T\n\nThe Run: r-3', null],
    ['Run:', null],
  ])('%j: %s', (markdown, expected) => {
    expect(runLineOf(markdown)).toBe(expected)
    expect(readReport(markdown).runId).toBe(expected)
  })
})

describe('marks and sentences', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a mark before the full stop',
      'Paging helps agents recall [2, 1]. Memory is costly here.',
      ['Paging helps agents recall. (2 1)', 'Memory is costly here. ()'],
    ],
    [
      'a mark behind the full stop',
      'Paging helps agents recall. [3] Memory is costly here.',
      ['Paging helps agents recall. (3)', 'Memory is costly here. ()'],
    ],
    ['a range, each number once', 'Paging helps agents [1–3] recall things [2].', ['Paging helps agents recall things. (1 2 3)']],
    ['a line that begins with a mark is an entry of references', '[1] Paging helps agents recall.', []],
    [
      'notes of the check and of editorial states are no text',
      'Paging helps agents recall [1]. *(citation check: supported in part; the evidence says \\*so\\*)* *(retracted: [1])* Memory is costly here [2].',
      ['Paging helps agents recall. (1)', 'Memory is costly here. (2)'],
    ],
    [
      'a bracketed number of a source is no mark',
      'Paging \\[7\\] helps agents (8) recall [1].',
      ['Paging (7) helps agents (8) recall. (1)'],
    ],
    ['a sentence of marks alone is none', 'Paging helps agents recall it.\n\n[5]', ['Paging helps agents recall it. ()']],
    ['a comma after a mark stays close', 'Where it helps [1], agents recall more [2].', ['Where it helps, agents recall more. (1 2)']],
    [
      'in items of a list too',
      '- Paging helps agents recall [1].\n- Memory is costly here [2].',
      ['Paging helps agents recall. (1)', 'Memory is costly here. (2)'],
    ],
  ])('%s', (_, text, expected) => {
    expect(said(readReport(answer(text)).sentences)).toEqual(expected)
  })
  test('with the nearest heading', () => {
    const { sentences } = readReport('## One\n\nA b c d.\n\n### Part\n\nE f g h.')
    expect(sentences.map(({ section }) => section)).toEqual(['One', 'Part'])
  })
})

describe('what is the answer', () => {
  const parts = (markdown: string) => said(readReport(markdown).sentences)
  const sections = (...headings: readonly string[]) =>
    headings.map((heading, index) => `## ${heading}\n\nText number ${index} stands here.`).join('\n\n')
  test.each([
    'What is not established',
    'Contradictions',
    'Evidence quality',
    'Source diversity',
    'Screening',
    'PRISMA flow',
    'Search appendix',
    'Snowballing',
    'Limitations',
    'Retracted, corrected and doubtful works',
    'Papers with text addressed to a model',
    'Cost',
    'Research plan',
    'Edits by users',
    'Critique log',
    'How this answer came about',
    'References',
  ])('not the section "%s", whatever its case', (heading) => {
    expect(parts(sections('Summary', heading, 'Findings'))).toEqual(['Text number 0 stands here. ()', 'Text number 2 stands here. ()'])
    expect(parts(sections('Summary', heading.toUpperCase()))).toEqual(['Text number 0 stands here. ()'])
  })
  test('nothing from "How the run stopped" on', () => {
    expect(parts(sections('Summary', 'How the run stopped', 'Anything'))).toEqual(['Text number 0 stands here. ()'])
  })
  test('above that a section may be called as one of the apparatus', () => {
    expect(parts(sections('Summary', 'Limitations', 'What is not established', 'Contradictions', 'How the run stopped'))).toEqual([
      'Text number 0 stands here. ()',
      'Text number 1 stands here. ()',
    ])
  })
  test('not the head of a report', () => {
    expect(parts('# T\n\nRun: r-1\n\n- Written by a language model.\n\n## Summary\n\nOne stands here now.')).toEqual([
      'One stands here now. ()',
    ])
  })
  test('nor where nothing was found, when the head is all that stands above', () => {
    expect(parts('# T\n\nNo report text was written here.\n\n## How the run stopped\n\nAfter one.')).toEqual([])
  })
  test('but an answer may have text above its sections', () => {
    expect(parts('# Question?\n\nPaging helps agents recall [1].\n\n## More\n\nMemory is costly here.')).toHaveLength(2)
  })
  test('but an answer without sections is the head, without its last words in italics', () => {
    const markdown =
      'Paging helps agents recall [1].\n\n*Extractive: sentences of the sources.*\n\n**Bold** is text too.\n\n## References\n\n[1] Paging. <https://x.org/1>'
    expect(parts(markdown)).toEqual(['Paging helps agents recall. (1)', '**Bold** is text too. ()'])
  })
  test.each(['Run: r-1', 'Generated: now', 'Duration: 1 s', 'Question: What helps agents here?'])('no line "%s"', (line) => {
    expect(parts(`${line}\n\nPaging helps agents recall.`)).toEqual(['Paging helps agents recall. ()'])
  })
  test('contradictions are told apart', () => {
    const { contradictions, sentences, claims } = readReport(
      `## Summary\n\nOne stands here now.\n\n## Contradictions\n\n- Two works say otherwise [1, 2]\n`,
    )
    expect(said(contradictions)).toEqual(['Two works say otherwise (1 2)'])
    expect([said(sentences), said(claims)]).toEqual([['One stands here now. ()'], ['One stands here now. ()']])
  })
})

describe('claims', () => {
  test.each<[string, boolean]>([
    ['Paging helps agents.', false],
    ['Paging helps agents recall.', true],
    ['Does paging help agents recall?', false],
    ['Does paging help agents recall?”', false],
    ['Three things help agents recall:', false],
    ['Three things help agents recall：', false],
    ['No evidence was found: of 3 documents found, none is relevant.', false],
    ['No studies were found on old age.', false],
    ['No document was found there.', false],
    ['No effect was found in adults.', true],
    ['Nothing is known: none of the 3 searches was answered.', false],
    ['Nothing is known of long runs.', true],
    ['2 of 3 searches were not answered by their source.', false],
    ['2 of 3 trials were not blinded.', true],
    ['We saw that no evidence was found.', true],
  ])('%s %s', (text, expected) => {
    expect(isClaim({ text })).toBe(expected)
  })
  test('a run that found nothing claims nothing', () => {
    const paragraph =
      'The question was “Does it help?”. One search found 3 records. 2 documents were read, and none gave evidence that counts: nothing is claimed or cited here.'
    expect(readReport(answer(paragraph)).claims).toEqual([])
    expect(readReport(answer(paragraph)).sentences.length).toBeGreaterThan(1)
    expect(said(readReport(answer('There nothing is claimed or cited here. But more follows now.')).claims)).toHaveLength(2)
  })
})

describe('references', () => {
  const numbers = (markdown: string) => [...readReport(markdown).references].map(([number, entry]) => `${number} ${entry}`)
  test.each<[string, string, readonly string[]]>([
    ['entries by number', '## References\n\n[1] Jones \\& Co (2020). T.\n\n[2] Smith.', ['1 Jones & Co (2020). T.', '2 Smith.']],
    ['as a list, and with a colon', '# References\n- [1] One\n* [2]: Two', ['1 One', '2 Two']],
    ['the first of a number counts', '## References\n[1] One\n[1] Other', ['1 One']],
    ['up to the next heading', '## References\n[1] One\n## Appendix\n[2] Two', ['1 One']],
    ['the last list of that name', '## References\n[1] One\n## references\n[2] Two', ['2 Two']],
    ['none without the heading', '[1] One', []],
    ['none of another heading', '## References of others\n[1] One', []],
    ['no other lines', '## References\nNo work is cited.\n[x] y\n[1]x', []],
  ])('%s', (_, markdown, expected) => {
    expect(numbers(markdown)).toEqual(expected)
  })
})
