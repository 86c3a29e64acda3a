import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { againstGold } from '@winnow/domain/evaluation/against-gold.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { answerMarkdown } from '@winnow/report/answer-text.ts'
import { markdownReport } from '@winnow/report/markdown.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { NamedRun } from '../engine/run-log.ts'
import type { Comparison, Figures } from './comparison.ts'
import type { GoldLabels } from './gold-labels.ts'
import { goldWorks } from './gold-works.ts'
import { type MeasuredReport, type MeasuredWithDepth, measureReport } from './report/measure-report.ts'
import { storedAnswer, storedReport } from './report/recorded-verdicts.ts'
import { reportEvaluation } from './report/report-evaluation.ts'
import type { KeptBlobs } from './rerun-stage.ts'

/** What is compared of two versions of one report: as written by the recorded model and by another. */
interface Versions {
  readonly recorded: { readonly measured: MeasuredReport; readonly cited: readonly string[] }
  readonly rerun: { readonly measured: MeasuredReport; readonly cited: readonly string[] }
}

/**
 * The report of a run, measured without a model; and, when it is written again, both versions as they were before their citations
 * were checked. `finish` measures what was written again: it is to be called before `result`.
 */
export async function compareReport(named: NamedRun, kept: KeptBlobs): Promise<Comparison & { readonly finish: () => Promise<void> }> {
  const { run } = named
  const final = await measureFinal(named)
  let hashes: { readonly recorded: string; readonly rerun: string } | null = null
  let versions: Versions | null = null
  const blobs = { get: async (hash: string) => kept.get(hash) ?? named.blobs.get(hash) }
  const version = async (hash: string) => {
    const content = await storedReport({ run, blobs }, hash)
    if (content === null)
      throw new UsageError(`the report ${hash} of run ${run.runId} as it was written is not at hand: ${named.blobsHint}`)
    const markdown = markdownReport({ ...material(run), content }, moment)
    const { measured } = await measureReport(named, markdown, `the report of ${run.runId}`)
    return { measured, cited: citedIn(run, content) }
  }
  return {
    take: ({ recorded, again }) => {
      const [before, after] = [writtenIn(recorded), writtenIn(again)]
      if (before !== null && after !== null) hashes = { recorded: before, rerun: after }
    },
    finish: async () => {
      if (hashes !== null) versions = { recorded: await version(hashes.recorded), rerun: await version(hashes.rerun) }
    },
    result: (gold) => ({
      agreement: versions === null ? {} : versionFigures(versions),
      gold:
        gold === null
          ? null
          : versions === null
            ? { recorded: citedAgainst(run, gold, run.state.report?.citations ?? answerCitations(run)), rerun: null }
            : { recorded: citedAgainst(run, gold, versions.recorded.cited), rerun: citedAgainst(run, gold, versions.rerun.cited) },
      changed: versions === null ? [] : changedCitations(versions),
      measured: { stage: 'report', ...final.measured, ...reportEvaluation([final]) },
    }),
  }
}

/** The lines that tell the run are no part of what is measured. */
const moment = { generatedAt: '', durationMs: 0 }

function material(run: LoadedRun) {
  return { runId: run.runId, state: run.state, corpus: run.corpus, abstracts: new Map<string, string>() }
}

/** The report, or the answer, as its readers have it. Throws UsageError for a run without one. */
async function measureFinal(named: NamedRun): Promise<MeasuredWithDepth> {
  const { run, blobsHint } = named
  const place = `the report of ${run.runId}`
  if (run.corpus.answer !== null) {
    const answer = await storedAnswer(named)
    if (answer === null)
      throw new UsageError(
        `the answer of run ${run.runId} is not in its log: ${blobsHint}. Or measure the file: winnow eval report answer.md --log …`,
      )
    return measureReport(named, answerMarkdown(answer), place)
  }
  if (run.state.report === null) throw new UsageError(`run ${run.runId} has no report to measure: it is ${run.state.status}`)
  const content = await storedReport(named)
  if (content === null)
    throw new UsageError(
      `the report of run ${run.runId} is not in its log: ${blobsHint}. Or measure the file: winnow eval report report.md --log …`,
    )
  return measureReport(named, markdownReport({ ...material(run), content }, moment), place)
}

function writtenIn(events: readonly (TypedEvent | NewEvent)[]): string | null {
  for (const event of events) if (event.type === 'ReportWritten') return event.data.contentHash
  return null
}

function answerCitations({ corpus }: LoadedRun): readonly string[] {
  return corpus.answer?.citations.map(({ documentId }) => documentId) ?? []
}

function citedIn(run: LoadedRun, content: NonNullable<Awaited<ReturnType<typeof storedReport>>>): readonly string[] {
  const sentences = [...content.summary, ...content.sections.flatMap(({ paragraphs }) => paragraphs.flat())]
  return [...new Set(sentences.flatMap(({ citations }) => citations).map((id) => resolveDocument(run.state, id)))]
}

/** Figures of both versions by name, each with its side. */
function versionFigures({ recorded, rerun }: Versions): Figures {
  const of = (name: string, figure: (measured: MeasuredReport) => number | null) => ({
    [`${name}Recorded`]: figure(recorded.measured),
    [`${name}Rerun`]: figure(rerun.measured),
  })
  return {
    ...of('claims', ({ claims }) => claims),
    ...of('citationCoverage', ({ citationCoverage }) => citationCoverage),
    ...of('danglingMarks', ({ danglingMarks }) => danglingMarks.length),
    ...of('absentNumbers', ({ numbers }) => numbers.absent.length),
    ...of('repeatedSentences', ({ repeatedSentences }) => repeatedSentences),
    ...of('supported', ({ support }) => support.byWords.supported),
    citedRecorded: recorded.cited.length,
    citedRerun: rerun.cited.length,
    citedByBoth: new Set(recorded.cited).intersection(new Set(rerun.cited)).size,
  }
}

/** The cited works as a choice among the labelled ones. */
function citedAgainst(run: LoadedRun, gold: GoldLabels, citations: readonly string[]): Figures {
  const cited = new Set(citations.map((id) => resolveDocument(run.state, id)))
  const keys = new Set([...cited].flatMap((id) => run.state.documents[id]?.records ?? []))
  const works = goldWorks(gold, run)
  const relevant = new Set(works.flatMap(({ records }) => records))
  const labelled = new Set(gold.labels.flatMap(({ documents }) => documents))
  const judged = [...labelled].map((id) => ({
    gold: run.state.documents[id]?.records.some((key) => relevant.has(key)) ?? false,
    judged: cited.has(id),
  }))
  const found = works.filter(({ records }) => records.some((key) => keys.has(key))).length
  return {
    works: works.length,
    cited: found,
    recall: works.length === 0 ? null : found / works.length,
    precision: againstGold(judged).precision,
  }
}

function changedCitations({ recorded, rerun }: Versions) {
  const only = (of: readonly string[], others: readonly string[]) => of.filter((id) => !others.includes(id))
  return [
    ...only(recorded.cited, rerun.cited).map((documentId) => ({
      documentId,
      citedBy: 'recorded',
      words: `- ${documentId} is cited no more`,
    })),
    ...only(rerun.cited, recorded.cited).map((documentId) => ({ documentId, citedBy: 'rerun', words: `+ ${documentId} is cited` })),
  ]
}
