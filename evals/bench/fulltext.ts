import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WorkerParser } from '@winnow/bibliography/parse-in-worker.ts'
import type { ParsedFile } from '@winnow/bibliography/parse-worker.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { Bench } from './bench.ts'
import { abstractOfTei, type GoldPaper, readGold, readPaper, USUAL_FOLDER } from './fulltext-data.ts'
import { comparable, comparableHeading, f1, matchHeadings } from './headings.ts'
import { measureJats, tableOfJats } from './jats.ts'
import { levenshteinSimilarity } from './levenshtein.ts'

/** From this similarity on a title or an abstract counts as found (issue 3). */
const FOUND = 0.8
/** Each file is read so often after a first reading that warms the worker; the median counts. */
const READINGS = 5
/** Headings outside the body: they are neither wanted nor counted as wrong. */
const OUTSIDE =
  /^(?:|abstract|resumo|resumen|references|refer[eê]ncias|acknowledge?ments?|agradecimentos|agradecimientos|supplementary materials?.*|data availability|appendix.*)$/

type Row = {
  readonly file: string
  readonly title: number
  readonly abstract:
    | { readonly similarity: number; readonly against: 'gold' | 'grobid' }
    | { readonly letters: number; readonly against: 'none' }
  readonly sections: {
    readonly gold: number
    readonly found: number
    readonly matched: number
    readonly f1: number
    readonly f1Strict: number
    readonly missing: readonly string[]
    readonly extra: readonly string[]
  }
  readonly references: { readonly gold: number | undefined; readonly found: number }
  readonly ms: number
  /** What the reader said of the file, if anything. */
  readonly problems: readonly string[]
}

/** PDFs with known answers, read in the worker as the product does. */
export const fulltext: Bench = {
  summary: 'titles, abstracts, sections, references and time of PDFs with known answers, and of JATS files',
  run: async ({ data }) => {
    const folder = resolve(data ?? fileURLToPath(new URL(`../../${USUAL_FOLDER}`, import.meta.url)))
    const gold = readGold(folder)
    if ('message' in gold) return { kind: 'no-data', message: gold.message }
    await using parser = new WorkerParser()
    const rows: Row[] = []
    for (const paper of gold.papers) rows.push(await measure(parser, folder, paper))
    const result = {
      bench: 'fulltext',
      data: folder,
      matching: `section titles without numbers, equal or Levenshtein >= .9; title and abstract Levenshtein >= ${FOUND}`,
      files: rows,
      sum: sumOf(rows),
      jats: await measureJats(parser, folder),
    }
    return { kind: 'measured', result, table: `${tableOf(rows, result.sum)}\n\n${tableOfJats(result.jats)}` }
  },
}

async function measure(parser: WorkerParser, folder: string, gold: GoldPaper): Promise<Row> {
  const bytes = readPaper(folder, gold)
  const times: number[] = []
  let parsed: ParsedFile | undefined
  for (let reading = 0; reading <= READINGS; reading++) {
    const start = performance.now()
    parsed = await parser.parse({ format: 'pdf', bytes })
    if (reading > 0) times.push(performance.now() - start)
  }
  const found = parsed?.fullText ?? { sections: [], references: [] }
  return {
    file: gold.file,
    title: round(levenshteinSimilarity(comparable(found.title ?? ''), comparable(gold.title))),
    abstract: abstractOf(found.abstract ?? '', gold, folder),
    sections: sectionsOf(found, gold),
    references: { gold: gold.n_references, found: found.references.length },
    ms: Math.round(median(times)),
    problems: (parsed?.problems ?? []).map(({ problem }) => problem),
  }
}

function abstractOf(found: string, gold: GoldPaper, folder: string): Row['abstract'] {
  const peer = abstractOfTei(folder, gold)
  const wanted = gold.abstract ?? peer
  if (wanted === undefined) return { letters: found.length, against: 'none' }
  const similarity = round(levenshteinSimilarity(withoutLabel(found), withoutLabel(wanted)))
  return { similarity, against: gold.abstract === undefined ? 'grobid' : 'gold' }
}

function withoutLabel(text: string): string {
  return comparable(text).replace(/^(?:abstract|resumo|resumen)\s+/, '')
}

/** The body's headings: those outside it, and the appendix behind the references, are not asked for in the data. */
function sectionsOf(found: FullText, gold: GoldPaper): Row['sections'] {
  const unnumbered = new Set((gold.unnumbered ?? []).map(comparableHeading))
  const appendix = found.sections.findIndex((section) => /^appendi/.test(comparableHeading(section.heading)))
  const all = found.sections.map((section) => section.heading).filter((heading) => heading !== '')
  const body = found.sections
    .slice(0, appendix === -1 ? undefined : appendix)
    .map((section) => section.heading)
    .filter((heading) => !OUTSIDE.test(comparableHeading(heading)) && !unnumbered.has(comparableHeading(heading)))
  const titles = gold.sections.map((section) => section.title)
  const { matched, missing, extra } = matchHeadings(body, titles)
  return {
    gold: titles.length,
    found: body.length,
    matched,
    f1: round(f1(matched, body.length, titles.length)),
    f1Strict: round(f1(matched, all.length, titles.length)),
    missing,
    extra,
  }
}

function sumOf(rows: readonly Row[]) {
  const total = (value: (row: Row) => number) => rows.reduce((sum, row) => sum + value(row), 0)
  const withReferences = rows.filter((row) => row.references.gold !== undefined)
  return {
    files: rows.length,
    titles: rows.filter((row) => row.title >= FOUND).length,
    abstracts: rows.filter((row) => ('similarity' in row.abstract ? row.abstract.similarity >= FOUND : row.abstract.letters > 200)).length,
    sectionF1: round(
      f1(
        total((row) => row.sections.matched),
        total((row) => row.sections.found),
        total((row) => row.sections.gold),
      ),
    ),
    meanSectionF1: round(total((row) => row.sections.f1) / rows.length),
    referencesWithin5Percent: `${withReferences.filter((row) => isWithin(row.references)).length} of ${withReferences.length}`,
    medianMs: Math.round(median(rows.map((row) => row.ms))),
  }
}

function isWithin({ gold, found }: Row['references']): boolean {
  return gold !== undefined && Math.abs(found - gold) <= 0.05 * gold
}

function tableOf(rows: readonly Row[], sum: ReturnType<typeof sumOf>): string {
  const lines = rows.map((row) => {
    const abstract =
      'similarity' in row.abstract ? `${row.abstract.similarity} (${row.abstract.against})` : `${row.abstract.letters} letters`
    const { f1: score, matched, found, gold, missing, extra } = row.sections
    const faults = [
      ...row.problems.map((problem) => `    ${problem}`),
      ...missing.map((title) => `    missing: ${title}`),
      ...extra.map((title) => `    extra: ${title}`),
    ]
    return [
      `${row.file}\n  title ${row.title}  abstract ${abstract}  sections F1 ${score} (${matched} of ${gold}, ${found} found)  references ${row.references.found}${row.references.gold === undefined ? '' : ` of ${row.references.gold}`}  ${row.ms} ms`,
      ...faults,
    ].join('\n')
  })
  return [...lines, '', ...Object.entries(sum).map(([name, value]) => `${name}: ${value}`)].join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
