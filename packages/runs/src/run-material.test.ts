import type { Recorded } from '@winnow/contracts/envelope.ts'
import { answerContent, answerEvents } from '@winnow/report/testing/example-answer.ts'
import { hash } from '@winnow/report/testing/example-parts.ts'
import { events as researchEvents } from '@winnow/report/testing/example-run.ts'
import { describe, expect, test } from 'vitest'
import { type ExportFormat, renderExport } from './exports.ts'
import { foldRun } from './load-run.ts'
import { blobsOf, passageTexts, runMaterial } from './run-material.ts'

/** A blob store that holds these texts. */
const holding = (texts: Readonly<Record<string, string>>) => ({
  get: async (sha256: string) => (texts[sha256] === undefined ? null : new TextEncoder().encode(texts[sha256])),
})
const answered = foldRun(answerEvents)
const open = foldRun(answerEvents.filter(({ type }) => type !== 'AnswerWritten' && type !== 'RunCompleted'))
const blobs = holding({ [hash('c')]: JSON.stringify(answerContent) })

describe('an answer', () => {
  test('lies in the blob store, and is no report', async () => {
    expect(await runMaterial(answered, blobs)).toMatchObject({ runId: 'run-1', answer: answerContent, content: null })
  })

  test('is not there before it is written', async () => {
    expect(await runMaterial(open, blobs)).not.toHaveProperty('answer')
  })

  test('that is missing from the store is a broken store', async () => {
    await expect(runMaterial(answered, holding({}))).rejects.toThrow(`blob ${hash('c')} is missing from the blob store`)
  })
})

test('the passages that were shown, by their hashes', async () => {
  const texts = Object.fromEntries(['1', '2', '3', '4'].map((n) => [hash(n), `passage ${n}`]))
  expect([...(await passageTexts(answered, holding(texts)))]).toEqual(Object.entries(texts))
  expect((await passageTexts(foldRun(researchEvents), holding({}))).size).toBe(0)
})

test.each([
  ['with its answer', answered, ['1', '2', '3', '4', 'a', 'c']],
  ['before it', open, ['1', '2', '3', '4', 'a']],
])('the blobs of an answer, for a bundle: library and passages, %s', (_, run, digits) => {
  expect(blobsOf(run)).toEqual(digits.map(hash))
})

describe('exports of an answer', () => {
  const exported = async (format: ExportFormat) =>
    renderExport(format, { material: await runMaterial(answered, blobs), events: [] as Recorded[] })

  test.each<[ExportFormat, string]>([
    [
      'md',
      '# What helps agents remember?\n\nRun: run-1  \nGenerated: 2026-07-01T10:00:00.000Z  \nDuration: 0 ms\n\nSummaries lose details [1].',
    ],
    ['html', '<title>What helps agents remember?</title>'],
    ['json', '"answer": "Summaries lose details [1].'],
    ['bibtex', 'Paging memory for agents'],
    ['csv', 'paging'],
  ])('%s', async (format, holds) => {
    expect(await exported(format)).toContain(holds)
  })

  test('JSON says what the answer cites, and ends with a line feed', async () => {
    expect(JSON.parse(await exported('json'))).toMatchObject({ runId: 'run-1', citations: answerContent.citations })
    expect(await exported('json')).toMatch(/\}\n$/)
  })
})
