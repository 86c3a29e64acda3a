import { writeBibtex } from '@winnow/bibliography/write/bibtex.ts'
import { writeCslJson } from '@winnow/bibliography/write/csl-json.ts'
import { writeCsv } from '@winnow/bibliography/write/csv.ts'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { writeRis } from '@winnow/bibliography/write/ris.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { answerJson } from '@winnow/report/answer-json.ts'
import { answerPage } from '@winnow/report/answer-page.ts'
import { bibliographyItems } from '@winnow/report/bibliography-items.ts'
import { csvTable } from '@winnow/report/csv-rows.ts'
import { documentRows } from '@winnow/report/documents.ts'
import { evidenceRows } from '@winnow/report/evidence.ts'
import { htmlReport } from '@winnow/report/html.ts'
import { markdownReport } from '@winnow/report/markdown.ts'
import { reportJson } from '@winnow/report/report-json.ts'
import { isAnswerRun, type RunMaterial } from '@winnow/report/run-material.ts'
import type { RunMoment } from '@winnow/report/sections/head.ts'

/** What a run can be exported to as one text. A bundle is a folder and has its own writer. */
export const exportFormats = ['md', 'html', 'json', 'bibtex', 'ris', 'csl', 'csv', 'events'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface Exported {
  readonly material: RunMaterial
  /** The stored events, as they are. */
  readonly events: readonly Recorded[]
}

/** Whether a format needs a written report or answer. */
export function needsReport(format: ExportFormat): boolean {
  return format === 'md' || format === 'html' || format === 'json'
}

/** The export of a run in one format; deterministic but for the report's lines Run, Generated and Duration. */
export function renderExport(format: ExportFormat, { material, events }: Exported): string {
  switch (format) {
    case 'md':
      return written(material)
    case 'html':
      return htmlReport(written(material), {
        title: material.state.request?.question ?? material.runId,
        language: 'en',
      })
    case 'json':
      return `${JSON.stringify(isAnswerRun(material.state) ? answerJson(material) : reportJson(material), null, 2)}\n`
    case 'bibtex':
      return writeBibtex(bibliographyItems(material))
    case 'ris':
      return writeRis(bibliographyItems(material))
    case 'csl':
      return writeCslJson(bibliographyItems(material))
    case 'csv': {
      const { header, rows } = csvTable(material)
      return writeCsv(header, rows)
    }
    case 'events':
      return writeJsonl(events)
  }
}

/** The report of a run, or its answer, as Markdown. */
function written(material: RunMaterial): string {
  return (isAnswerRun(material.state) ? answerPage : markdownReport)(material, momentOf(material))
}

/** documents.jsonl: a line a document, itself a library that can be given to --library. */
export function documentsJsonl(material: RunMaterial): string {
  return writeJsonl(documentRows(material))
}

/** evidence.jsonl, by document and number. */
export function evidenceJsonl(material: RunMaterial): string {
  return writeJsonl(evidenceRows(material.state, material.corpus))
}

/** When the report was made is when its run ended, so that the same run gives the same file at any time. */
function momentOf({ state }: RunMaterial): RunMoment {
  const { startedAt, endedAt } = state.clock
  const end = endedAt ?? startedAt ?? new Date(0).toISOString()
  return { generatedAt: end, durationMs: startedAt === null ? 0 : Date.parse(end) - Date.parse(startedAt) }
}
