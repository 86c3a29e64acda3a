import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { question, writeLibrary } from './support/made-up-library.ts'
import { parseLines, runFolder } from './support/run-folder.ts'
import { type Scene, setScene } from './support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene(12)
})
afterAll(() => scene.end())

const research = (out: string, library = scene.library, asked = question) => [
  ...['research', asked, '--library', library, '--model', 'none', '--out', join(scene.folder, out)],
]

test('a question off the topic of the library: a short truthful report', async () => {
  const ended = await scene.run([...research('off-topic', scene.library, 'Which treaties ended Byzantine naval wars?'), '--quiet'])
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const files = runFolder(join(scene.folder, 'off-topic'))
  expect(await files.summary()).toMatchObject({ status: 'completed', counts: { evidence: 0, cited: 0 } })
  expect(await files.evidence()).toEqual([])
  const report = await files.text('report.md')
  expect(report).toMatch(/no evidence/i)
  expect(report).not.toMatch(/\[\d+\]/)
  expect(report.length).toBeLessThan(8000)
})

test('a library without a record that can be read is bad input, and every file is named', async () => {
  const empty = join(scene.folder, 'empty.jsonl')
  await writeFile(empty, '')
  const ended = await scene.run([...research('empty', empty), '--quiet'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain('holds no record')
  expect(ended.stderr).toContain('empty.jsonl')
})

test('3,000 authors, NUL bytes, lone surrogates, right-to-left text and an abstract of 2 MB: every record is in documents.jsonl', async () => {
  const sentence = 'The shade cover lowered the daily water use of the tomato plants in all of the greenhouses that we visited. '
  const records = [
    {
      id: 'many-authors',
      title: 'Shade cover and tomato water use in greenhouses: a consortium of growers',
      authors: Array.from({ length: 3000 }, (_, n) => ({ given: `Given${n}`, family: `Family${n}` })),
      year: 2019,
      doi: '10.5555/many',
      abstract: sentence,
    },
    {
      id: 'nul',
      title: 'Water use\u0000 of tomato plants under shade\u0000',
      authors: [{ given: 'N\u0000', family: 'Ul\u0000man' }],
      year: 2018,
      doi: '10.5555/nul',
      abstract: `\u0000${sentence}\u0000`,
    },
    {
      id: 'surrogate',
      title: 'Shade \ud83c and tomato water use \udf45 in greenhouses of the plain',
      authors: [{ given: 'Su\ud800', family: 'Rogate' }],
      year: 2017,
      doi: '10.5555/surrogate',
      abstract: `${sentence} \udc00`,
    },
    {
      id: 'right-to-left',
      title: 'استخدام المياه في الطماطم تحت الظل: tomato water use under shade cover in greenhouses',
      authors: [{ given: 'ليلى', family: 'حداد' }],
      year: 2016,
      doi: '10.5555/rtl',
      abstract: `${sentence}‏خفض الظل استهلاك المياه اليومي للنباتات.`,
    },
    {
      id: 'long-abstract',
      title: 'Everything about tomato water use and shade cover in greenhouses, at length',
      authors: [{ given: 'Lo', family: 'Ng' }],
      year: 2015,
      doi: '10.5555/long',
      abstract: sentence.repeat(Math.ceil(2_000_000 / sentence.length)),
    },
  ]
  await mkdir(join(scene.folder, 'odd'))
  const library = await writeLibrary(join(scene.folder, 'odd'), records)
  const ended = await scene.run([...research('odd-run', library), '--quiet'])
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const files = runFolder(join(scene.folder, 'odd-run'))
  const documents = await files.documents()
  expect(documents.flatMap(({ recordIds }) => recordIds).sort()).toEqual(records.map(({ id }) => id).sort())
  const byId = new Map(documents.map((document) => [document.recordIds[0], document]))
  expect(byId.get('many-authors')?.authors.length).toBe(3000)
  expect(byId.get('nul')?.title).toBe('Water use\uFFFD of tomato plants under shade\uFFFD')
  expect(byId.get('right-to-left')?.title).toContain('استخدام المياه')
  const abstract = byId.get('long-abstract')?.abstract ?? ''
  expect(abstract.length).toBe(records[4]?.abstract.trim().length)
  // What is no text is replaced in sight, and never written.
  expect(await files.text('documents.jsonl')).not.toMatch(/\\u0000|\\ud[89a-f]/i)
  expect(byId.get('surrogate')?.title).toBe('Shade \uFFFD and tomato water use \uFFFD in greenhouses of the plain')
  expect((await files.summary()).counts.found).toBe(records.length)
  for (const file of ['report.md', 'report.html', 'references.bib', 'references.ris', 'references.json', 'evidence.jsonl', 'events.jsonl'])
    expect((await files.text(file)).isWellFormed(), file).toBe(true)
})

test.for([
  ['a library that is not there', ['research', 'q', '--library', 'no/such.bib', '--model', 'none'], 'such.bib'],
  ['an unknown option', ['research', 'q', '--frobnicate'], '--frobnicate'],
  ['a number that is none', ['research', 'q', '--max-reads', 'many'], '--max-reads'],
  ['a fraction where a whole number is due', ['research', 'q', '--max-searches', '1.5'], '--max-searches'],
  ['a date that is none', ['research', 'q', '--as-of', '2026-02-30'], '--as-of'],
  ['a model that cannot be read', ['research', 'q', '--model', 'nobody:knows'], 'nobody'],
  ['an empty question', ['research', '  ', '--library', 'library.jsonl', '--model', 'none'], 'question'],
  ['a run that is not there', ['resume', 'r-20260101-nowhere0'], 'r-20260101-nowhere0'],
  ['a log that is not there', ['replay', 'no/events.jsonl'], 'no/events.jsonl'],
  ['a folder that cannot be made', ['research', 'q', '--library', 'library.jsonl', '--model', 'none', '--out', 'library.jsonl/x'], '--out'],
] as const)('%s: exit 2, and it is named', async ([, args, named]) => {
  const ended = await scene.run(args)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(named)
  expect(ended.stderr).not.toMatch(/\n\s+at /)
})

test('a data folder of another PostgreSQL major: clear words, nothing touched', async () => {
  const home = join(scene.folder, 'old-home')
  await mkdir(join(home, 'postgres'), { recursive: true, mode: 0o700 })
  await writeFile(join(home, 'postgres', 'PG_VERSION'), '15\n')
  const ended = await scene.run([...research('old'), '--quiet'], { env: { WINNOW_HOME: home } })
  expect(ended).toMatchObject({ code: 3, stdout: '' })
  expect(ended.stderr).toContain('PostgreSQL 15')
  expect(ended.stderr).toContain(home)
  expect(ended.stderr).not.toMatch(/\n\s+at /)
  expect(await readdir(join(home, 'postgres'))).toEqual(['PG_VERSION'])
})

test('--json: the first line names the run, the last is run.json, and every line is JSON of the same run', async () => {
  const ended = await scene.run([...research('json'), '--json'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const lines = parseLines<{ readonly runId: string; readonly pos?: number }>(ended.stdout)
  expect(lines[0]).toMatchObject({ runId: expect.stringMatching(/^r-\d{8}-[0-9a-z]{8}$/) })
  expect(new Set(lines.map(({ runId }) => runId)).size).toBe(1)
  expect(lines.at(-1)).toEqual(JSON.parse(await readFile(join(scene.folder, 'json', 'run.json'), 'utf8')))
  const events = await runFolder(join(scene.folder, 'json')).events()
  const told = lines.flatMap(({ pos }) => pos ?? [])
  // The request and the library come before the drive; every event after them is a line.
  expect(told).toEqual(events.map(({ pos }) => pos).slice(2))
})
