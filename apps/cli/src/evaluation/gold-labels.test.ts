import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCorpus } from '@winnow/domain/corpus.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGold, relevanceOf, worksOf } from './gold-labels.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-gold-'))
})
afterAll(() => rm(folder, { recursive: true }))

const corpus = newCorpus()
for (const [key, fields] of Object.entries({
  'library:smith': { title: 'Paging: memory!', ids: { doi: '10.5555/abc' } },
  'library:jones': { title: 'Recall', ids: {} },
  'arxiv:smith': { title: 'Another Smith', ids: {} },
})) {
  const [source = '', recordId = ''] = key.split(':')
  corpus.records.set(key, { source, recordId, authors: [], type: 'article', ...fields })
}
const documents = [
  document('D1', { records: ['library:smith'] }),
  document('D2', { records: ['library:jones'] }),
  document('D3', { records: ['arxiv:smith'] }),
]
const run: LoadedRun = {
  runId: 'r-one',
  workspaceId: 'local',
  traceId: '',
  state: buildState({ documents, aliases: { D9: 'D2' } }),
  corpus,
  events: [],
}
const read = async (text: string) => {
  await writeFile(join(folder, 'gold.csv'), text)
  return readGold(join(folder, 'gold.csv'), run)
}
const found = async (text: string) => (await read(text)).labels.map(({ line, records, label }) => [line, records.join(), label])

describe('lines', () => {
  test.each<[string, string, readonly (readonly [number, string, string])[]]>([
    ['an entry’s own id, at every source that has it', 'id,label\nsmith,1\n', [[2, 'library:smith,arxiv:smith', '1']]],
    ['with its source', 'Record ID,Label\nlibrary:smith,1\n', [[2, 'library:smith', '1']]],
    [
      'a document, also one that was merged away',
      'documentId\tgold\nD1\t0\nD9\t1\n',
      [
        [2, 'library:smith', '0'],
        [3, 'library:jones', '1'],
      ],
    ],
    ['a DOI as an address', 'doi;included\nhttps://doi.org/10.5555/ABC;yes\n', [[2, 'library:smith', 'yes']]],
    ['a title in other letters', 'title,relevant\n"PAGING, memory",no\n', [[2, 'library:smith', 'no']]],
    [
      'the id goes before the title; an empty id does not',
      'id,title,label\njones,Paging memory,1\n,Paging memory,0\n',
      [
        [2, 'library:jones', '1'],
        [3, 'library:smith', '0'],
      ],
    ],
    ['empty lines and unknown works are left out', 'id,label\n\njones,1\nnobody,1\n,1\n', [[3, 'library:jones', '1']]],
  ])('%s', async (_, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })
  test('unknown works are told', async () => {
    expect((await read('id,label\njones,1\nnobody,1\n,0\n')).missing).toEqual([
      { line: 3, label: '1', id: 'nobody', doi: '', title: '' },
      { line: 4, label: '0', id: '', doi: '', title: '' },
    ])
  })
  test.each([
    [
      'no column of labels',
      'id,year\nsmith,1\n',
      'has the columns id, year: it needs one that names works (id, doi or title) and one with labels',
    ],
    ['no column that names works', 'label,year\n1,1\n', 'it needs one that names works'],
    ['an empty file', '', 'has the columns (none)'],
    ['a line without a label', 'id,label\nsmith,\n', 'line 2: it has no label'],
    ['nothing that the run has', 'id,label\nnobody,1\n', 'none of its 1 lines names a record or document of run r-one'],
    ['a quote that is never closed', 'id,label\n"smith,1\n', 'line 2: a quotation mark that is never closed'],
  ])('%s is refused', async (_, text, words) => {
    await expect(read(text)).rejects.toThrow(words)
  })
  test('a file that is not there', async () => {
    await expect(readGold(join(folder, 'none.csv'), run)).rejects.toThrow(/--gold .*none\.csv cannot be read: ENOENT/)
  })
})

describe('labels of relevance', () => {
  test.each(['1', 'yes', 'y', 'true', 'T', 'Include', 'included', 'relevant', 'in', '+'])('%s is yes', async (label) => {
    expect([...relevanceOf(await read(`id,label\njones,${label}\n`))]).toEqual([['D2', true]])
  })
  test.each(['0', 'no', 'N', 'false', 'f', 'exclude', 'excluded', 'irrelevant', 'not relevant', 'out', '-'])('%s is no', async (label) => {
    expect([...relevanceOf(await read(`id,label\njones,${label}\n`))]).toEqual([['D2', false]])
  })
  test('neither is refused', async () => {
    const gold = await read('id,label\njones,maybe\n')
    expect(() => relevanceOf(gold)).toThrow('line 2: the label "maybe" is neither yes nor no (1, 0, include, exclude, true, false)')
  })
  test('two labels of one document: the same is fine, others are refused', async () => {
    expect([...relevanceOf(await read('id,label\njones,1\nD2,yes\n'))]).toEqual([['D2', true]])
    const gold = await read('id,label\njones,1\nD9,0\n')
    expect(() => relevanceOf(gold)).toThrow('lines 2 and 3 label D2 differently')
  })
})

test('labels of works, by record', async () => {
  expect([...worksOf(await read('id,cluster\nlibrary:smith,A\njones,B\n'))]).toEqual([
    ['library:smith', 'A'],
    ['library:jones', 'B'],
  ])
})
