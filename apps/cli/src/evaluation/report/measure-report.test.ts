import { createHash } from 'node:crypto'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { markdownReport } from '@winnow/report/markdown.ts'
import { referenceEntry } from '@winnow/report/sections/references.ts'
import { content, entries, events, material, moment } from '@winnow/report/testing/example-run.ts'
import { type Entry, logOf } from '@winnow/report/testing/log-of.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import { describe, expect, test } from 'vitest'
import type { NamedRun } from '../../engine/run-log.ts'
import { measureReport } from './measure-report.ts'
import { readTexts } from './read-texts.ts'
import { reportEvaluation } from './report-evaluation.ts'
import { shownPassages } from './shown-passages.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const named = (log: readonly Entry[] | null = null, blobs: ReadonlyMap<string, string> = new Map()): NamedRun => ({
  run: foldRun(log === null ? events : logOf(log)),
  blobs: { get: async (hash) => (blobs.has(hash) ? new TextEncoder().encode(blobs.get(hash)) : null) },
  blobsHint: 'nowhere',
})
const markdown = markdownReport(material, moment)
const measured = async (run: NamedRun, text = markdown) => (await measureReport(run, text, 'report.md')).measured

/** The example with other texts read, and a stored report. */
const withTexts = (texts: Readonly<Record<string, string>>, stored: ReportContent | null = null) => {
  const blobs = new Map(Object.values(texts).map((text) => [hashOf(text), text]))
  const json = stored === null ? '' : JSON.stringify(stored)
  if (stored !== null) blobs.set(hashOf(json), json)
  const log = entries.map((entry): Entry => {
    const text = entry.type === 'EvidenceExtracted' ? texts[entry.data.documentId] : undefined
    if (entry.type === 'EvidenceExtracted' && text !== undefined) return { ...entry, data: { ...entry.data, textHash: hashOf(text) } }
    if (stored !== null && (entry.type === 'ReportWritten' || entry.type === 'CitationsChecked'))
      return { ...entry, data: { ...entry.data, contentHash: hashOf(json) } } as Entry
    return entry
  })
  return { log, blobs }
}

describe('the report of the example', () => {
  test('its apparatus is no claim, its marks lead to works, its own check is told', async () => {
    const report = await measured(named())
    expect(report).toMatchObject({ runId: 'run-1', claims: 2, citedClaims: 1, danglingMarks: [], toolCalls: expect.any(Number) })
    expect(report.uncitedClaims.map(({ text }) => text)).toEqual(['Nothing is known of <b>years</b>.'])
    const check = foldRun(events).corpus.check
    expect(report.support.recorded).toEqual({ method: check?.method, verdicts: check?.verdicts, supported: expect.any(Number) })
    expect(report.marks).toBeGreaterThan(2)
  })
  test('tool calls are searches, lookups, references and reads', async () => {
    const { toolCalls } = await measured(named())
    const count = events.reduce((sum, { type, data }) => {
      if (type === 'ReadingAllocated') return sum + (data as EventData<'ReadingAllocated'>).entries.length
      return type.endsWith('Requested') && 'operations' in data && type !== 'DedupRequested'
        ? sum + (data.operations as unknown[]).length
        : sum
    }, 0)
    expect(toolCalls).toBe(count)
  })
})

describe('texts that evidence was read from', () => {
  const read = async (run: NamedRun) => [...(await readTexts(run)).values()].sort()
  const abstract = foldRun(events).corpus.records.get('library:paging')?.abstract ?? ''
  test('stored ones, also when the records say something else', async () => {
    const { log, blobs } = withTexts({ D1: 'What was read.', D2: 'And this.' })
    expect(await read(named(log, blobs))).toEqual(['And this.', 'What was read.'])
  })
  test('made again of the abstract, when that has the recorded hash', async () => {
    expect(abstract).not.toBe('')
    expect(await read(named(withTexts({ D1: abstract }).log))).toEqual([abstract])
    expect(await read(named())).toEqual([])
  })
  test('made again of the title, of a long abstract and of a full text', async () => {
    const title = foldRun(events).corpus.records.get('library:paging')?.title ?? ''
    const bare = (change: object): readonly Entry[] =>
      withTexts({}).log.map((entry) =>
        entry.type === 'CandidatesFound'
          ? {
              ...entry,
              data: {
                ...entry.data,
                records: entry.data.records.map((record) => (record.recordId === 'paging' ? { ...record, ...change } : record)),
              },
            }
          : entry,
      )
    const readFrom = (text: string, log: readonly Entry[]) =>
      log.map(
        (entry): Entry =>
          entry.type === 'EvidenceExtracted' && entry.data.documentId === 'D1'
            ? { ...entry, data: { ...entry.data, textHash: hashOf(text) } }
            : entry,
      )
    expect(await read(named(readFrom(title, bare({ abstract: undefined }))))).toEqual([title])
    const long = 'A long abstract, whole.'
    expect(await read(named(readFrom(long, bare({ abstractHash: hashOf(long) })), new Map([[hashOf(long), long]])))).toContain(long)
    const full = JSON.stringify({
      sections: [
        { heading: 'Results', level: 1, text: 'It helps.' },
        { heading: 'End', level: 1, text: 'So it is.' },
      ],
      references: [],
    })
    const whole = '\n\nIt helps.\n\nSo it is.'
    const copies = bare({ fullTextHash: hashOf(full) })
    expect(await read(named(readFrom(whole, copies), new Map([[hashOf(full), full]])))).toEqual([whole])
    expect(await read(named(readFrom(whole, copies)))).toEqual([])
  })
})

describe('quotes', () => {
  test('as recorded, of all evidence of the cited works, where neither texts nor the stored report are at hand', async () => {
    const { quotes } = await measured(named())
    expect(quotes).toMatchObject({ againstText: 0, fidelity: 1 })
    expect(quotes.checked).toBeGreaterThan(2)
  })
  test('looked up in the text that was read', async () => {
    const { log, blobs } = withTexts({ D1: 'Paging helps agents recall earlier sessions. And it costs more.', D2: 'Nothing of the kind.' })
    const { quotes } = await measured(named(log, blobs))
    expect(quotes.againstText).toBe(3)
    expect(quotes.notInText.map(({ evidenceId }) => evidenceId)).toEqual(['D2.e1', 'D1.e2'])
  })
  test('only of the evidence that the stored report names', async () => {
    const { log, blobs } = withTexts({ D1: 'Paging helps agents recall earlier sessions.' }, content)
    const { quotes } = await measured(named(log, blobs))
    expect(quotes.notInText).toEqual([])
    expect(quotes.againstText).toBe(1)
  })
})

describe('references', () => {
  const body = (reference: string) => `## Summary\n\nPaging helps agents recall [1].\n\n## References\n\n[1] ${reference}\n`
  const entry = referenceEntry(material, 'D1')
  const title = foldRun(events).corpus.records.get('library:paging')?.title ?? ''
  test.each([
    ['as this version writes them', entry],
    ['by the address', `Somebody. Some title. ${/<[^>]+>/.exec(entry)?.[0]}`],
    ['by the title', `Somebody (2020). ${title.toUpperCase()}!`],
  ])('%s', async (_, reference) => {
    expect(await measured(named(), body(reference))).toMatchObject({ citedClaims: 1, danglingMarks: [] })
  })
  test('an entry that is no work of the run is a mark that leads nowhere', async () => {
    const text = `${body(entry).replace('recall [1].', 'recall [1, 2].')}\n[2] Another (2020). Whales. <https://doi.org/10.5555/whales>\n`
    expect((await measured(named(), text)).danglingMarks).toEqual([{ number: 2, sentence: 'Paging helps agents recall.' }])
  })
})

describe('support by depth', () => {
  test('sentences of the stored report, by the reads before the last of their evidence', async () => {
    const { log, blobs } = withTexts({}, content)
    const { sentences } = await measureReport(named(log, blobs), markdown, 'report.md')
    expect(sentences).toHaveLength(2)
    expect(sentences.map(({ verdicts }) => verdicts.supported + verdicts.partial)).toEqual([1, 1])
    const [first] = sentences
    expect(first?.toolCalls).toBeGreaterThan(2)
  })
  test('without the stored report: those of the file, by words', async () => {
    const one = await measureReport(named(), markdown, 'report.md')
    expect(one.sentences).toHaveLength(one.measured.checked.filter(({ documents }) => documents.length > 0).length)
    const { supportByDepth, goals } = reportEvaluation([one])
    expect(supportByDepth).toMatchObject({ compared: 'sentences', verdicts: 'recorded' })
    expect(goals).toHaveLength(5)
  })
  test('of several runs by their depth; where one has no check of its own, all by words', async () => {
    const one = await measureReport(named(), markdown, 'report.md')
    const verdicts = (supported: number, unsupported: number) => ({
      method: 'm',
      verdicts: { supported, partial: 0, unsupported, cannotCheck: 0 },
      supported: null,
    })
    const at = (toolCalls: number, recorded: ReturnType<typeof verdicts> | null, byWords: ReturnType<typeof verdicts>) => ({
      sentences: [],
      measured: { ...one.measured, toolCalls, support: { recorded, byWords } },
    })
    const falling = reportEvaluation([at(2, verdicts(4, 0), verdicts(1, 1)), at(151, verdicts(1, 1), verdicts(1, 1))])
    expect(falling.supportByDepth).toMatchObject({
      compared: 'runs',
      verdicts: 'recorded',
      byRun: { falls: [{ from: 2, to: null, by: 0.5 }] },
    })
    expect(falling.goals.at(-1)).toMatchObject({ value: 1, met: false })
    const mixed = reportEvaluation([at(2, verdicts(4, 0), verdicts(1, 1)), at(151, null, verdicts(1, 1))])
    expect(mixed.supportByDepth).toMatchObject({ verdicts: 'by words', byRun: { falls: [] } })
  })
})

describe('an answer', () => {
  const shown = 'We show that paging helps agents recall earlier sessions in 12 tasks.'
  const summarised: Entry = {
    type: 'PassagesSummarised',
    data: {
      workId: 'passages:1',
      search: 1,
      passages: [
        { documentId: 'D1', recordId: 'library:paging', score: 1, textHash: hashOf(shown), characters: 1, cut: false },
        { documentId: 'D2', recordId: 'library:recall', score: 1, textHash: hashOf('gone'), characters: 1, cut: false },
      ],
      reranker: 'bm25',
      summary: [],
      unknownMarks: 0,
      attempts: 0,
      summarizer: 'words',
      degraded: [],
    },
  }
  const answered: Entry = {
    type: 'AnswerWritten',
    data: {
      workId: 'answer',
      contentHash: hashOf('x'),
      mode: 'extractive',
      citations: [],
      removedMarks: 0,
      characters: 1,
      support: { supported: 2, partial: 1, unsupported: 1, 'cannot-check': 5 },
      attempts: 0,
      writer: 'extractive',
      degraded: [],
    },
  }
  const withoutCheck = entries.filter(({ type }) => type !== 'CitationsChecked')
  const run = named([...withoutCheck, summarised, answered], new Map([[hashOf(shown), shown]]))
  test('passages that were shown, or title and abstract where they are not stored', async () => {
    const passages = await shownPassages(run)
    expect(passages.get('D1')).toEqual([shown])
    const { title, abstract } = run.run.corpus.records.get('library:recall') ?? {}
    expect(passages.get('D2')).toEqual([[title, abstract].filter((part) => part !== undefined).join('\n')])
  })
  test('is measured by them, and by the verdicts of its own check', async () => {
    const text = `Paging helps agents recall earlier sessions in 12 tasks [1].\n\n## References\n\n[1] ${referenceEntry(material, 'D1')}`
    const report = await measured(run, text)
    expect(report).toMatchObject({ claims: 1, citedClaims: 1, numbers: { stated: 1, absent: [] } })
    expect(report.support.recorded).toEqual({
      method: 'lexical',
      verdicts: { supported: 2, partial: 1, unsupported: 1, cannotCheck: 5 },
      supported: 0.5,
    })
  })
  test('its sentences stand at the searches before their passages were first shown', async () => {
    const asked = (workId: string, search: number): Entry => ({
      type: 'PassagesRequested',
      data: { workId, search, query: 'q', documentIds: ['D1'], reserve: {} },
    })
    const again: Entry = { ...summarised, data: { ...summarised.data, workId: 'passages:2', search: 2 } }
    const seeds: Entry = {
      type: 'SeedsRequested',
      data: { iteration: 1, operations: [{ workId: 'l', operationId: 'S99', source: 'x', identifier: 'doi:10.1/x' }] },
    }
    const total = (await measured(run)).toolCalls
    const log = [...withoutCheck, asked('passages:1', 1), summarised, seeds, asked('passages:2', 2), again, answered]
    const text = `Paging helps agents recall earlier sessions in 12 tasks [1].\n\n## References\n\n[1] ${referenceEntry(material, 'D1')}`
    const { sentences } = await measureReport(named(log, new Map([[hashOf(shown), shown]])), text, 'answer.md')
    expect(sentences).toEqual([{ toolCalls: total, verdicts: { supported: 1, partial: 0, unsupported: 0, cannotCheck: 0 } }])
  })
  test('a run without a check of its own has no recorded verdicts', async () => {
    expect((await measured(named(withoutCheck))).support.recorded).toBeNull()
  })
})

describe('bad input', () => {
  test.each([
    [
      'the report of another run',
      markdown.replace('Run: run-1', 'Run: run-2'),
      'report.md is the report of run run-2, and the log is that of run-1: give the log of run-2 with --log',
    ],
    ['no report at all', '# Notes\n\n| a |\n', 'report.md has no sentence to measure'],
    [
      'references of other works',
      'Whales sing in winter near Norway [1].\n\n## References\n\n[1] Melville. Whales.',
      'none of its 1 references is a work of run run-1',
    ],
  ])('%s', async (_, text, words) => {
    await expect(measureReport(named(), text, 'report.md')).rejects.toThrow(words)
  })
})
