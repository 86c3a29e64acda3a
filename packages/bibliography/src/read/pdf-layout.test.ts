import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rawPdf } from '../fixtures/hostile-pdf.ts'
import { layoutPdf, type PlacedText } from '../fixtures/layout-pdf.ts'
import { readPdf } from './pdf.ts'

const sentence = (name: string, index: number) => `${name}${index} words of a line that runs on`
/** Lines of 10 points, 12 apart, downwards from `y`. */
const column = (name: string, count: number, x: number, y: number): PlacedText[] =>
  Array.from({ length: count }, (_, index) => ({ text: sentence(name, index), x, y: y - 12 * index }))
const joined = (name: string, count: number) => Array.from({ length: count }, (_, index) => sentence(name, index)).join(' ')

const paper = (page: number): PlacedText[] => [
  { text: `${page}`, x: 300, y: 30, size: 8 },
  { text: 'J Tests 5 (2021)', x: 60, y: 770, size: 8 },
  ...column(`r${page}x`, 30, 320, 600),
  ...column(`l${page}x`, 30, 60, 600),
]
const first: PlacedText[] = [
  { text: 'On reading papers', x: 60, y: 720, size: 18, font: 'bold' },
  { text: 'in two columns', x: 60, y: 700, size: 18, font: 'bold' },
  { text: 'Ann Lee', x: 60, y: 680 },
  { text: 'Abstract', x: 60, y: 660, size: 9, font: 'bold' },
  { text: 'We read papers across the whole width of the page, and they were well read by all of us.', x: 60, y: 648, size: 9 },
  { text: '1', x: 60, y: 618, size: 12, font: 'bold' },
  { text: 'Introduction', x: 80, y: 618, size: 12, font: 'bold' },
]

test('a title across two columns, a file out of order, running heads and page numbers', async () => {
  const { fullText, problem } = await readPdf(
    layoutPdf([[...paper(1), ...first], paper(2), [...column('z', 3, 60, 600), ...column('y', 3, 320, 600)]]),
  )
  expect(problem).toBeUndefined()
  expect(fullText).toEqual({
    title: 'On reading papers in two columns',
    abstract: 'We read papers across the whole width of the page, and they were well read by all of us.',
    sections: [
      { heading: '', level: 1, page: 1, text: 'Ann Lee' },
      {
        heading: 'Introduction',
        level: 1,
        page: 1,
        text: ['l1x', 'r1x', 'l2x', 'r2x']
          .map((name) => joined(name, 30))
          .concat(joined('z', 3), joined('y', 3))
          .join(' '),
      },
    ],
    references: [],
  })
})

test.each([0, 90, 180, 270])('a page turned by %i degrees is read upright', async (rotate) => {
  const turn = rotate === 90 ? 90 : rotate === 270 ? 270 : 0
  const texts = [
    { text: 'first line of the page', x: 100, y: 600, turn },
    { text: 'second line of the page', x: turn === 0 ? 100 : turn === 90 ? 112 : 88, y: turn === 0 ? 588 : 600, turn },
  ] as const
  const { fullText } = await readPdf(layoutPdf([texts], { rotate }))
  expect(fullText?.sections[0]?.text).toBe('first line of the page second line of the page')
})

test('what runs up the margin is no text, but its arXiv number counts', async () => {
  const stamp = { text: 'arXiv:2301.00001v1 [cs.CL] 1 Jan 2023', x: 20, y: 300, turn: 90 } as const
  const { entry, fullText } = await readPdf(layoutPdf([[stamp, ...column('l', 5, 60, 600)]]))
  expect([entry?.arxiv, fullText?.sections[0]?.text]).toEqual(['2301.00001', joined('l', 5)])
})

test('bold and italic fonts make headings of body size', async () => {
  const rows: PlacedText[] = [...column('a', 3, 60, 600), { text: 'Study area', x: 60, y: 550, font: 'bold' }, ...column('b', 3, 60, 538)]
  rows.push(
    { text: 'On plants', x: 60, y: 490, font: 'italic' },
    ...column('c', 3, 60, 478),
    { text: 'On birds', x: 60, y: 430, font: 'italic' },
    ...column('d', 3, 60, 418),
  )
  const { fullText } = await readPdf(layoutPdf([rows]))
  expect(fullText?.sections.map(({ heading }) => heading)).toEqual(['', 'Study area', 'On plants', 'On birds'])
})

test('a file that no password guards from reading opens', async () => {
  const { fullText, problem } = await readPdf(layoutPdf([column('l', 5, 60, 600)], { locked: true }))
  expect([fullText?.sections[0]?.text, problem]).toEqual([joined('l', 5), 'no title found in this PDF'])
})

const titled = layoutPdf([[{ text: 'A title of words', x: 60, y: 700, size: 18 }, ...column('l', 5, 60, 600)]])
test('a file whose end is missing says so', async () => {
  expect((await readPdf(titled)).problem).toBeUndefined()
  const cut = titled.subarray(0, Buffer.from(titled).indexOf('%%EOF'))
  expect(await readPdf(cut)).toEqual({ ...(await readPdf(titled)), problem: 'the end of this PDF is missing: its text may be incomplete' })
  const padded = (bytes: number) => Buffer.concat([titled, Buffer.alloc(bytes, ' ')])
  expect((await readPdf(padded(1018))).problem).toBeUndefined()
  expect((await readPdf(padded(1019))).problem).toMatch(/^the end of this PDF is missing/)
})

test('pages that cannot be read leave the others', async () => {
  const drawing = Buffer.from(
    'BT /F 18 Tf 60 700 Td (A title of words) Tj 0 -100 Td /F 10 Tf (many letters of the body of this page) Tj ET',
  )
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>'
  const file = (kids: string, count: number) =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      page,
      { entries: '', bytes: drawing },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ])
  const { entry, problem } = await readPdf(file('3 0 R 9 0 R', 2))
  expect([entry?.title, problem]).toEqual(['A title of words', '1 of 2 pages of this PDF cannot be read'])
  expect((await readPdf(file('9 0 R', 1))).problem).toMatch(/^a broken PDF: /)
})

const DATA = fileURLToPath(new URL('../../../../../shared/data/fulltext/', import.meta.url))
const wanted = (): { file: string; title: string; n_references?: number }[] => JSON.parse(readFileSync(`${DATA}ground_truth.json`, 'utf8'))
test.skipIf(!existsSync(DATA)).each(existsSync(DATA) ? wanted() : [])(
  '$file of the shared data: title and number of references',
  async ({ file, title, n_references }) => {
    const { fullText } = await readPdf(readFileSync(`${DATA}${file}`))
    expect(fullText?.title?.toLowerCase()).toBe(title.toLowerCase())
    if (n_references !== undefined) expect(fullText?.references).toHaveLength(n_references)
  },
  60_000,
)
