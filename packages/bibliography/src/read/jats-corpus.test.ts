import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { scanJatsSections, sectionLine, titledSections } from '../fixtures/scan-jats-sections.ts'
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

describe.skipIf(!existsSync(articles))('the 85 JATS files', () => {
  test('have their section trees, in order, and as many references as they list', () => {
    let sections = 0
    for (const [name, source] of files()) {
      const content = readJats(Buffer.from(source))
      if ('failure' in content) throw new Error(`${name}: ${content.problem}`)
      const { fullText, entry } = content
      const scanned = scanJatsSections(source)
      sections += scanned.length
      const own = fullText.sections.map(sectionLine)
      expect([name, ...titledSections(own)]).toEqual([name, ...titledSections(scanned)])
      expect([name, fullText.references.length]).toEqual([name, source.match(/<ref[\s>]/g)?.length])
      expect([name, entry.title, entry.year, fullText.abstract]).not.toContain(undefined)
    }
    expect(sections).toBe(1533)
  }, 60_000)
})
