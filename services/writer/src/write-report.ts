import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { type Answer, decisionOf, type Question, type Task } from '@winnow/runtime/service.ts'
import { citedDocuments } from './core/cited-places.ts'
import { merged, nothingCited } from './core/degraded-steps.ts'
import { templateReport } from './core/report-fallback.ts'
import { type ReportInput, reportInput } from './core/report-input.ts'
import { outlinePrompt, reportPromptVersion, sectionPrompt, wholeReportPrompt } from './core/report-prompt.ts'
import {
  assemble,
  listedSection,
  type Outline,
  outlineOf,
  outlineReply,
  sectionReply,
  wholeReport,
  wholeReportReply,
  writtenSection,
} from './core/report-reply.ts'
import { extractive } from './core/writer-names.ts'
import { storeContent } from './report-blob.ts'

/** A report of at most this much evidence is written in one call, a longer one section by section (our reading). */
export const evidenceInOneCall = 40

/** What came of the writer's calls: content null means that the template is to be used. */
interface Written {
  readonly content: ReportContent | null
  readonly model: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}

/** Writes the report from the answers: by the writer, or by its template (spec §2, §12); the content goes to the blob store. */
export async function writeReport(task: Task, blobs: BlobStore): Promise<NewEvent> {
  const { workId, fallback } = decisionOf(task, 'ReportRequested').data
  const input = reportInput(task.run.state, task.run.corpus)
  const written = await byModel(task, input, fallback)
  const content = written.content ?? templateReport(input)
  return {
    type: 'ReportWritten',
    data: {
      workId,
      contentHash: await storeContent(content, blobs),
      sections: content.sections.length,
      citations: [...citedDocuments(content)],
      removedCitations: content.removedCitations,
      writer: written.content === null ? extractive : written.model,
      degraded: [...merged(written.degraded)],
    },
    usage: written.usage,
  }
}

/** Without any answer there is nothing to write from, and no model is asked. */
async function byModel(task: Task, input: ReportInput, fallback: 'budget' | undefined): Promise<Written> {
  if (input.answers.length === 0) return { content: null, model: extractive, usage: [], degraded: [] }
  const shared = { role: 'writer', stage: 'report', promptVersion: reportPromptVersion, fallback } as const
  if (input.passed.length <= evidenceInOneCall) {
    const asked = await task.ask({ ...shared, prompt: wholeReportPrompt(input), schema: wholeReportReply, schemaName: 'report' })
    return used(asked, asked.value === null ? null : wholeReport(asked.value, input))
  }
  const asked = await task.ask({ ...shared, prompt: outlinePrompt(input), schema: outlineReply, schemaName: 'outline' })
  const outline = asked.value === null ? null : outlineOf(asked.value, input)
  if (outline === null) return used(asked, null)
  return sectionBySection(task, input, outline, used(asked, null, true), shared)
}

/** The sections of an outline, all asked at once and taken in its order; one that is not usable lists its evidence's claims. */
async function sectionBySection(
  task: Task,
  input: ReportInput,
  outline: Outline,
  before: Written,
  shared: Pick<Question<unknown>, 'role' | 'stage' | 'promptVersion' | 'fallback'>,
): Promise<Written> {
  const parts = await Promise.all(
    outline.sections.map(async ({ heading, evidence }) => {
      const prompt = sectionPrompt({ question: input.question, heading, evidence })
      const asked = await task.ask({ ...shared, prompt, schema: sectionReply, schemaName: 'section' })
      const reply = asked.value === null ? null : writtenSection(heading, asked.value.paragraphs, evidence)
      const section = reply?.section ?? null
      return {
        asked: used(asked, null, section !== null),
        removed: reply?.removed ?? 0,
        section: section ?? listedSection(heading, evidence),
        templated: section === null,
      }
    }),
  )
  const content = assemble(input, outline, {
    sections: parts.map((part) => part.section),
    removed: parts.reduce((sum, part) => sum + part.removed, outline.removed),
    templated: parts.some((part) => part.templated),
  })
  const calls = [before, ...parts.map((part) => part.asked)]
  return { content, model: before.model, usage: calls.flatMap((call) => call.usage), degraded: calls.flatMap((call) => call.degraded) }
}

/** An answer's cost and faults; a reply that came but was not usable is a degraded step too. */
function used<T>(asked: Answer<T>, content: ReportContent | null, usable = content !== null): Written {
  const unusable = asked.value !== null && !usable ? [{ role: 'writer' as const, reason: nothingCited, count: 1 }] : []
  return { content, model: asked.model, usage: asked.usage, degraded: [...asked.degraded, ...unusable] }
}
