import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readJats } from './jats.ts'

const data = new URL('../../../../../shared/data/', import.meta.url)
const articles = new URL('evidence-inference/articles.jsonl.gz', data)
const scielo = new URL('fulltext/jats/', data)

/** Name and source of each of the files. */
function files(): [name: string, source: string][] {
  const lines = gunzipSync(readFileSync(articles)).toString().trim().split('\n')
  return [
    ...lines.map((line): [string, string] => {
      const { pmcid, jats } = JSON.parse(line)
      return [pmcid, jats]
    }),
    ...readdirSync(scielo).map((name): [string, string] => [name, readFileSync(new URL(name, scielo), 'utf8')]),
  ]
}

type Open = { readonly name: string; readonly section?: { heading: string; readonly level: number } }

/** The sections by another way than the reader's: a scan of the tags of body and back matter, without a tree. */
function scannedSections(source: string): string[] {
  const found: { heading: string; readonly level: number }[] = []
  const open: Open[] = []
  let titled: { heading: string } | undefined
  let at = 0
  for (const tag of source.matchAll(/<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w:-]+)([^>]*)>/g)) {
    if (titled !== undefined) titled.heading += source.slice(at, tag.index)
    at = tag.index + tag[0].length
    const [, closing, name, rest] = tag
    if (name === undefined || rest?.endsWith('/')) continue
    if (closing === '/') {
      open.pop()
      if (name === 'title' || name === 'label') titled = undefined
      continue
    }
    const holder = open.at(-1)
    if (name === 'title' || (name === 'label' && holder?.name === 'app')) titled = holder?.section
    const isSection = (name === 'sec' || name === 'app') && open.some((outer) => outer.name === 'body' || outer.name === 'back')
    const section = { heading: '', level: open.filter((outer) => outer.section !== undefined).length + 1 }
    if (isSection) found.push(section)
    open.push({ name, ...(isSection ? { section } : {}) })
  }
  return found.map(({ heading, level }) => `${level} ${letters(heading)}`)
}

function letters(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&\w+;|[^\p{L}\p{N}]/gu, '')
}

/** Text of the body outside of sections stands under no heading, as sections without a title do; the scan has but these. */
const isTitled = (line: string) => line !== '1 '

describe.skipIf(!existsSync(articles))('the 85 JATS files', () => {
  test('have their section trees, in order, and as many references as they list', () => {
    let sections = 0
    for (const [name, source] of files()) {
      const content = readJats(Buffer.from(source))
      if ('failure' in content) throw new Error(`${name}: ${content.problem}`)
      const { fullText, entry } = content
      const scanned = scannedSections(source)
      sections += scanned.length
      const own = fullText.sections.map(({ heading, level }) => `${level} ${letters(heading)}`)
      expect([name, ...own.filter(isTitled)]).toEqual([name, ...scanned.filter(isTitled)])
      expect([name, fullText.references.length]).toEqual([name, source.match(/<ref[\s>]/g)?.length])
      expect([name, entry.title, entry.year, fullText.abstract]).not.toContain(undefined)
    }
    expect(sections).toBe(1533)
  }, 60_000)
})
