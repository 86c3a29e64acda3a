import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { finding } from './example-finding.ts'
import { reading } from './example-reading.ts'
import { type Entry, logOf, materialOf } from './log-of.ts'

/**
 * A small run with everything a report tells: two records of one work, a retracted and an excluded one, a throttled
 * source, snowballing, a degraded step, priced and unpriced calls, a critique, a user's exclusion.
 */
export const entries: readonly Entry[] = [...finding, ...reading]

export const content: ReportContent = {
  title: 'Memory for agents',
  summary: [{ text: 'Paging helps [7] agents.', citations: ['D2', 'D1'], evidence: ['D1.e1', 'D2.e1'], verdict: 'supported' }],
  sections: [
    {
      heading: 'Does paging help?',
      subquestionIds: ['RQ1'],
      paragraphs: [
        [
          { text: 'It helps recall', citations: ['D1'], evidence: ['D1.e1'], verdict: 'partial' },
          { text: 'Nothing is known of <b>years</b>.', citations: [], evidence: [] },
        ],
      ],
    },
  ],
  notEstablished: ['Whether it lasts.'],
  contradictions: [{ note: 'Summaries lose details', citations: ['D2'] }],
  removedCitations: 1,
  mode: 'mixed',
}

export const events = logOf(entries)
export const material = materialOf(events, content)
export const moment = { generatedAt: '2026-07-01T10:05:00.000Z', durationMs: 65_000 }
