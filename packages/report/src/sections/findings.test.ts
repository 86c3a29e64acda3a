import { buildState, document, evidence, operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { empty, part, report, withState } from '../testing/report-parts.ts'

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
    const failing = buildState({ operations: [operation('S1', { outcome: 'none' }), operation('S2', { outcome: 'failed' })] })
    expect(part(withState(failing), 'Summary')).toContain('found 0 records (1 search was not answered by their source), which')
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
    expect(part(withState(state), 'Search appendix')).toBe(
      '## Search appendix\n\nNo search intent was written.\n\nNothing was searched.\n\nDuration: 1 min 5 s',
    )
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
