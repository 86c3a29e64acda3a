import { expect, test } from 'vitest'
import { onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { endnoteRecords } from './endnote-records.ts'
import { readEndnoteXml } from './endnote-xml.ts'

const read = (text: string) => readEndnoteXml(endnoteRecords(text))

const style = (text: string) => `<style face="normal" font="default" size="100%">${text}</style>`
const RECORD = `<record><database name="x.enl">x.enl</database><rec-number>12</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author>${style('Lee, Ann')}</author><author>Roe, Bo</author></authors></contributors>
<titles><title>${style('H')}<style face="subscript">2</style>${style('O &amp; R&amp;D')}</title><secondary-title>J</secondary-title></titles><periodical><full-title>Other</full-title></periodical>
<pages>3-4</pages><volume>1</volume><number>2</number><keywords><keyword>k; l</keyword><keyword>m</keyword></keywords><dates><year>2020</year></dates><publisher>P</publisher><isbn>0378-1097 9780306406157</isbn>
<accession-num>29029084</accession-num><electronic-resource-num>10.5555/X</electronic-resource-num><abstract>A.</abstract><custom2>PMC12345</custom2><urls><related-urls><url>https://x.org</url></related-urls></urls>
<remote-database-provider>NLM</remote-database-provider><language>eng</language></record>`

test('every field', () => {
  expect(onlyRecord(read(`<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>${RECORD}</records></xml>`))).toEqual({
    recordId: '12',
    source: 'library',
    ids: { doi: '10.5555/x', pmid: '29029084', pmcid: 'PMC12345', isbn: '9780306406157' },
    title: 'H2O & R&D',
    authors: [
      { family: 'Lee', given: 'Ann' },
      { family: 'Roe', given: 'Bo' },
    ],
    year: 2020,
    venue: 'J',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'P',
    type: 'article',
    rawType: 'Journal Article',
    language: 'eng',
    abstract: 'A.',
    keywords: ['k', 'l', 'm'],
    url: 'https://x.org',
    origin: { file: 'f', line: 2 },
  })
})

const entry = (inner: string) => onlyRecord(read(`<records><record><titles><title>T</title></titles>${inner}</record></records>`))

test.each<[name: string, inner: string, expected: object]>([
  ['periodical', '<periodical><full-title>F</full-title></periodical>', { venue: 'F' }],
  ['abbreviation', '<periodical><abbr-1>F</abbr-1></periodical>', { venue: 'F' }],
  ['label as id', '<label>k</label>', { recordId: 'k' }],
  ['accession number as id, of no PubMed', '<accession-num>77</accession-num>', { recordId: '77', ids: {} }],
  ['PubMed by its name', '<accession-num>77</accession-num><remote-database-name>PubMed</remote-database-name>', { ids: { pmid: '77' } }],
  ['date', '<dates><pub-dates><date>Mar 2019</date></pub-dates></dates>', { year: 2019 }],
  [
    'a DOI among the addresses',
    '<urls><related-urls><url>https://x.org</url><url>https://doi.org/10.5555/X</url></related-urls></urls>',
    { ids: { doi: '10.5555/x' }, url: 'https://x.org' },
  ],
  ['work type', '<ref-type name="Generic">13</ref-type><work-type>Review</work-type>', { type: 'review' }],
  ['an address of the web', '<urls><web-urls><url>https://x.org</url></web-urls></urls>', { url: 'https://x.org' }],
  ['issue', '<issue>4</issue>', { issue: '4' }],
  ['electronic pages', '<electronic-pages>e4</electronic-pages>', { pages: 'e4' }],
  ['named characters of HTML', '<publisher>A&nbsp;&eacute;&ndash;B</publisher>', { publisher: 'A é–B' }],
  [
    'control characters',
    '<publisher>A\u0001B\u0000C&#x0;D&#11;E&#31;F&#x1f;G&#x20;H&#32;I</publisher>',
    { publisher: 'A\uFFFDB\uFFFDC\uFFFDD\uFFFDE\uFFFDF\uFFFDG H I' },
  ],
  ['a lone surrogate', '<publisher>A\ud83dB</publisher>', { publisher: 'A\uFFFDB' }],
])('%s', (_, inner, expected) => {
  const record = entry(inner)
  expect(record).toMatchObject(expected)
  if ('ids' in expected) expect(record.ids).toEqual(expected.ids)
})

test('a broken record costs only itself', () => {
  const good = (title: string) => `<record><titles><title>${title}</title></titles></record>`
  const result = read(
    `<records>\n${good('A')}\n<record><titles><title>broken</titles></record>\n${good('B')}\n<record><titles><title>never closed\n${good('C')}\n</records>`,
  )
  expect(recordsOf(result).map((record) => [record.title, record.origin?.line])).toEqual([
    ['A', 2],
    ['B', 4],
    ['C', 6],
  ])
  expect(result.problems.map((problem) => problem.line)).toEqual([3, 5])
  for (const problem of result.problems) expect(problem.problem).toMatch(/^broken XML: \S/)
  expect(result.problems[0]?.excerpt).toBe('<record><titles><title>broken</titles></record>')
})

test('billion laughs: no entity is expanded', () => {
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`).join('')
  const result = read(
    `<!DOCTYPE x [<!ENTITY lol0 "lol">${entities}]><xml><records><record><titles><title>&lol9;</title></titles></record></records></xml>`,
  )
  expect(result.entries).toEqual([])
  expect(result.problems).toEqual([expect.objectContaining({ line: 1, problem: expect.stringContaining('lol9') })])
})
