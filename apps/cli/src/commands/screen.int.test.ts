import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readTable } from '@winnow/bibliography/read/csv.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { jsonl, type MadeUpRecord, madeUpQuestion, madeUpReview } from '../screening/testing/made-up-review.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

const review = madeUpReview(12, 108)
const withoutLabels = review.map(({ included: _, ...record }) => record)

let folder: string
let postgres: TestPostgres
let model: StandInModel
/** Nothing without a model needs a database. */
let config: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-screen-'))
  postgres = await startTestPostgres()
  model = await startStandInModel()
  config = testConfig('postgres://127.0.0.1:1/none', folder)
  await file('labelled.jsonl', jsonl(review))
})
afterAll(async () => {
  await model.stop()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const screen = (...argv: string[]) => winnow(config, ['screen', ...argv, '--question', madeUpQuestion])
const json = async (...argv: string[]) => {
  const { code, printed, said } = await screen(...argv, '--json')
  return { code, said, reply: JSON.parse(printed) }
}

describe('ranking', () => {
  test('labels in the file change nothing, named or not, true or shuffled', async () => {
    const labels = review.map(({ included }) => included)
    await file('bare.jsonl', jsonl(withoutLabels))
    await file(
      'shuffled.jsonl',
      jsonl(withoutLabels.map((record, index) => ({ ...record, included: labels[(index + 37) % labels.length] }))),
    )
    const { code, said, reply } = await json('bare.jsonl')
    expect([code, said, reply.metrics, reply.kind, reply.records]).toEqual([0, '', null, 'rank', 120])
    expect([...reply.order].sort()).toEqual(review.map(({ id }) => id).sort())
    expect(Object.keys(reply.scores)).toHaveLength(120)
    expect(reply.order.slice(0, 12).every((id: string) => id.startsWith('y'))).toBe(true)
    for (const argv of [
      ['labelled.jsonl'],
      ['labelled.jsonl', '--labels', 'included'],
      ['shuffled.jsonl', '--labels', 'Included', '--model', 'none'],
    ]) {
      const other = await json(...argv)
      expect([other.reply.order, other.reply.scores]).toEqual([reply.order, reply.scores])
    }
  })
  test('scores fall along the order, and lie within 0 and 1', async () => {
    const { reply } = await json('labelled.jsonl')
    const scores: number[] = reply.order.map((id: string) => reply.scores[id])
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
  })
  test('labels measure it', async () => {
    const { reply } = await json('labelled.jsonl', '--labels', 'included')
    expect(reply.metrics).toMatchObject({ ap: 1, wss95: 0.85, recallAt: { '0.1': 1 } })
  })
  test('labels that are alike measure nothing, which is said', async () => {
    await file('alike.jsonl', jsonl(review.map((record) => ({ ...record, included: 1 }))))
    for (const more of [[], ['--simulate']]) {
      const { reply, said, code } = await json('alike.jsonl', '--labels', 'included', ...more)
      expect([code, reply.metrics]).toEqual([0, null])
      expect([...reply.notes, said].join()).toContain('every label says included')
    }
  })
  test('criteria are a file', async () => {
    await file('criteria.txt', '\uFEFFExclusion: men\n')
    const { reply } = await json('labelled.jsonl', '--criteria', 'criteria.txt')
    expect(reply.order).toHaveLength(120)
    await expect(screen('labelled.jsonl', '--criteria', 'none.txt')).rejects.toThrow(
      /--criteria .*none\.txt cannot be read: .*It takes a text file/,
    )
  })
  test('criteria without a word, or too many simulations, are bad usage', async () => {
    await file('criteria.txt', '\uFEFF \n')
    await expect(screen('labelled.jsonl', '--criteria', 'criteria.txt')).rejects.toThrow(/--criteria .*criteria\.txt is empty/)
    await expect(screen('labelled.jsonl', '--labels', 'included', '--simulate', '--seeds', '1001')).rejects.toThrow(
      '1000 at most, not 1001',
    )
  })
  test('nothing that is read is written over', async () => {
    await file('criteria.txt', 'men')
    for (const out of ['labelled.jsonl', 'criteria.txt'])
      await expect(screen('labelled.jsonl', '--criteria', 'criteria.txt', '--format', 'csv', '--out', out)).rejects.toThrow(
        /is a file that is read/,
      )
    expect(await readFile(join(folder, 'criteria.txt'), 'utf8')).toBe('men')
  })
  test('a column that no record has, called as what every object has', async () => {
    await expect(screen('labelled.jsonl', '--labels', 'constructor')).rejects.toThrow('there is no such column')
  })
  test('what is wrong with the file is told, and the entry stays', async () => {
    await file('bare.jsonl', '{"id":"a","title":"Vitamin D"}\n{"id":"b"}\n')
    const { reply, said } = await json('bare.jsonl')
    expect(reply.order).toEqual(['a', 'b'])
    expect(reply.problems).toEqual([expect.objectContaining({ file: 'bare.jsonl', line: 2 })])
    expect(said).toContain('1 problem in the files; the rest was read:')
  })
  test('for a person, and as a table', async () => {
    const { printed, code } = await screen('labelled.jsonl', '--labels', 'included')
    expect(code).toBe(0)
    expect(printed).toMatch(/^120 records, ranked by the question:\n\n {3}1 {2}\d\.\d\d {2}Vitamin D/)
    expect(printed).toContain('… and 100 more')
    expect(printed).toContain('Against the labels: WSS@95 0.850, average precision 1.000')
    const written = await screen('labelled.jsonl', '--format', 'csv', '--out', 'ranked.csv')
    expect([written.printed, written.said]).toEqual(['', 'Written: ranked.csv'])
    const { columns, rows } = readTable(await readFile(join(folder, 'ranked.csv'), 'utf8'))
    expect(columns).toEqual(['order', 'id', 'doi', 'title', 'year', 'score', 'decision', 'reason'])
    const { reply } = await json('labelled.jsonl')
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual(reply.order.map((id: string, index: number) => [String(index + 1), id]))
  })
  test('--quiet says nothing beside the result', async () => {
    await file('twice.jsonl', jsonl([review[0], review[0]].flatMap((record) => record ?? [])))
    expect((await screen('twice.jsonl', '--quiet')).said).toBe('')
  })
})

describe('files as they come', () => {
  test('ids that are missing or come twice', async () => {
    await file('ids.csv', 'id,title,included\na,Vitamin D and hip fractures,1\na,River ice,0\n,Vitamin D,\n')
    const { reply, said } = await json('ids.csv', '--labels', 'included')
    expect([...reply.order].sort()).toEqual(['a', 'a#2', 'ids.csv:3'])
    expect(said).toContain('1 entry has the id of an earlier one and is kept under another: a#2')
  })
  test('a title of 40,000 characters', async () => {
    await file(
      'long.jsonl',
      jsonl([
        { id: 'long', title: 'hip '.repeat(10_000) },
        { id: 'short', title: madeUpQuestion },
      ]),
    )
    expect(new Set((await json('long.jsonl')).reply.order)).toEqual(new Set(['long', 'short']))
  })
  test.each([
    { records: 9_999, said: '' },
    { records: 10_000, said: 'Ranking 10000 records …' },
  ])('$records records: what takes some seconds is said', async ({ records, said }) => {
    await file('many.jsonl', jsonl(Array.from({ length: records }, (_, index) => ({ id: index + 1, title: 'T' }))))
    expect((await screen('many.jsonl', '--out', 'many.txt')).said).toBe([...(said === '' ? [] : [said]), 'Written: many.txt'].join('\n'))
  })
  test('a record alone', async () => {
    await file('one.jsonl', jsonl([{ id: 'one', title: 'One', included: 1 }]))
    expect((await json('one.jsonl', '--labels', 'included', '--simulate')).reply).toMatchObject({ order: ['one'], metrics: null })
    expect((await screen('one.jsonl')).printed).toMatch(/^1 record, ranked/)
  })
  test.each([
    { name: 'an empty file', content: '', argv: [], says: 'the library holds no record' },
    {
      name: 'a label that is none',
      content: jsonl([
        { id: 'a', title: 'T', x: 1 },
        { id: 'b', title: 'T', x: 'perhaps' },
      ]),
      argv: ['--labels', 'x'],
      says: '--labels x: the record b has "perhaps", which is no label',
    },
    {
      name: 'a column that is not there',
      content: jsonl([{ id: 'a', title: 'T', y: 1 }]),
      argv: ['--labels', 'x'],
      says: '--labels x: there is no such column; there are id, title, y',
    },
    {
      name: 'a column that is part of the records',
      content: jsonl([{ id: 'a', title: 'T', keywords: 1 }]),
      argv: ['--labels', 'Keywords'],
      says: '--labels Keywords: that column is part of the records that are ranked',
    },
    {
      name: 'a tag that is part of the records',
      content: 'TY  - JOUR\nTI  - T\nKW  - 1\nER  - \n',
      argv: ['--labels', 'KW'],
      says: '--labels KW: that column is part of the records',
    },
    {
      name: 'a column without a value',
      content: jsonl([{ id: 'a', title: 'T', x: '' }]),
      argv: ['--labels', 'x'],
      says: '--labels x: no record has a value in that column',
    },
    {
      name: 'no column in RIS',
      content: 'TY  - JOUR\nTI  - T\nER  - \n',
      argv: ['--labels', 'x'],
      says: '--labels x: no record has such a column',
    },
    {
      name: 'no column in a list',
      content: JSON.stringify([{ id: 'a', title: 'T' }], null, 2),
      argv: ['--labels', 'x'],
      says: 'there are id, title',
    },
    {
      name: 'no column in a table',
      content: 'id,title,Screened in\na,T,1\n',
      argv: ['--labels', 'x'],
      says: 'there are id, title, screenedin',
    },
  ])('$name is bad input', async ({ content, argv, says }) => {
    await file('bad.txt', content)
    const run = screen('bad.txt', ...argv)
    await expect(run).rejects.toThrow(UsageError)
    await expect(run).rejects.toThrow(says)
  })
  test('the columns of a packed file are named, those of a folder are not', async () => {
    await writeFile(join(folder, 'packed.jsonl.gz'), gzipSync(jsonl([{ id: 'a', title: 'T', mark: 1 }])))
    await expect(screen('packed.jsonl.gz', '--labels', 'x')).rejects.toThrow(
      '--labels x: there is no such column; there are id, title, mark',
    )
    await mkdir(join(folder, 'sub'))
    await file('sub/a.jsonl', jsonl([{ id: 'a', title: 'T' }]))
    await expect(screen('sub', '--labels', 'x')).rejects.toThrow('--labels x: no record has such a column')
  })
  test('a file that is not there', async () => {
    await expect(screen('nowhere.ris')).rejects.toThrow(UsageError)
  })
})

describe('simulation', () => {
  test('means over the seeds, and where the rule would stop', async () => {
    const { reply, code } = await json('labelled.jsonl', '--labels', 'included', '--simulate', '--seeds', '3')
    const { metrics } = reply
    expect([code, reply.kind, reply.order.length]).toEqual([0, 'simulate', 120])
    expect(metrics.seeds.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2, 3])
    for (const name of ['wss95', 'ap']) {
      const mean = metrics.seeds.reduce((sum: number, seed: Record<string, number>) => sum + (seed[name] ?? 0), 0) / 3
      expect(metrics[name]).toBeCloseTo(mean, 5)
    }
    expect(metrics.wss95).toBeGreaterThan(0.5)
    expect(metrics.stopping).toMatchObject({ recall: 1, saved: expect.any(Number) })
    expect(metrics.stopping.saved).toBeGreaterThan(0.1)
    for (const { stopping } of metrics.seeds) expect(stopping.estimate).toMatchObject({ estimate: 1, low: 1, high: 1 })
  })
  test('records without a label are left out, which is said', async () => {
    await file('half.jsonl', jsonl(review.map((record, index) => (index % 2 === 0 ? record : { ...record, included: null }))))
    const { reply } = await json('half.jsonl', '--labels', 'included', '--simulate', '--seeds', '1')
    expect(reply.notes).toEqual(['60 of 120 records have no label: they are left out of the simulation'])
    expect(reply.order).toHaveLength(120)
  })
  test.each([
    { name: 'as often as there were two seconds', step: 1_000, said: ['simulated 2 of 4', 'simulated 4 of 4'] },
    { name: 'not before', step: 499, said: [] },
  ])('how far it is is said $name', async ({ step, said }) => {
    const { context, ran } = testContext(config)
    let time = 0
    const now = () => {
      time += step
      return new Date(time)
    }
    const argv = ['screen', 'labelled.jsonl', '--question', 'q', '--labels', 'included', '--simulate', '--seeds', '4', '--json']
    await runCli(argv, { ...context, now })
    expect(ran.said).toEqual(said)
  })
  test('Ctrl-C ends it', async () => {
    const { context, ran } = testContext(config)
    await runCli(['screen', 'labelled.jsonl', '--question', 'q', '--labels', 'included', '--simulate'], {
      ...context,
      signal: AbortSignal.abort(),
    })
    expect(ran).toMatchObject({ code: 130, printed: [], said: ['Interrupted.'] })
  })
  test('Ctrl-C ends it while it simulates', async () => {
    const controller = new AbortController()
    const { context, ran } = testContext(config)
    const now = () => {
      // Asked for when the first simulation has ended, of as many as are allowed.
      if (started) controller.abort()
      started = true
      return new Date(0)
    }
    let started = false
    const argv = ['screen', 'labelled.jsonl', '--question', 'q', '--labels', 'included', '--simulate', '--seeds', '1000']
    await runCli(argv, { ...context, now, signal: controller.signal })
    expect(ran).toMatchObject({ code: 130, printed: [], said: ['Interrupted.'] })
  })
})

describe('learning from labels', () => {
  const partly = (record: MadeUpRecord, index: number) => (index % 3 === 0 ? record : { ...record, included: '' })
  test('ranks what has no label', async () => {
    await file('partly.jsonl', jsonl(review.map(partly)))
    const { reply } = await json('partly.jsonl', '--labels', 'included', '--learn')
    const open = review.filter((_, index) => index % 3 !== 0)
    expect(new Set(reply.order)).toEqual(new Set(open.map(({ id }) => id)))
    const relevant = open.filter(({ included }) => included === 1).length
    expect(reply.order.slice(0, relevant).every((id: string) => id.startsWith('y'))).toBe(true)
    expect(Object.keys(reply.decisions)).toHaveLength(40)
    expect(reply.metrics).toBeNull()
    const { printed } = await screen('partly.jsonl', '--labels', 'included', '--learn', '--format', 'csv')
    const { rows } = readTable(printed)
    expect(rows).toHaveLength(120)
    expect(rows.at(-1)?.cells).toEqual(expect.arrayContaining(['', 'excluded']))
  })
  test('labels of one kind teach nothing, which is said', async () => {
    await file('kind.jsonl', jsonl(review.map((record) => ({ ...record, included: record.included === 1 ? 1 : '' }))))
    const { reply } = await json('kind.jsonl', '--labels', 'included', '--learn')
    expect(reply.notes.join()).toContain('nothing can be learned')
    const ranked = await json('labelled.jsonl')
    expect(reply.order).toEqual(ranked.reply.order.filter((id: string) => id.startsWith('n')))
  })
  test('with nothing left', async () => {
    const { reply } = await json('labelled.jsonl', '--labels', 'included', '--learn')
    expect([reply.order, reply.notes]).toEqual([[], ['every record has a label: there is nothing left to rank']])
  })
})

describe('a model', () => {
  const vitamin = (prompt: string) =>
    [...prompt.matchAll(/<paper id=\\?"(D\d+)\\?"[^>]*>\\?n?\s*Title: (\w+)/g)].map(([, documentId = '', word]) => ({
      documentId,
      note: `About ${word}.`,
      exclusion: word === 'Vitamin' ? null : 'off topic',
      scores: [{ subquestionId: 'RQ1', score: word === 'Vitamin' ? 0.9 : 0 }],
    }))
  const asked = async (...argv: string[]) => {
    const { code, printed, said } = await winnow(config, [
      'screen',
      'labelled.jsonl',
      '--question',
      madeUpQuestion,
      '--model',
      'openai:m',
      ...argv,
    ])
    return { code, said, printed }
  }
  beforeEach(async () => {
    model.reset()
    model.interfere(({ prompt }) => ({ json: { papers: vitamin(prompt) } }))
    config = {
      ...testConfig(await postgres.newDatabase(), folder),
      environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
    }
  })

  test('screens until the rule says stop, with a reason for each record; asked again, nothing is bought twice', async () => {
    const { code, printed } = await asked('--json', '--labels', 'included')
    const reply = JSON.parse(printed)
    expect(code).toBe(0)
    expect(reply.screening).toMatchObject({ model: 'openai:m', end: 'stopping rule', included: 12, against: { TP: 12, FP: 0, FN: 0 } })
    expect(reply.stopping).toMatchObject({ stop: true, found: 12, recall: { low: 1 } })
    expect(Object.keys(reply.decisions)).toHaveLength(reply.screening.screened)
    expect(reply.reasons.y0).toEqual(['About Vitamin.'])
    const excluded = Object.entries(reply.decisions).find(([, decision]) => decision === 'excluded')?.[0] ?? ''
    expect(reply.reasons[excluded]).toEqual(['off topic', 'About A.'])
    const bought = model.requests.length
    expect(bought).toBe(Math.ceil(reply.screening.screened / 10))
    expect(JSON.parse((await asked('--json', '--labels', 'included')).printed)).toEqual(reply)
    expect(model.requests.length).toBe(bought)
  })
  test('for a person', async () => {
    const { printed } = await asked('--limit', '20')
    expect(printed).toContain('openai:m screened 20 and included 12; ended: limit')
    expect(printed).toContain('2 calls, ')
    expect(printed).toMatch(/Screening should go on: 12 relevant records are found/)
  })
  test('a cost that cannot be limited is refused before anything is asked', async () => {
    await expect(asked('--max-cost', '1')).rejects.toThrow('--max-cost cannot be kept: the price of openai:m is unknown')
    expect(model.requests).toEqual([])
  })
  test('a model that cannot be read, or has no key', async () => {
    await expect(winnow(config, ['screen', 'labelled.jsonl', '--question', 'q', '--model', 'gpt'])).rejects.toThrow('"gpt" is no model')
    await expect(winnow(config, ['screen', 'labelled.jsonl', '--question', 'q', '--model', 'anthropic:x'])).rejects.toThrow('anthropic:x: ')
  })
  test('a provider that fails: exit 3; the same command goes on where it ended', async () => {
    let answers = 0
    model.interfere(({ prompt }) => {
      answers += 1
      return answers > 5 ? { fault: 'status' as const, status: 401 } : { json: { papers: vitamin(prompt) } }
    })
    const failed = await asked('--all', '--json')
    expect([failed.code, JSON.parse(failed.printed).screening]).toMatchObject([3, { end: 'provider failed', screened: 50 }])
    expect(failed.said).toMatch(/^The provider failed: .* The same command goes on where it ended\.$/m)
    model.reset()
    model.interfere(({ prompt }) => ({ json: { papers: vitamin(prompt) } }))
    const { printed } = await asked('--all', '--json')
    expect(JSON.parse(printed).screening).toMatchObject({ end: 'all screened', screened: 120 })
    expect(model.requests.length).toBe(7)
  })
  test('Ctrl-C: exit 130, with what was screened until then', async () => {
    const controller = new AbortController()
    let answers = 0
    model.interfere(({ prompt }) => {
      answers += 1
      if (answers > 5) controller.abort()
      return { json: { papers: vitamin(prompt) } }
    })
    const { context, ran } = testContext(config)
    await runCli(['screen', 'labelled.jsonl', '--question', madeUpQuestion, '--model', 'openai:m', '--all', '--json'], {
      ...context,
      signal: controller.signal,
    })
    expect([ran.code, JSON.parse(ran.printed.join('\n')).screening.end]).toEqual([130, 'interrupted'])
    expect(ran.said.at(-1)).toBe('Interrupted.')
  })
})
