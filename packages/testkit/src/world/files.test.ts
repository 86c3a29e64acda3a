import { describe, expect, test } from 'vitest'
import { buildCorpus } from './corpus.ts'
import { files, openCopyUrls } from './files.ts'
import { citationOf, paperOf } from './paper.ts'
import { ask, soilCorpus, someWork, testRecord } from './testing-corpus.ts'

const corpus = soilCorpus()
const work = someWork(corpus, ({ references, openCopy }) => references.length === 3 && openCopy === 'pdf')

describe('a paper', () => {
  const paper = paperOf(corpus, work)
  test('has sections, every sentence of the abstract, and its references', () => {
    expect(paper.sections.map(({ heading }) => heading)).toEqual(['Introduction', 'Related Work', 'Methods', 'Results', 'Discussion'])
    const text = paper.sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
    for (const sentence of (work.record.abstract ?? '').split(/(?<=\.) /)) expect(text).toContain(sentence)
    expect(paper.references.length).toBe(3)
    expect(text).toContain(
      `${corpus.byKey.get('key' in (work.references[0] ?? {}) ? (work.references[0] as { key: string }).key : '')?.record.title} [1].`,
    )
  })
  test('without references has no related work; without an abstract no text of its own', () => {
    const bare = buildCorpus([testRecord('bare')])
    const [only] = bare.works
    expect(only === undefined ? [] : paperOf(bare, only).sections.map(({ heading }) => heading)).toEqual([
      'Introduction',
      'Methods',
      'Results',
      'Discussion',
    ])
  })
  test('a citation names at most three authors', () => {
    const names = (count: number) => {
      const cited = buildCorpus([
        testRecord('c', { authors: Array.from({ length: count }, (_, n) => ({ family: `F${n}` })), year: 2001, venue: 'Soil' }),
      ])
      return citationOf(cited, { key: 'c' })
    }
    expect(names(3)).toBe('F0, F1, F2. Title of c. Soil. 2001.')
    expect(names(4)).toBe('F0, F1, et al. Title of c. Soil. 2001.')
  })
})

describe('files', () => {
  const get = (name: string) => ask(files, corpus, `/${name}`)
  test('a PDF with a right table of its objects, the same each time', () => {
    const { headers, body } = get(`${work.file}.pdf`)
    expect(headers).toEqual({ 'content-type': 'application/pdf' })
    const pdf = Buffer.from(body).toString('latin1')
    const table = /xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(pdf)
    const offsets = [...(table?.[2] ?? '').matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    expect(offsets.length).toBe(Number(table?.[1]) - 1)
    for (const [index, offset] of offsets.entries()) expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
    for (const [, length, content] of pdf.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
      expect(content?.length).toBe(Number(length))
    expect(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).toBe(pdf.indexOf('xref\n0 '))
    expect(get(`${work.file}.pdf`).body).toEqual(body)
  })
  test('letters beyond Latin-1 lose their accents, and no bracket breaks a line', () => {
    const odd = buildCorpus([testRecord('odd', { title: 'Łódź (soil) “water” — Ωmega \\ ő', abstract: 'Short.' })])
    const pdf = Buffer.from(ask(files, odd, `/${odd.works[0]?.file}.pdf`).body).toString('latin1')
    expect(pdf).toContain('(?\u00f3dz \\(soil\\) "water" - ?mega \\\\ o)')
  })
  test('a long paper goes over pages that are numbered', () => {
    const long = buildCorpus([
      testRecord('long', { abstract: Array.from({ length: 60 }, (_, n) => `Finding number ${n} is about water.`).join(' ') }),
    ])
    const pdf = Buffer.from(ask(files, long, `/${long.works[0]?.file}.pdf`).body).toString('latin1')
    const pages = Number(/\/Count (\d+)/.exec(pdf)?.[1])
    expect(pages).toBeGreaterThan(2)
    for (let page = 1; page <= pages; page++) expect(pdf).toContain(`306 36.0 Td (${page}) Tj`)
    expect([...pdf.matchAll(/ 72 (\d+\.\d) Td/g)].every(([, y]) => Number(y) >= 72)).toBe(true)
  })
  test('JATS, and a landing page that links to the PDF', () => {
    expect(String(get(`${work.file}.xml`).body)).toMatch(/^<\?xml .*\n<article .*<\/article>$/)
    expect(String(get(`${work.file}.html`).body)).toContain(`content="http://world/files/${work.file}.pdf"`)
  })
  test('what is not there is 404', () => {
    for (const name of ['none.pdf', work.file, `${work.file}.doc`]) expect(get(name).status).toBe(404)
    const bare = buildCorpus([testRecord('bare')])
    expect(ask(files, bare, `/${bare.works[0]?.file}.pdf`).status).toBe(404)
  })
  test('open copies: a PDF and its page, a page alone, none', () => {
    const address = `http://world/files/${work.file}`
    expect(openCopyUrls(work, 'http://world')).toEqual({ pdf: `${address}.pdf`, landing: `${address}.html` })
    expect(openCopyUrls({ ...work, openCopy: 'landing' }, 'http://world')).toEqual({ pdf: null, landing: `${address}.html` })
    expect(openCopyUrls({ ...work, openCopy: 'closed' }, 'http://world')).toEqual({ pdf: null, landing: null })
  })
})
