import { expect, test } from 'vitest'
import { tinyPdf } from '../fixtures/tiny-pdf.ts'
import { readPdf } from './pdf.ts'

const BODY = Array.from({ length: 10 }, (_, index) => ({
  text: `Running text of the body in line ${index} of the page.`,
  size: 10,
  y: 600 - index * 15,
}))
const HEAD = [
  { text: 'Memory of agents', size: 18, y: 750 },
  { text: 'https://doi.org/10.5555/ABC.1. arXiv:2301.00001v1', size: 8, y: 780 },
  { text: 'Abstract', size: 12, y: 700 },
  { text: 'We tested memory.', size: 10, y: 680 },
  { text: 'Introduction', size: 12, y: 640 },
]

test('title, identifiers, abstract and sections of a page of text', async () => {
  const { entry, fullText, problem } = await readPdf(tinyPdf([[...HEAD, ...BODY]]))
  expect(problem).toBeUndefined()
  expect(entry).toEqual({
    title: 'Memory of agents',
    abstract: 'We tested memory.',
    doi: '10.5555/abc.1',
    arxiv: '2301.00001',
    authors: undefined,
    year: undefined,
  })
  expect(fullText?.title).toBe('Memory of agents')
  expect(fullText?.abstract).toBe('We tested memory.')
  expect(fullText?.sections.map(({ heading, page }) => [heading, page])).toEqual([
    ['', 1],
    ['Introduction', 1],
  ])
})

test.each<[title: string, used: boolean]>([
  ['MEMORY OF AGENTS', true],
  ['A study of things', false],
  ['Untitled document', false],
  ['Microsoft Word - x y', false],
  ['final draft.docx', false],
  ['Single', false],
])('the title %j of the metadata is used: %s', async (title, used) => {
  const { entry } = await readPdf(tinyPdf([[...HEAD, ...BODY]], { info: `<< /Title (${title}) /Author (Ann Lee, Bo Roe) >>` }))
  expect(entry?.title).toBe(used ? title : 'Memory of agents')
  expect(entry?.authors).toEqual({
    authors: [
      { family: 'Lee', given: 'Ann' },
      { family: 'Roe', given: 'Bo' },
    ],
    truncated: false,
  })
})

test('a login name is no author', async () => {
  expect((await readPdf(tinyPdf([BODY], { info: '<< /Author (admin) >>' }))).entry?.authors).toBeUndefined()
})

test('two DOIs on the first page: none is the paper’s for sure', async () => {
  const { entry } = await readPdf(tinyPdf([[...HEAD, { text: '10.5555/other', size: 8, y: 20 }, ...BODY]]))
  expect(entry?.doi).toBeUndefined()
})

test('without a title it is a record with a problem', async () => {
  const { entry, problem } = await readPdf(tinyPdf([BODY]))
  expect([entry?.title, problem]).toEqual([undefined, 'no title found in this PDF'])
})

test('pages without text are a scan', async () => {
  expect(await readPdf(tinyPdf([[], []]))).toEqual({ problem: 'no text layer: a scan, or pictures only; run OCR on it first' })
})

test('twenty letters a page are a text layer, nineteen are none', async () => {
  const letters = (count: number) => tinyPdf([[{ text: 'a'.repeat(count), size: 10, y: 700 }]])
  expect((await readPdf(letters(20))).entry).toBeDefined()
  expect((await readPdf(letters(19))).entry).toBeUndefined()
})

test('an encrypted PDF says so', async () => {
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >>`
  expect(await readPdf(tinyPdf([BODY], { encrypt }))).toEqual({ problem: 'an encrypted PDF: remove its password to have it read' })
})

test('a broken PDF says so', async () => {
  expect((await readPdf(Buffer.from('%PDF-1.4\nnothing'))).problem).toMatch(/^a broken PDF: \S/)
})

test('a PDF of 1,001 pages is not read, one of 1,000 is', async () => {
  const page = [{ text: 'Enough letters for a page.', size: 10, y: 700 }]
  expect((await readPdf(tinyPdf(Array.from({ length: 1001 }, () => page)))).problem).toBe(
    'a PDF of 1001 pages: more than 1000 are not read',
  )
  expect((await readPdf(tinyPdf(Array.from({ length: 1000 }, () => page)))).entry).toBeDefined()
}, 60_000)

const under = (heading: string, text: string) => [
  { text: heading, size: 12, y: 700 },
  { text, size: 10, y: 680 },
]
test.each<[name: string, pages: Parameters<typeof tinyPdf>[0], abstract: string | undefined]>([
  ['another language', [[...under('Resumo', 'Em casa.'), { text: 'Introduction', size: 12, y: 640 }, ...BODY]], 'Em casa.'],
  ['Spanish', [[...under('RESUMEN', 'En casa.'), { text: 'Introduction', size: 12, y: 640 }, ...BODY]], 'En casa.'],
  ['a summary', [[...under('Summary', 'At home.'), { text: 'Introduction', size: 12, y: 640 }, ...BODY]], 'At home.'],
  ['a summary at the end', [BODY, under('Summary', 'At home.')], undefined],
  [
    'English before others',
    [under('Resumo', 'Em casa.'), [...under('Abstract', 'At home.'), ...BODY.slice(9)]],
    'At home. Running text of the body in line 9 of the page.',
  ],
  ['keywords cut off', [[...under('Abstract', 'At home. Key words: a; b'), { text: 'more', size: 10, y: 670 }], BODY], 'At home.'],
  ['keywords in one word', [under('Abstract', 'At home. KEYWORDS: a; b'), BODY], 'At home.'],
  ['keywords in Portuguese', [under('Abstract', 'At home. Palavras-chave: a'), BODY], 'At home.'],
  ['keywords in Spanish', [under('Abstract', 'At home. Palabras clave: a'), BODY], 'At home.'],
  [
    'keywords without a list',
    [under('Abstract', 'We studied keywords here'), [{ text: 'Introduction', size: 12, y: 700 }, ...BODY]],
    'We studied keywords here',
  ],
])('the abstract: %s', async (_, [first = [], ...more], abstract) => {
  const title = { text: 'Memory of agents', size: 18, y: 750 }
  expect((await readPdf(tinyPdf([[title, ...first], ...more]))).entry?.abstract).toBe(abstract)
})

test('the year of the first page, and of the file where the page prints it too', async () => {
  const page = (text: string) => [...BODY, { text, size: 8, y: 20 }]
  const year = async (text: string, info?: string) => (await readPdf(tinyPdf([page(text)], info === undefined ? {} : { info }))).entry?.year
  expect(await year('J Res 2021;34(2)')).toBe('2021')
  expect(await year('since 2019', '<< /CreationDate (D:20190318) >>')).toBe('2019')
  expect(await year('since 2018', '<< /CreationDate (D:20190318) >>')).toBeUndefined()
  expect((await readPdf(tinyPdf([BODY, page('J Res 2021;34(2)')]))).entry?.year).toBeUndefined()
})
