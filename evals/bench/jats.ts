import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { scanJatsSections, sectionLine, titledSections } from '@winnow/bibliography/fixtures/scan-jats-sections.ts'
import type { WorkerParser } from '@winnow/bibliography/parse-in-worker.ts'
import { z } from 'zod'

const article = z.object({ pmcid: z.string(), jats: z.string() })

type JatsFile = { readonly name: string; readonly source: string }
type JatsResult = {
  readonly files: number
  /** Files with every section in its place, at its level, under its title. */
  readonly exactTrees: number
  readonly sections: number
  /** Files with as many references as they list. */
  readonly exactReferences: number
  readonly medianMs: number
  /** What is wrong, by file. */
  readonly faults: readonly string[]
}

/**
 * How the JATS files are read that lie in `folder`/jats and in ../evidence-inference/articles.jsonl.gz beside it, against a
 * scan of their tags.
 */
export async function measureJats(parser: WorkerParser, folder: string): Promise<JatsResult> {
  const files = jatsFiles(folder)
  const faults: string[] = []
  const times: number[] = []
  let exactTrees = 0
  let exactReferences = 0
  let sections = 0
  for (const { name, source } of files) {
    const start = performance.now()
    const { fullText, problems } = await parser.parse({ format: 'jats', bytes: Buffer.from(source) })
    times.push(performance.now() - start)
    if (fullText === undefined) {
      faults.push(`${name}: ${problems[0]?.problem ?? 'no text'}`)
      continue
    }
    const wanted = scanJatsSections(source)
    const found = titledSections(fullText.sections.map(sectionLine))
    const isTree = titledSections(wanted).join('\n') === found.join('\n')
    const references = source.match(/<ref[\s>]/g)?.length ?? 0
    sections += wanted.length
    if (isTree) exactTrees += 1
    else faults.push(`${name}: another section tree`)
    if (fullText.references.length === references) exactReferences += 1
    else faults.push(`${name}: ${fullText.references.length} references of ${references}`)
  }
  return { files: files.length, exactTrees, sections, exactReferences, medianMs: median(times), faults }
}

/** The figures, one a line. */
export function tableOfJats({ faults, ...figures }: JatsResult): string {
  return [...Object.entries(figures).map(([name, value]) => `JATS ${name}: ${value}`), ...faults.map((fault) => `    ${fault}`)].join('\n')
}

function jatsFiles(folder: string): JatsFile[] {
  const own = join(folder, 'jats')
  const articles = resolve(folder, '../evidence-inference/articles.jsonl.gz')
  const lines = existsSync(articles) ? gunzipSync(readFileSync(articles)).toString().trim().split('\n') : []
  return [
    ...(existsSync(own) ? readdirSync(own).map((name) => ({ name, source: readFileSync(join(own, name), 'utf8') })) : []),
    ...lines.map((line) => article.parse(JSON.parse(line))).map(({ pmcid, jats }) => ({ name: pmcid, source: jats })),
  ]
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}
