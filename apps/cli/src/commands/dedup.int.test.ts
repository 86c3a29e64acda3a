import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLibrary } from '@winnow/bibliography/read-library.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'

const EXPORTS = fileURLToPath(new URL('../fixtures/dedup/', import.meta.url))
const FILES = ['scopus.csv', 'pubmed.nbib', 'own.bib'] as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-dedup-'))
  for (const file of FILES) await copyFile(join(EXPORTS, file), join(folder, file))
})
afterEach(() => rm(folder, { recursive: true }))

/** No database is there: the command needs none. */
const dedup = (...argv: string[]) => winnow(testConfig('postgres://127.0.0.1:1/none', folder), ['dedup', ...argv])
const put = (file: string, content: string | Uint8Array) => writeFile(join(folder, file), content)
const jsonOf = async (...argv: string[]) => JSON.parse((await dedup(...argv, '--json')).printed)
const idSets = (reply: { clusters: { ids: string[] }[] }) => reply.clusters.map(({ ids }) => ids.join('+')).sort()

describe('what it finds', () => {
  test('a mix of formats as clusters; an id that comes twice is told', async () => {
    const { code, printed, said } = await dedup(...FILES, '--format', 'json')
    const reply = JSON.parse(printed)
    expect(code).toBe(0)
    expect(said).toBe('1 entry has the id of an earlier one and is kept under another: s-1#2')
    expect(reply).toMatchObject({ records: 7, documents: 4, renamed: [{ id: 's-1', recordId: 's-1#2' }] })
    expect(idSets(reply)).toEqual(['90000001+pre+s-1', '90000002', 's-1#2+s-2', 's-3'])
    expect(reply.linked).toEqual([{ text: '90000002', work: expect.any(String), kind: 'erratum' }])
  })

  test('the order of files and a folder in their place change nothing', async () => {
    const reply = await jsonOf('scopus.csv', 'own.bib', 'pubmed.nbib')
    expect(idSets(await jsonOf('pubmed.nbib', 'scopus.csv', 'own.bib'))).toEqual(idSets(reply))
    expect((await jsonOf('.')).documents).toBe(4)
  })

  test('an entry with nothing but an id is a document, also read back', async () => {
    await put('bare.jsonl', '{"id":"a","title":"Reef growth under strong lamps"}\n{"id":"b b","year":2001}\n{"id":"c"}\n{}')
    expect(await jsonOf('bare.jsonl')).toMatchObject({ records: 4, documents: 4 })
    for (const out of ['out.csv', 'out.ris', 'out.bib']) {
      await dedup('bare.jsonl', '--out', out)
      expect(await jsonOf(out)).toMatchObject({ records: 4, documents: 4 })
    }
  })

  test('a file of such entries alone is bad input', async () => {
    await put('bare.jsonl', '{"id":"b"}\n{"id":"c"}')
    await expect(dedup('bare.jsonl')).rejects.toThrow(UsageError)
  })

  test('a summary without a format; --quiet says nothing besides', async () => {
    const { printed, said } = await dedup(...FILES, '--quiet')
    expect(printed.split('\n')[0]).toBe('7 records of 3 files: 4 documents, 3 duplicates')
    expect(printed).toContain('Linked, not merged: 1 erratum')
    expect(said).toBe('')
  })
})

describe('what it writes', () => {
  test.each(['csv', 'ris', 'bibtex'])('%s, read back: every document with its best fields and identifiers', async (format) => {
    const { printed } = await dedup(...FILES, '--format', format)
    await put(`back.${format}`, printed)
    const { records, problems } = await readLibrary([join(folder, `back.${format}`)])
    expect([records.length, problems]).toEqual([4, []])
    const article = records.find(({ ids }) => ids.doi === '10.5555/sleep.4.2')
    expect(article).toMatchObject({ year: 2020, volume: '4', pages: '1-9', ids: { pmid: '90000001', arxiv: '1901.00001' } })
    expect(article?.abstract).toBe('Crews slept badly: we asked all of them, twice a year, and wrote down what they said.')
  })

  test('what Winnow has no use for stays: notes, editors, labels', async () => {
    await put(
      'labels.csv',
      'id,title,year,label_included\na,Night shift and mood in ferry crews,2020,1\nb,Reef growth under strong lamps,2018,0\n',
    )
    await put('notes.bib', '@book{c, title={Growing reefs at home}, editor={Roe, B. and Poe, C.}, note={Shelf 7}}')
    for (const format of ['csv', 'ris', 'bibtex']) {
      const { printed } = await dedup('labels.csv', 'notes.bib', '--format', format)
      await put('back', printed)
      const library = await readLibrary([join(folder, 'back')], { columns: ['label_included'] })
      expect(library.columns.map(({ label_included }) => label_included)).toEqual(['1', '0', undefined])
      expect(printed).toContain('Shelf 7')
      expect(printed).toContain('Poe, C.')
    }
  })

  test('into a file, whose name tells the format; the summary is printed', async () => {
    const { code, printed, said } = await dedup(...FILES, '--out', 'unique.ris')
    expect(code).toBe(0)
    expect((await readFile(join(folder, 'unique.ris'), 'utf8')).match(/^TY {2}- /gm)).toHaveLength(4)
    expect(printed).toMatch(/^7 records/)
    expect(said).toContain(`Written: ${join(folder, 'unique.ris')}`)
    expect((await readdir(folder)).sort()).toEqual([...FILES, 'unique.ris'].sort())
  })

  test('standard output is the file and nothing else', async () => {
    const { printed } = await dedup(...FILES, '--format', 'csv', '--explain')
    expect(printed.split('\r\n')).toHaveLength(5)
    expect(printed.startsWith('id,type,title,')).toBe(true)
  })

  test.each([
    ['a file that is read', 'own.bib', ['own.bib']],
    ['a file inside a folder that is read', 'own.bib', ['.']],
    ['another name of a file that is read', 'link.bib', ['own.bib']],
  ])('never over %s', async (_name, out, files) => {
    await symlink(join(folder, 'own.bib'), join(folder, 'link.bib'))
    const before = await readFile(join(folder, 'own.bib'), 'utf8')
    await expect(dedup(...files, '--out', out)).rejects.toThrow(UsageError)
    await expect(dedup(...files, '--out', out)).rejects.toThrow(/is a file that is read/)
    expect(await readFile(join(folder, 'own.bib'), 'utf8')).toBe(before)
  })

  test('over a file that is not read, and into a folder that is', async () => {
    await put('old.csv', 'old')
    await dedup('own.bib', '--out', 'old.csv')
    expect(await readFile(join(folder, 'old.csv'), 'utf8')).toMatch(/^id,/)
    await mkdir(join(folder, 'sub'))
    await copyFile(join(EXPORTS, 'own.bib'), join(folder, 'sub', 'own.bib'))
    expect((await dedup('sub', '--out', 'sub/new.csv')).code).toBe(0)
    await expect(dedup('own.bib', '--out', 'sub', '--format', 'csv')).rejects.toThrow(/is a folder/)
  })
})

describe('--explain', () => {
  test('every document in words', async () => {
    const { printed } = await dedup(...FILES, '--explain')
    expect(printed).toContain('3 records, 90000001 kept')
    expect(printed).toMatch(/90000001 \+ s-1: same DOI \(doi\)/)
    expect(printed).toContain('90000002 is an erratum of 90000001: linked, never merged')
  })

  test('two records, as words and as JSON', async () => {
    const { printed } = await dedup(...FILES, '--explain', 's-2', 's-3')
    expect(printed).toMatch(/^s-2 {2}Reef growth under strong lamps\. Part I · .*\ns-3 {2}.*\n\nTwo documents\.\n\nBy themselves:\n/)
    const reply = JSON.parse((await dedup(...FILES, '--json', '--explain', 'pre', 's-1')).printed)
    expect(reply).toMatchObject({ a: 'pre', b: 's-1', document: '90000001', pair: { merges: true }, contradictions: [], linked: null })
    expect(reply.chain.length).toBeGreaterThan(0)
  })

  test('an id that is not there, with those that are like it', async () => {
    await expect(dedup(...FILES, '--explain', 's-1', 's-9')).rejects.toThrow(UsageError)
    await expect(dedup(...FILES, '--explain', 's-1', 's-9')).rejects.toThrow(/^there is no record s-9; did you mean s-1, s-2, s-3/)
  })
})

describe('bad input', () => {
  test.each([
    ['a missing file', ['none.ris'], /none\.ris: no such file/],
    ['an empty file alone', ['empty.ris'], /empty\.ris: the file is empty/],
    ['a file of no known format', ['own.bib', 'odd.xyz'], /odd\.xyz: not recognised/],
    ['no files', [], /name the files/],
    ['an unknown format', ['own.bib', '--out', 'x.doc'], /does not tell the format/],
  ])('%s is bad usage, and named', async (_name, argv, message) => {
    await put('empty.ris', '')
    await put('odd.xyz', 'nothing that is known')
    await expect(dedup(...argv)).rejects.toThrow(UsageError)
    await expect(dedup(...argv)).rejects.toThrow(message)
  })

  test('two files of one name, of which one is of no known format', async () => {
    await mkdir(join(folder, 'sub'))
    await put('odd.xyz', await readFile(join(folder, 'own.bib')))
    await put('sub/odd.xyz', 'nothing that is known')
    await expect(dedup('odd.xyz', 'sub/odd.xyz')).rejects.toThrow(`${join(folder, 'sub', 'odd.xyz')}: not recognised`)
    expect((await dedup('odd.xyz')).code).toBe(0)
  })

  test('an empty export among others, and an odd file in a folder, are problems only', async () => {
    await put('empty.ris', '')
    expect(await dedup('own.bib', 'empty.ris')).toMatchObject({ code: 0, said: expect.stringContaining('empty.ris: the file is empty') })
    await put('odd.xyz', 'nothing that is known')
    expect(await dedup('.')).toMatchObject({ code: 0, said: expect.stringContaining('odd.xyz: not recognised') })
  })

  test('encodings, byte order marks and line ends', async () => {
    const ris = 'TY  - JOUR\nID  - ID\nAU  - Öse, K\nTI  - Schlafstörungen auf Fähren im Norden\nPY  - 2020\nER  - \n'
    const as = (id: string) => ris.replace('ID  - ID', `ID  - ${id}`)
    await put('latin1.ris', Buffer.from(as('l'), 'latin1'))
    await put('utf16le.ris', Buffer.from(`\ufeff${as('u')}`, 'utf16le'))
    await put('utf16be.ris', Buffer.from(`\ufeff${as('v')}`, 'utf16le').swap16())
    await put('bom.ris', `\ufeff${as('b').replaceAll('\n', '\r\n')}`)
    await put('cr.ris', as('c').replaceAll('\n', '\r'))
    expect(idSets(await jsonOf('latin1.ris', 'utf16le.ris', 'utf16be.ris', 'bom.ris', 'cr.ris'))).toEqual(['b+c+l+u+v'])
  })

  test('lines that cannot be read are counted and named, the rest is kept; missing and repeated ids are made up', async () => {
    const title = 'A long title about the growth of reefs'
    await put(
      'a.jsonl',
      `{"id":0,"title":"${title}","author":"Dahl, B","year":2018}\nbroken\n{"title":"${title}","author":"Dahl, B","year":2018}\n[1]\n{"id":0,"title":"Other work of quite another kind"}\n`,
    )
    const { printed, said } = await dedup('a.jsonl', '--json')
    const reply = JSON.parse(printed)
    expect(idSets(reply)).toEqual(['0#2', '0+a.jsonl:2'])
    expect(reply.problems).toHaveLength(3)
    expect(said.split('\n')).toEqual([
      '1 entry has the id of an earlier one and is kept under another: 0#2',
      '2 problems in the files; the rest was read:',
      expect.stringMatching(/^ {2}a\.jsonl, line 2: broken JSON/),
      expect.stringMatching(/^ {2}a\.jsonl, line 4: a JSON value that is no object/),
    ])
  })

  test('titles of 40,000 characters, and thousands of records of one title', async () => {
    const long = 'Reef growth under strong lamps '.repeat(1_300)
    const lines = Array.from({ length: 40 }, (_, index) =>
      JSON.stringify({ id: `l${index}`, title: `${long}${index % 2 === 0 ? '' : ' part 2'}`, author: 'Dahl, B', year: 2018 }),
    )
    await put('long.jsonl', lines.join('\n'))
    expect((await jsonOf('long.jsonl')).documents).toBe(2)
    const same = '{"title":"Night shift and mood in ferry crews","author":"Osei, K","year":2020}\n'
    await put('same.jsonl', same.repeat(5_000))
    expect(await jsonOf('same.jsonl')).toMatchObject({ records: 5_000, documents: 1 })
  })
})

test('help has examples', async () => {
  const { printed } = await dedup('--help')
  expect(printed).toContain('winnow dedup exports/ --format ris --out unique.ris')
})
