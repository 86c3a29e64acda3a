import { type CheckedSentence, type ReportMetrics, reportMetrics } from '@winnow/domain/evaluation/report/report-metrics.ts'
import { readReport } from '@winnow/domain/evaluation/report/report-text.ts'
import { toolCallsOf, type VerdictsAtDepth } from '@winnow/domain/evaluation/report/support-by-depth.ts'
import { countVerdicts, supportedShare, type VerdictCounts } from '@winnow/domain/evaluation/report/verdict-counts.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { printedSentences } from '@winnow/report/citation-numbers.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { NamedRun } from '../../engine/run-log.ts'
import { citedWorks } from './cited-works.ts'
import { readTexts } from './read-texts.ts'
import { judgedSentences, recordedVerdicts, storedReport } from './recorded-verdicts.ts'
import { shownPassages } from './shown-passages.ts'

/** Verdicts with the share of the checked sentences that are supported in full. */
export interface SupportFigures {
  /** A model, "lexical", or both. */
  readonly method: string
  readonly verdicts: VerdictCounts
  readonly supported: number | null
}

/** What `winnow eval report` says of one report. */
export interface MeasuredReport extends Omit<ReportMetrics, 'supportByWords'> {
  readonly runId: string
  readonly support: {
    /** The run's own check; null when it made none. */
    readonly recorded: SupportFigures | null
    /** The check of this version by words, of the sentences as they stand in the file. */
    readonly byWords: SupportFigures
  }
  /** Searches, lookups, requests for references and reads of the whole run. */
  readonly toolCalls: number
}

/** A measured report, and the verdicts of its sentences by the tool calls before the evidence behind them was read. */
export interface MeasuredWithDepth {
  readonly measured: MeasuredReport
  readonly sentences: readonly VerdictsAtDepth[]
}

/**
 * Measures a report in Markdown by the log of its run. Throws UsageError for a text without a sentence, and for a report of
 * another run.
 */
export async function measureReport(named: NamedRun, markdown: string, place: string): Promise<MeasuredWithDepth> {
  const { run } = named
  const text = readReport(markdown)
  if (text.runId !== null && text.runId !== run.runId)
    throw new UsageError(
      `${place} is the report of run ${text.runId}, and the log is that of ${run.runId}: give the log of ${text.runId} with --log`,
    )
  if (text.sentences.length === 0)
    throw new UsageError(`${place} has no sentence to measure: give the report.md of a run, or an answer in Markdown`)
  const content = await storedReport(named)
  const evidence = new Set(content === null ? [] : printedSentences(content).flatMap((sentence) => sentence.evidence))
  const works = citedWorks(text.references, run, await readTexts(named), await shownPassages(named), evidence)
  if (text.references.size > 0 && works.size === 0)
    throw new UsageError(
      `${place}: none of its ${text.references.size} references is a work of run ${run.runId}: it is the report of another run`,
    )
  const { supportByWords, ...metrics } = reportMetrics(text, works)
  const recorded = recordedVerdicts(run)
  const calls = toolCallsOf(run.events)
  const readAt = evidenceDepths(named, calls.atReading)
  const judged = recorded === null || content === null ? null : judgedSentences(content)
  return {
    measured: {
      runId: run.runId,
      ...metrics,
      support: {
        recorded: recorded === null ? null : { ...recorded, supported: supportedShare(recorded.verdicts) },
        byWords: { method: 'lexical', verdicts: supportByWords, supported: supportedShare(supportByWords) },
      },
      toolCalls: calls.total,
    },
    sentences:
      judged === null
        ? metrics.checked.flatMap((sentence) => atDepth(sentence.verdict, evidenceOf(named, sentence), readAt))
        : judged.flatMap(({ verdict, evidence }) => atDepth(verdict, evidence, readAt)),
  }
}

/**
 * The tool calls that had been asked for when an item of evidence was read, by its id; of an answer, when a document was first
 * shown, by the document's.
 */
function evidenceDepths({ run }: NamedRun, atReading: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const event of run.events) {
    if (event.type !== 'EvidenceExtracted' && event.type !== 'PassagesSummarised') continue
    const depth = atReading.get(event.data.workId)
    const read =
      event.type === 'EvidenceExtracted'
        ? event.data.items.map(({ evidenceId }) => evidenceId)
        : event.data.passages.map(({ documentId }) => resolveDocument(run.state, documentId))
    if (depth !== undefined) for (const id of read) depths.set(id, Math.min(depth, depths.get(id) ?? depth))
  }
  return depths
}

/** What a sentence of the file rests on: all evidence of the works that it cites; of an answer, these works. */
function evidenceOf({ run }: NamedRun, { documents }: CheckedSentence): readonly string[] {
  if (run.corpus.answer !== null) return documents
  return Object.values(run.state.evidence)
    .filter(({ documentId }) => documents.includes(resolveDocument(run.state, documentId)))
    .map(({ evidenceId }) => evidenceId)
}

/** A sentence stands as deep as the last of its evidence; one without any is nowhere. */
function atDepth(
  verdict: CheckedSentence['verdict'],
  evidence: readonly string[],
  readAt: ReadonlyMap<string, number>,
): readonly VerdictsAtDepth[] {
  const depths = evidence.flatMap((id) => readAt.get(id) ?? [])
  return depths.length === 0 ? [] : [{ toolCalls: Math.max(...depths), verdicts: countVerdicts([verdict]) }]
}
