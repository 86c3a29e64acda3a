import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { citedFrom, keepCited, plainNote, restingOn, withoutMarks } from './cited-sentence.ts'

const passed = [item('D2.e1'), item('D2.e2'), item('D10.e1'), item('D3.e1', { documentId: 'D5' })]

describe('citedFrom', () => {
  test('cites the documents of its items, by number and each once', () => {
    expect(citedFrom('It is so.', [item('D10.e1'), item('D2.e2'), item('D2.e1'), item('D2.e1')])).toEqual({
      text: 'It is so.',
      citations: ['D2', 'D10'],
      evidence: ['D2.e1', 'D2.e2', 'D10.e1'],
    })
  })
})

describe('restingOn', () => {
  const rows: readonly { name: string; raw: readonly string[]; items: readonly string[] | null; unknown: number }[] = [
    { name: 'evidence ids', raw: ['D10.e1', 'D2.e1'], items: ['D2.e1', 'D10.e1'], unknown: 0 },
    { name: 'a repeated id counts once', raw: ['D2.e1', 'D2.e1'], items: ['D2.e1'], unknown: 0 },
    { name: 'ids are repaired', raw: ['d2-E2', '[D10.e1]'], items: ['D2.e2', 'D10.e1'], unknown: 0 },
    { name: 'a document stands for all its items', raw: ['D2'], items: ['D2.e1', 'D2.e2'], unknown: 0 },
    { name: 'unless one of them is named', raw: ['D2', 'D2.e2'], items: ['D2.e2'], unknown: 0 },
    { name: 'a list in one string', raw: ['D2.e1, D10.e1'], items: ['D2.e1', 'D10.e1'], unknown: 0 },
    { name: 'an id not passed is unknown', raw: ['D2.e3', 'D7', 'D2.e1'], items: ['D2.e1'], unknown: 2 },
    { name: 'evidence of a merged document, by the document that has it now', raw: ['D5'], items: ['D3.e1'], unknown: 0 },
    { name: 'not by the document it was read from', raw: ['D3'], items: null, unknown: 1 },
    { name: 'nothing', raw: [], items: null, unknown: 0 },
  ]
  test.each(rows)('$name', ({ raw, items, unknown }) => {
    const found = restingOn([{ text: 'It is so.', evidence: raw }], passed)
    const named = found.found.map((entry) => entry.items.map(({ evidenceId }) => evidenceId).join())
    expect(named).toEqual(items === null ? [] : [items.join()])
    expect(found.removed).toBe(unknown)
  })
})

describe('withoutMarks', () => {
  const rows = [
    { in: 'It rose [D2].', prose: 'It rose.', marks: ['D2'], invented: 0 },
    { in: 'It rose [D2.e1, d10.E1; D3] today.', prose: 'It rose today.', marks: ['D2.e1', 'd10.E1', 'D3'], invented: 0 },
    { in: 'It rose (D2.e1).', prose: 'It rose.', marks: ['D2.e1'], invented: 0 },
    { in: 'Cholecalciferol (D3) helps.', prose: 'Cholecalciferol (D3) helps.', marks: [], invented: 0 },
    { in: 'It rose [4, 5] and fell [D2][5] [sic].', prose: 'It rose and fell [sic].', marks: ['D2'], invented: 2 },
    { in: 'In the year [2019] it rose.', prose: 'In the year [2019] it rose.', marks: [], invented: 0 },
  ]
  test.each(rows)('$in', ({ in: given, prose, marks, invented }) => {
    expect(withoutMarks(given)).toEqual({ prose, marks, invented })
  })
  test('an invented number cites nothing, although a document has it in its id', () => {
    expect(restingOn([{ text: 'It rose [2].', evidence: [] }], passed)).toEqual({ found: [], removed: 1 })
  })
  test('a note is one line without marks', () => {
    expect(plainNote(' Too\nfew [D2] trials [3]. ')).toBe('Too few trials.')
  })
})

describe('keepCited', () => {
  const rows = [
    {
      name: 'a sentence with its citations',
      written: [{ text: ' It  rose. ', evidence: ['D2.e1'] }],
      sentences: [{ text: 'It rose.', citations: ['D2'], evidence: ['D2.e1'] }],
      removed: 0,
    },
    {
      name: 'marks in the text count as citations and leave the text',
      written: [{ text: 'It rose [D10.e1].', evidence: ['D2.e1'] }],
      sentences: [{ text: 'It rose.', citations: ['D2', 'D10'], evidence: ['D2.e1', 'D10.e1'] }],
      removed: 0,
    },
    {
      name: 'unknown ids are removed and counted, also in marks',
      written: [{ text: 'It rose [D9].', evidence: ['D2.e1', 'D8.e1'] }],
      sentences: [{ text: 'It rose.', citations: ['D2'], evidence: ['D2.e1'] }],
      removed: 2,
    },
    {
      name: 'a sentence left without evidence goes, its ids counted',
      written: [{ text: 'Costs doubled.', evidence: ['D8.e1'] }],
      sentences: [],
      removed: 1,
    },
    { name: 'a sentence that names none goes', written: [{ text: 'We see.', evidence: [] }], sentences: [], removed: 0 },
    { name: 'a sentence without words goes', written: [{ text: ' [D2.e1] … ', evidence: ['D2.e1'] }], sentences: [], removed: 0 },
  ]
  test.each(rows)('$name', ({ written, sentences, removed }) => {
    expect(keepCited(written, passed)).toEqual({ sentences, removed })
  })
  test('whatever a model writes, sentences cite passed documents by passed evidence', () => {
    const id = fc.oneof(fc.constantFrom('D2', 'D2.e1', 'D3.e1', 'e1', 'D2, D10', '[D5]'), fc.string({ maxLength: 12 }))
    const sentence = fc.record({
      text: fc.oneof(fc.string(), fc.constant('So it is [D99.e1] [D2].')),
      evidence: fc.array(id, { maxLength: 6 }),
    })
    const documents = new Set(passed.map((entry) => entry.documentId))
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 6 }), (written) => {
        for (const kept of keepCited(written, passed).sentences) {
          expect(kept.citations.length).toBeGreaterThan(0)
          expect(kept.citations.every((citation) => documents.has(citation))).toBe(true)
          expect(kept.evidence.every((evidenceId) => passed.some((entry) => entry.evidenceId === evidenceId))).toBe(true)
        }
      }),
    )
  })
})
