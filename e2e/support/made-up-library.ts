import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A record as a line of a JSONL library. */
export interface MadeUpRecord {
  readonly id: string
  readonly title: string
  readonly authors: readonly { readonly given: string; readonly family: string }[]
  readonly year: number
  readonly venue: string
  readonly doi?: string
  readonly arxiv?: string
  readonly abstract: string
  readonly refs: readonly string[]
}

/** The question that the made-up records speak to. */
export const question = 'How does shade cover change the water use of tomato plants in greenhouses?'

const families = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Haddad', 'Kowalska', 'Ferreira', 'Novák', 'Iyer', 'Brandt']
const kinds = ['woven', 'aluminised', 'photovoltaic', 'coloured', 'movable', 'sprayed']
const places = ['coastal', 'desert', 'alpine', 'tropical', 'island', 'river']
const findings = [
  'lowered the daily water use of the plants by a fifth while the yield stayed the same',
  'changed the transpiration of the leaves only on the hottest days of the season',
  'made no difference to irrigation, since the roots had taken up all the water they needed before noon',
  'raised the water use of the tomato plants, against what the growers had expected',
]

function one<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** Record number `n` (0, 1, …): every one has its own title, DOI and findings, and most cite two others. */
function madeUpRecord(n: number, count: number): MadeUpRecord {
  const kind = one(kinds, n)
  const place = one(places, Math.floor(n / kinds.length) + n)
  const family = one(families, n * 3)
  return {
    id: `rec-${n + 1}`,
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} shade cover and tomato water use in ${place} greenhouses: season ${n + 1}`,
    authors: [
      { given: one(['Ada', 'Bo', 'Chi', 'Dov'], n), family },
      { given: 'Eli', family: one(families, n * 3 + 1) },
    ],
    year: 2008 + ((n * 5) % 17),
    venue: `Journal of ${one(['Protected', 'Arid', 'Controlled'], n)} Horticulture`,
    doi: `10.5555/shade.${n + 1}`,
    abstract: `We grew tomato plants under ${kind} shade in a ${place} greenhouse for ${n + 3} weeks and weighed the pots every night. The shade cover ${one(findings, n)}. Plants in full sun were the control, and the water use of both groups was measured by the same scales. The trial had ${10 + n} plants in each group, so small differences may have been missed.`,
    refs: n % 3 === 2 ? ['rec-2-both'] : [`rec-${((n + 4) % count) + 1}`, `rec-${((n + 7) % count) + 1}`],
  }
}

/**
 * `count` made-up records (2 or more), and three that are theirs once more: the first with the same DOI under another id; an
 * early version of the second under another title, which only its arXiv id tells; and a record in another language that has
 * the DOI and the arXiv id of the second. No query finds that one: references lead to it, and it joins two documents.
 */
export function madeUpRecords(count: number): readonly MadeUpRecord[] {
  const records = Array.from({ length: count }, (_, n) => madeUpRecord(n, count))
  const [first, second] = records
  if (first === undefined || second === undefined) return records
  const { doi: _, ...early } = second
  return [
    ...records,
    { ...first, id: 'rec-1-again', title: `${first.title}.`, refs: [] },
    {
      ...early,
      id: 'rec-2-early',
      arxiv: '1503.00002',
      title: 'Do plants drink less when it is dark? First notes from tomato growers',
      refs: [],
    },
    {
      ...second,
      id: 'rec-2-both',
      arxiv: '1503.00002',
      title: 'Wasserverbrauch beschatteter Pflanzen',
      venue: 'Gartenbau',
      abstract: 'Wir haben gewogen und gerechnet, und zwar jede Nacht.',
      refs: [],
    },
  ]
}

/** Writes records as a JSONL library into a folder; gives its path. */
export async function writeLibrary(folder: string, records: readonly object[]): Promise<string> {
  const path = join(folder, 'library.jsonl')
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}
