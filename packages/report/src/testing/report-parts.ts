import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { markdownReport } from '../markdown.ts'
import type { RunMaterial } from '../run-material.ts'
import { records } from './example-parts.ts'
import { moment } from './example-run.ts'
import { materialOf } from './log-of.ts'

/** A material with other parts of the state, without the example's corpus of critiques and so on. */
export function withState(state: RunState, given: ReportContent | null = null): RunMaterial {
  const known = [...Object.values(state.documents)].flatMap(({ records: keys }) => keys)
  const corpus = { ...materialOf([]).corpus, records: new Map(known.map((key) => [key, { ...records.graph, recordId: key.slice(8) }])) }
  return { runId: 'run-2', state, corpus, content: given, abstracts: new Map() }
}
export const report = (of: RunMaterial) => markdownReport(of, moment)
export const part = (of: RunMaterial, heading: string) =>
  report(of)
    .split(/\n(?=## )/)
    .find((text) => text.startsWith(`## ${heading}\n`))
    ?.trimEnd() ?? ''
export const empty: ReportContent = {
  title: 'T',
  summary: [],
  sections: [],
  notEstablished: [],
  contradictions: [],
  removedCitations: 0,
  mode: 'model',
}
