import { readCsv } from '@winnow/bibliography/read/csv.ts'
import { writeCsv } from '@winnow/bibliography/write/csv.ts'
import { expect, test } from 'vitest'
import { csvTable } from './csv-rows.ts'
import { content, material } from './testing/example-run.ts'

const { header, rows } = csvTable(material)
const column = (name: string) => rows.map((row) => row[header.indexOf(name)] ?? null)

test('columns', () => {
  expect(header.join()).toBe(
    'key,title,authors,year,journal,volume,issue,pages,doi,pmid,url,abstract,label_included,decision,reason,status,read,editorial,sources,record_ids,score_RQ1,score_RQ2,score_RQ3',
  )
})

test('one row a document, with its record and its decision', () => {
  expect(rows[0]).toEqual([
    'D1',
    'Paging memory for agents',
    'Okafor, Ada; Lund, Per, Jr.',
    2024,
    'Journal of Tests',
    '7',
    '2',
    '11-19',
    '10.5555/paging',
    undefined,
    'https://doi.org/10.5555/paging',
    'Paging helps agents recall earlier sessions.\n\nIt costs more calls.',
    1,
    'included',
    null,
    'cited',
    'abstract',
    'ok',
    'library',
    'paging; paging-v1',
    0.9,
    0.6,
    null,
  ])
  expect(column('pmid')).toEqual([null, null, '77', null, null])
  expect(column('reason')).toEqual([null, null, 'retracted', 'excluded by the user: a cookbook', 'read, without evidence that counts'])
})

test('the label tells included, excluded and undecided apart', () => {
  expect(column('label_included')).toEqual([1, 1, 0, 0, 1])
  const unscreened = Object.fromEntries(
    Object.entries(material.state.documents).map(([id, entry]) => [
      id,
      { ...entry, override: null, scores: {}, readFor: {}, editorial: 'ok' as const },
    ]),
  )
  const open = csvTable({
    ...material,
    state: { ...material.state, documents: unscreened, evidence: {} },
    content: { ...content, summary: [], sections: [], contradictions: [] },
  })
  expect(open.rows.map((row) => row[header.indexOf('label_included')])).toEqual([null, null, null, null, null])
  const scored = Object.fromEntries(
    Object.entries(unscreened).map(([id, entry]) => [id, { ...entry, scores: { RQ1: { score: 0.5, by: {} } } }]),
  )
  const relevant = csvTable({ ...material, state: { ...material.state, documents: scored, evidence: {} }, content: null })
  expect(relevant.rows.map((row) => row[header.indexOf('label_included')])).toEqual([1, 1, 1, 1, 1])
})

test('it can be read back as CSV', () => {
  const { entries, problems } = readCsv(writeCsv(header, rows))
  expect(problems).toEqual([])
  expect(entries.map(({ title, doi }) => [title, doi])[0]).toEqual(['Paging memory for agents', '10.5555/paging'])
})
