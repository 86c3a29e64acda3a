import type { ChainFigures } from '@winnow/domain/evaluation/ablation/run-chain.ts'
import { withoutControls } from '../output/without-controls.ts'
import type { PooledAblation, RunAblation } from './ablate-run.ts'

/** Works that are told; --json has all. */
const told = 20

/** An ablation for a person to read. */
export function ablationText(one: RunAblation): string {
  const { runId, ablation, nothingToAblate, subquestionId, assumptions, lostCitations, cost } = one
  const saved = cost === null ? 'not known from the log' : costWords(cost.share, cost.saved.calls)
  return withoutControls(
    [
      `${runId} without ${ablation}: computed from the log, not a new run`,
      ...(nothingToAblate === null ? [] : [`Nothing to leave out: ${nothingToAblate}.`]),
      ...(subquestionId === null ? [] : [`Only the searches of ${subquestionId} are left.`]),
      '',
      ...figureLines(one.with, one.without),
      `  model calls saved: ${saved}`,
      ...(lostCitations.length === 0 ? [] : ['', `Cited works that would be lost: ${lostCitations.length}`]),
      ...lostCitations.slice(0, told).map(({ documentId, title }) => `  ${documentId}  ${title}`),
      ...(lostCitations.length > told ? [`  … and ${lostCitations.length - told} more (--json has all)`] : []),
      '',
      ...assumptions.map((assumption) => `Assumed: ${assumption}`),
    ].join('\n'),
  )
}

/** Ablations of several runs together. */
export function pooledAblationText(pooled: PooledAblation): string {
  return [
    `${pooled.runs} runs together${pooled.nothingToAblate === 0 ? '' : ` (${pooled.nothingToAblate} of them had nothing to leave out)`}`,
    ...figureLines(pooled.with, pooled.without),
    `  model calls saved: ${costWords(pooled.costShare, null)}`,
    `Cited works that would be lost: ${pooled.lostCitations}`,
  ].join('\n')
}

function figureLines(before: ChainFigures, after: ChainFigures): readonly string[] {
  const line = (name: string, a: number | null, b: number | null) => `  ${name}: ${figure(a)} → ${figure(b)}`
  return [
    'With → without',
    line('operations', before.operations, after.operations),
    line('documents', before.documents, after.documents),
    line('relevant documents', before.included, after.included),
    line('documents read', before.read, after.read),
    line('evidence items', before.evidence, after.evidence),
    line('cited works', before.cited, after.cited),
    ...(before.gold === null || after.gold === null
      ? []
      : [
          line('labelled works found', before.gold.found, after.gold.found),
          line('recall of what was found', before.gold.recallFound, after.gold.recallFound),
          line('recall of what is relevant', before.gold.recallIncluded, after.gold.recallIncluded),
          line('labelled works cited', before.gold.cited, after.gold.cited),
        ]),
  ]
}

function figure(value: number | null): string {
  if (value === null) return 'not defined'
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

function costWords({ tokens, usd }: { readonly tokens: number | null; readonly usd: number | null }, calls: number | null): string {
  if (tokens === null) return 'there were none'
  const counted = calls === null ? '' : `${calls.toFixed(1)} calls, `
  return `${counted}${(tokens * 100).toFixed(1)} % of the tokens${usd === null ? '' : `, ${(usd * 100).toFixed(1)} % of the cost`}`
}
