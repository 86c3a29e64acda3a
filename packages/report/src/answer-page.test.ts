import { expect, test } from 'vitest'
import { answerPage } from './answer-page.ts'
import { answerMarkdown } from './answer-text.ts'
import { htmlReport } from './html.ts'
import { answerContent, answerMaterial, unanswered } from './testing/example-answer.ts'
import { moment } from './testing/example-run.ts'

const page = (of = answerMaterial as typeof unanswered) => answerPage(of, moment)

test('answer.md', () => {
  expect(page()).toBe(
    [
      '# What helps agents remember?',
      'Run: run-1  \nGenerated: 2026-07-01T10:05:00.000Z  \nDuration: 1 min 5 s',
      answerMarkdown(answerContent),
      '## How this answer came about',
      [
        '- Search 1: “What helps agents remember?”, 3 documents found, 2 passages kept by bm25.',
        '- Search 2: “paging”, 2 documents found, 2 passages kept by bm25.',
        '- Turn 1: a search was refused. “remember agents” was searched before.',
        '- Why it searched no further: the agent had what it needed.',
      ].join('\n'),
      '## Limitations',
      [
        '- Sources searched: library, arxiv.',
        '- Source not searched: web, no key.',
        '- 1 search operation was not answered by their source.',
        '- Marks that named no document that was shown: 1, removed.',
        '- Degraded: summarizer, 1 step (no JSON in the reply).',
      ].join('\n'),
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})

test('before it is written it says so', () => {
  expect(page(unanswered)).toContain('\n\nNo answer was written: the run is running.\n\n')
})

test('a search that showed nothing, and a run without faults', () => {
  const { corpus, state } = answerMaterial
  const clean = { ...state, degraded: {}, operations: {}, answering: { searches: [], turns: [], reason: null, answer: null } }
  const text = page({ ...answerMaterial, state: clean, corpus })
  expect(text.split('## Limitations')[1]).toBe('\n\n- Sources searched: library, arxiv.\n- Source not searched: web, no key.\n')
  expect(text).not.toContain('How this answer came about')
  expect(page({ ...answerMaterial, corpus: { ...corpus, summaries: new Map() } })).toContain('2 documents found, no passage was shown.')
})

test('a fork says where it comes from', () => {
  const from = { runId: 'r-old', at: 7, models: {}, reason: 'x', ancestors: [] }
  const state = { ...answerMaterial.state, fork: { from, copying: false, costs: {} } }
  expect(page({ ...answerMaterial, state })).toContain('Run: run-1, forked from r-old at event 7  \n')
})

test('as HTML its marks lead to its references, and nothing in it runs', () => {
  const html = htmlReport(page(), { title: 'x', language: 'en' })
  expect(html).toContain('<a href="#ref-2">2</a>')
  expect(html).toContain('id="ref-2"')
  expect(html).not.toMatch(/<b>recall|<script/)
})
