import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const paper = z.object({
  file: z.string(),
  jats: z.string().optional(),
  tei: z.string().optional(),
  title: z.string(),
  abstract: z.string().optional(),
  sections: z.array(z.object({ level: z.number(), title: z.string() })),
  unnumbered: z.array(z.string()).optional(),
  n_references: z.number().optional(),
})

/** A paper with known answers: title, abstract, section titles and number of references as far as they are known. */
export type GoldPaper = Readonly<z.infer<typeof paper>>

/** Where the data lies when no folder is named, from the checkout's root. */
export const USUAL_FOLDER = '../shared/data/fulltext'

/** The papers of `ground_truth.json` in `folder`, or why there are none. */
export function readGold(folder: string): { readonly papers: readonly GoldPaper[] } | { readonly message: string } {
  const file = resolve(folder, 'ground_truth.json')
  if (!existsSync(file))
    return { message: `no data: ${file} is absent. Name the folder that holds ground_truth.json and pdf/ with --data DIR.` }
  return { papers: z.array(paper).parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/** The bytes of a paper's PDF. */
export function readPaper(folder: string, gold: GoldPaper): Uint8Array {
  return readFileSync(join(folder, gold.file))
}

/** The abstract that GROBID found, for papers whose true abstract is not in the data; undefined when it has none. */
export function abstractOfTei(folder: string, gold: GoldPaper): string | undefined {
  if (gold.tei === undefined) return undefined
  const tei = readFileSync(join(folder, gold.tei), 'utf8')
  return /<abstract\b[^>]*>([\s\S]*?)<\/abstract>/.exec(tei)?.[1]?.replace(/<[^>]+>/g, ' ')
}
