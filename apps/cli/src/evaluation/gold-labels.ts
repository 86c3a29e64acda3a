import { readFile } from 'node:fs/promises'
import { decodeText } from '@winnow/bibliography/decode-file.ts'
import { readTable } from '@winnow/bibliography/read/csv.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { normaliseDoi } from '@winnow/domain/linkage/doi.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'

/** A line of a file of gold labels, found in the run. */
export interface GoldLabel {
  readonly line: number
  /** "source:recordId" of the records that the line names. */
  readonly records: readonly string[]
  /** Their documents at the end of the run. */
  readonly documents: readonly string[]
  readonly label: string
}

/** A line that names nothing in the run, with what it names the work by. */
export interface MissingLine {
  readonly line: number
  readonly label: string
  readonly id: string
  readonly doi: string
  readonly title: string
}

export interface GoldLabels {
  readonly path: string
  readonly labels: readonly GoldLabel[]
  /** Lines that name nothing in the run: stages that judge what the run has leave them out; a search has not found them. */
  readonly missing: readonly MissingLine[]
}

const idColumns = ['id', 'documentid', 'recordid', 'key', 'recordkey', 'document', 'record']
const labelColumns = ['label', 'gold', 'relevant', 'included', 'include', 'decision', 'cluster', 'group', 'work']

/**
 * Reads a table with a column that names records or documents (an id of the run or of the library, a DOI or a title) and one
 * with labels. Throws UsageError that names the file, and the line where there is one.
 */
export async function readGold(path: string, run: LoadedRun): Promise<GoldLabels> {
  const table = readTable(decodeText(await bytesOf(path)).text)
  const [problem] = table.problems
  if (problem !== undefined) throw new UsageError(`--gold ${path}, line ${problem.line}: ${problem.problem}`)
  const column = (names: readonly string[]) => names.map((name) => table.columns.indexOf(name)).find((index) => index >= 0)
  const columns = { id: column(idColumns), doi: column(['doi']), title: column(['title']), label: column(labelColumns) }
  if (columns.label === undefined || (columns.id === undefined && columns.doi === undefined && columns.title === undefined)) {
    throw new UsageError(
      `--gold ${path} has the columns ${table.columns.join(', ') || '(none)'}: it needs one that names works (id, doi or title) and one with labels (label, relevant, included; for dedup: cluster)`,
    )
  }
  const find = goldFinder(run)
  const labels: GoldLabel[] = []
  const missing: MissingLine[] = []
  for (const { line, cells } of table.rows) {
    const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim())
    const label = cell(columns.label)
    if (label === '') throw new UsageError(`--gold ${path}, line ${line}: it has no label`)
    const named = { id: cell(columns.id), doi: cell(columns.doi), title: cell(columns.title) }
    const records = find(named)
    if (records.length === 0) missing.push({ line, label, ...named })
    else labels.push({ line, records, documents: documentsOf(run, records), label })
  }
  if (labels.length === 0)
    throw new UsageError(
      `--gold ${path}: none of its ${missing.length} lines names a record or document of run ${run.runId}; check that the labels belong to the run, and that the column ${table.columns[columns.id ?? columns.doi ?? columns.title ?? 0]} has its ids, DOIs or titles`,
    )
  return { path, labels, missing }
}

/** Documents as relevant or not. A document with two labels that differ is bad input, and both lines are named. */
export function relevanceOf(gold: GoldLabels): ReadonlyMap<string, boolean> {
  const { relevance, conflicts } = labelledDocuments(gold)
  const [conflict] = conflicts
  if (conflict !== undefined) throw new UsageError(`--gold ${gold.path}: ${conflict}`)
  return relevance
}

/** Which documents have labels that differ, each with two of its lines, in words. Duplicates of one work often do. */
export function labelConflicts(gold: GoldLabels): readonly string[] {
  return labelledDocuments(gold).conflicts
}

function labelledDocuments({ path, labels }: GoldLabels) {
  const lines = new Map<string, { readonly line: number; readonly relevant: boolean }>()
  const conflicts = new Map<string, string>()
  for (const { line, documents, label } of labels) {
    const relevant = isRelevantLabel(path, line, label)
    for (const documentId of documents) {
      const known = lines.get(documentId)
      if (known !== undefined && known.relevant !== relevant && !conflicts.has(documentId))
        conflicts.set(documentId, `lines ${known.line} and ${line} label ${documentId} differently`)
      lines.set(documentId, { line, relevant })
    }
  }
  return { relevance: new Map([...lines].map(([documentId, { relevant }]) => [documentId, relevant])), conflicts: [...conflicts.values()] }
}

/** Whether a label says relevant. Throws UsageError for one that says neither. */
export function isRelevantLabel(path: string, line: number, label: string): boolean {
  const relevant = yesOrNo(label)
  if (relevant === null)
    throw new UsageError(`--gold ${path}, line ${line}: the label "${label}" is neither yes nor no (1, 0, include, exclude, true, false)`)
  return relevant
}

/** Records by the work that their label names. */
export function worksOf({ labels }: GoldLabels): ReadonlyMap<string, string> {
  return new Map(labels.flatMap(({ records, label }) => records.map((key) => [key, label] as const)))
}

const yes = ['1', 'yes', 'y', 'true', 't', 'include', 'included', 'relevant', 'in', '+']
const no = ['0', 'no', 'n', 'false', 'f', 'exclude', 'excluded', 'irrelevant', 'not relevant', 'out', '-']

function yesOrNo(label: string): boolean | null {
  const word = label.toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
}

/** Finds records by an id (of a document, or of a record with or without its source), else by DOI, else by title. */
export function goldFinder({
  state,
  corpus,
}: {
  readonly state: Pick<RunState, 'documents' | 'aliases'>
  readonly corpus: Pick<Corpus, 'records'>
}): (named: Pick<MissingLine, 'id' | 'doi' | 'title'>) => readonly string[] {
  const records = [...corpus.records]
  const byId = Map.groupBy(records, ([, { recordId }]) => recordId)
  const byDoi = Map.groupBy(records, ([, { ids }]) => ids.doi ?? '')
  const byTitle = Map.groupBy(records, ([, { title }]) => normaliseTitle(title))
  const keys = (found: readonly (readonly [string, unknown])[] | undefined) => (found ?? []).map(([key]) => key)
  return ({ id, doi, title }) => {
    if (id !== '') {
      const document = state.documents[resolveDocument(state, id)]
      if (document !== undefined) return document.records
      return corpus.records.has(id) ? [id] : keys(byId.get(id))
    }
    if (doi !== '') return keys(byDoi.get(normaliseDoi(doi) ?? doi))
    return title === '' ? [] : keys(byTitle.get(normaliseTitle(title)))
  }
}

function documentsOf({ state }: LoadedRun, records: readonly string[]): readonly string[] {
  return [...new Set(records.flatMap((key) => state.records[key] ?? []).map((id) => resolveDocument(state, id)))]
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`--gold ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
