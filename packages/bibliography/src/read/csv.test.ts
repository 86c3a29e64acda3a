import { expect, test } from 'vitest'
import { authorLine, onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readCsv } from './csv.ts'

const COMMON = {
  title: 'T',
  year: 2020,
  authors: [
    { family: 'Lee', given: 'Ann' },
    { family: 'Roe', given: 'Bo' },
  ],
}

test.each<[name: string, header: string, row: string, expected: object]>([
  [
    'Scopus',
    'Authors,Author full names,Author(s) ID,Title,Year,Source title,Volume,Issue,Art. No.,Page start,Page end,Cited by,DOI,Link,Abstract,Author Keywords,Document Type,Source,EID',
    '"Lee A.; Roe B.","Lee, Ann (57); Roe, Bo (58)","57; 58",T,2020,J,1,2,,3,4,5,10.5555/X,https://x.org,A,"k; l",Conference Paper,Scopus,2-s2.0-1',
    {
      ...COMMON,
      recordId: '2-s2.0-1',
      venue: 'J',
      volume: '1',
      issue: '2',
      pages: '3-4',
      citedByCount: 5,
      ids: { doi: '10.5555/x' },
      url: 'https://x.org',
      abstract: 'A',
      keywords: ['k', 'l'],
      type: 'conference-paper',
    },
  ],
  [
    'Web of Science',
    'Publication Type,Author Full Names,Article Title,Source Title,Document Type,Author Keywords,Abstract,"Times Cited, WoS Core",Publisher,Publication Year,Volume,Issue,Start Page,End Page,DOI,Pubmed Id,UT (Unique WOS ID),Cited References',
    'J,"Lee, Ann; Roe, Bo",T,J,Review,k; l,A,5,P,2020,1,2,3,4,10.5555/X,9,WOS:1,"Smith J, 2010, J ABC, DOI 10.5555/Y; Roe R, 2011"',
    {
      ...COMMON,
      recordId: 'WOS:1',
      venue: 'J',
      type: 'review',
      ids: { doi: '10.5555/x', pmid: '9' },
      pages: '3-4',
      citedByCount: 5,
      publisher: 'P',
      references: ['doi:10.5555/y'],
      keywords: ['k', 'l'],
    },
  ],
  [
    'Web of Science, tabs',
    'PT\tAU\tAF\tTI\tSO\tLA\tDT\tDE\tID\tAB\tCR\tTC\tPU\tBN\tPY\tVL\tIS\tBP\tEP\tAR\tDI\tPM\tUT',
    'J\tLee, A; Roe, B\tLee, Ann; Roe, Bo\tT\tJ\tEnglish\tLetter\tk; l\tplus\tA\tx, DOI 10.5555/Y\t5\tP\t9780306406157\t2020\t1\t2\t3\t4\t\t10.5555/X\t9\tWOS:1',
    {
      ...COMMON,
      recordId: 'WOS:1',
      venue: 'J',
      type: 'letter',
      language: 'English',
      abstract: 'A',
      ids: { doi: '10.5555/x', pmid: '9', isbn: '9780306406157' },
      volume: '1',
      issue: '2',
      pages: '3-4',
      citedByCount: 5,
      publisher: 'P',
      keywords: ['k', 'l', 'plus'],
      references: ['doi:10.5555/y'],
    },
  ],
  [
    'IEEE',
    'Document Title,Authors,Publication Title,Publication Year,Volume,Issue,Start Page,End Page,Abstract,ISSN,ISBNs,DOI,PDF Link,Author Keywords,Article Citation Count,Document Identifier',
    'T,Ann Lee; Bo Roe,J,2020,1,2,3,4,A,1234-5678,978-0-306-40615-7,10.5555/X,https://x.org/p,k;l,5,IEEE Conferences',
    {
      ...COMMON,
      venue: 'J',
      ids: { doi: '10.5555/x', isbn: '9780306406157' },
      citedByCount: 5,
      keywords: ['k', 'l'],
      pages: '3-4',
      recordId: 'f:1',
    },
  ],
  [
    'PubMed',
    'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI',
    '9,T,"Lee Ann, Roe Bo",Nature. 2021 Dec 21;1(2):10-11. doi: 10.1.,Lee Ann,J,2020,2021/12/21,PMC1122334,,10.5555/X',
    {
      title: 'T',
      year: 2020,
      recordId: '9',
      venue: 'J',
      volume: '1',
      issue: '2',
      pages: '10-11',
      ids: { doi: '10.5555/x', pmid: '9', pmcid: 'PMC1122334' },
    },
  ],
  [
    'Springer',
    'Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,Publication Year,URL,Content Type',
    'T,J,,1,2,10.5555/X,Ann LeeBo Roe,2020,https://x.org,Chapter',
    { ...COMMON, venue: 'J', volume: '1', issue: '2', ids: { doi: '10.5555/x' }, type: 'book-chapter', url: 'https://x.org' },
  ],
  [
    'Rayyan',
    'key,title,year,month,day,journal,issn,volume,issue,pages,authors,url,language,publisher,location,abstract,notes',
    'rayyan-1,T,2020,1,1,J,1234-5678,1,2,3-4,"Lee, Ann and Roe, Bo",https://x.org,en,P,L,A,n',
    { ...COMMON, recordId: 'rayyan-1', venue: 'J', pages: '3-4', language: 'en', publisher: 'P', abstract: 'A' },
  ],
  [
    'Zotero',
    'Key,Item Type,Publication Year,Author,Title,Publication Title,ISBN,ISSN,DOI,Url,Abstract Note,Date,Pages,Issue,Volume,Publisher,Language,Manual Tags',
    'AB12,journalArticle,2020,"Lee, Ann; Roe, Bo",T,J,,1234-5678,10.5555/X,https://x.org,A,2020-01-02,3-4,2,1,P,en,k; l',
    { ...COMMON, recordId: 'AB12', type: 'article', venue: 'J', abstract: 'A', keywords: ['k', 'l'], ids: { doi: '10.5555/x' } },
  ],
  [
    'ASReview',
    'record_id;title;abstract;authors;doi;keywords;label_included;year',
    '7;T;A;Lee, Ann and Roe, Bo;10.5555/X;k, l;1;2020',
    { ...COMMON, recordId: '7', abstract: 'A', keywords: ['k', 'l'] },
  ],
  [
    'Covidence',
    'Title,Authors,Abstract,Published Year,Journal,Volume,Issue,Pages,Accession Number,DOI,Ref,Covidence #',
    'T,"Lee, Ann; Roe, Bo",A,2020,J,1,2,3-4,77,10.5555/X,r,#1',
    { ...COMMON, recordId: '77', venue: 'J' },
  ],
  [
    'Dimensions',
    'Publication ID,DOI,Title,Abstract,Source title,PubYear,Volume,Issue,Pagination,Authors,Times cited',
    'pub.1,10.5555/X,T,A,J,2020,1,2,3-4,"Lee, Ann; Roe, Bo",5',
    { ...COMMON, recordId: 'pub.1', pages: '3-4', citedByCount: 5 },
  ],
  [
    'Lens',
    'Lens ID,Title,Publication Year,Publication Type,Source Title,Author/s,Abstract,Volume,Issue Number,Start Page,End Page,Citing Works Count',
    '0-1,T,2020,journal article,J,Ann Lee; Bo Roe,A,1,2,3,4,5',
    { title: 'T', year: 2020, recordId: '0-1', issue: '2', pages: '3-4', citedByCount: 5 },
  ],
])('%s', (_, header, row, expected) => {
  const result = readCsv(`${header}\n${row}\n`)
  expect(result.problems).toEqual([])
  expect(onlyRecord(result)).toMatchObject({ ...expected, origin: { file: 'f', line: 2 } })
})

test('quotes, line ends and empty rows; lines are counted to the row', () => {
  const result = readCsv('title,abstract\n"A, ""x""","one\ntwo"\n\n,\nB,b\n')
  expect(recordsOf(result).map((record) => [record.title, record.abstract, record.origin?.line])).toEqual([
    ['A, "x"', 'one two', 2],
    ['B', 'b', 6],
  ])
  expect(result.problems).toEqual([])
})

test('blank lines before a row are not part of it', () => {
  expect(recordsOf(readCsv('title,year\n\n\nA,2020\n\nB,2021\n')).map((record) => record.origin?.line)).toEqual([4, 6])
})

test('a quote inside a cell is only a sign', () => {
  expect(onlyRecord(readCsv('title,year\nThe 5" gun,2020\n'))).toMatchObject({ title: 'The 5" gun', year: 2020 })
})

test('a row of another width is read and noted', () => {
  const result = readCsv('title,year\nA,2020,x\nB\n')
  expect(recordsOf(result).map((record) => [record.title, record.year])).toEqual([
    ['A', 2020],
    ['B', undefined],
  ])
  expect(result.problems).toEqual([
    { line: 2, problem: 'a row of 3 cells under a header of 2', excerpt: 'A | 2020 | x' },
    { line: 3, problem: 'a row of 1 cells under a header of 2', excerpt: 'B' },
  ])
})

test('a name of a column that is protected from spreadsheets', () => {
  const { entries } = readCsv("title,'=sum,'x\nT,1,2", 'others')
  expect(entries[0]?.columns).toEqual({ '=sum': '1', "'x": '2' })
})

test('a quote that is never closed costs its row', () => {
  const result = readCsv('title,year\nA,2020\n"B,2021\nC,2022\nD,2023\n')
  expect(recordsOf(result).map((record) => [record.title, record.origin?.line])).toEqual([
    ['A', 2],
    ['C', 4],
    ['D', 5],
  ])
  expect(result.problems).toEqual([{ line: 3, problem: 'a quotation mark that is never closed: the row is not read', excerpt: '"B,2021' }])
})

test.each<[name: string, table: string, titles: string[], problems: number]>([
  ['a quote that closes in a later row', 'id,title,year\n1,"B,2021\n2,C,2022\n3,"D ""d""",2023\n4,E,2024', ['C', 'D "d"', 'E'], 1],
  ['two of them', 'id,title,year\n1,"B,2021\n2,"C, c",2022\n3,"D,2023\n4,"E",2024\n', ['C, c', 'E'], 2],
  ['a cell of two lines, the second like a row', 'id,title,year\n1,"B\nb, c, d",2021\n', ['B b, c, d'], 0],
  ['a second line that is no row: it may be a text', 'id,title,year\n1,"B,2021\nC\n2,"D",2022\n', ['"B,2021 C 2,"D"'], 0],
  ['a table of two columns is not judged', 'title,year\n"B,2021\nC,2022\n"D",2023\n', ['"B,2021 C,2022 "D"'], 0],
])('%s', (_name, table, titles, problems) => {
  const result = readCsv(table)
  expect(recordsOf(result).map(({ title }) => title)).toEqual(titles)
  expect(result.problems).toHaveLength(problems)
})

test('of a hundred stray quotes each costs its row; further ones are read as they come', () => {
  const table = (strays: number) => `id,title,year\n${'1,"B,2021\n2,"C, c",2022\n'.repeat(strays)}3,D,2023\n`
  expect(readCsv(table(100)).entries.filter(({ title }) => title === 'C, c')).toHaveLength(100)
  expect(readCsv(table(101)).entries.filter(({ title }) => title === 'C, c')).toHaveLength(100)
})

test('the delimiter is the sign that parts the header, not one inside its quotes', () => {
  expect(onlyRecord(readCsv('title;year;"x, y, z, w"\nT;2020;\n')).year).toBe(2020)
})

test('the first of two columns of a name that has a value counts', () => {
  expect(onlyRecord(readCsv('title,year,year\nT,,2020\n')).year).toBe(2020)
  expect(onlyRecord(readCsv('title,year,year\nT,2019,2020\n')).year).toBe(2019)
})

test.each<[cell: string, title: string]>([
  ["'=1+1", '=1+1'],
  ["'+1", '+1'],
  ["'-1", '-1'],
  ["'@x", '@x'],
  ["''=1", "'=1"],
  ["'Tis", "'Tis"],
])('the protection of %j goes', (cell, title) => {
  expect(onlyRecord(readCsv(`title,year\n${cell},2020\n`)).title).toBe(title)
})

test.each<[authors: string, people: string[]]>([
  ['Andy SmithTom Weber', ['Smith|Andy', 'Weber|Tom']],
  ['Ronald McDonaldTom MacLeod', ['McDonald|Ronald', 'MacLeod|Tom']],
  ['Ann DeWitt', ['DeWitt|Ann']],
  ['Zoë ÉluardÅke Öhman', ['Éluard|Zoë', 'Öhman|Åke']],
])('Springer joins names: %s', (authors, people) => {
  expect(authorLine(onlyRecord(readCsv(`Item Title,Authors\nT,${authors}\n`)).authors)).toEqual(people)
})

test('elsewhere a capital inside a name parts nothing', () => {
  expect(authorLine(onlyRecord(readCsv('Title,Authors\nT,Andy SmithTom\n')).authors)).toEqual(['SmithTom|Andy'])
})
