import { buildState, type DocumentParts, document, subquestion } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateReads, compareAllocations, isReadOrAllocated, iterationReads } from './allocation.ts'
import { rankDocument } from './ranking.ts'
import type { DocumentState, RunState, SubquestionState } from './state.ts'

const two = [subquestion('RQ1'), subquestion('RQ2', { priority: 2 })]

function given(documents: readonly DocumentState[], subquestions: readonly SubquestionState[] = two): RunState {
  return buildState({ subquestions, documents })
}

/** Which documents were chosen, and for what, as "D1:RQ1,RQ2". */
function chosen(state: RunState, count: number, options: Parameters<typeof allocateReads>[2] = {}): string[] {
  return allocateReads(state, count, options).map((entry) => `${entry.documentId}:${entry.subquestionIds.join()}`)
}

describe('round-robin', () => {
  const rich = [
    document('D1', { scores: { RQ1: 0.9 } }),
    document('D2', { scores: { RQ1: 0.8 } }),
    document('D3', { scores: { RQ1: 0.7 } }),
    document('D4', { scores: { RQ2: 0.6 } }),
    document('D5', { scores: { RQ2: 0.55 } }),
  ]

  it.each([
    { count: 0, expected: [] },
    { count: -1, expected: [] },
    { count: 1, expected: ['D1:RQ1'] },
    { count: 2, expected: ['D1:RQ1', 'D4:RQ2'] },
    { count: 3, expected: ['D1:RQ1', 'D2:RQ1', 'D4:RQ2'] },
    { count: 4, expected: ['D1:RQ1', 'D2:RQ1', 'D4:RQ2', 'D5:RQ2'] },
    { count: 5, expected: ['D1:RQ1', 'D2:RQ1', 'D3:RQ1', 'D4:RQ2', 'D5:RQ2'] },
    { count: 99, expected: ['D1:RQ1', 'D2:RQ1', 'D3:RQ1', 'D4:RQ2', 'D5:RQ2'] },
  ])('$count reads', ({ count, expected }) => {
    expect(chosen(given(rich), count)).toEqual(expected)
  })

  it('begins with the most important subquestion', () => {
    expect(chosen(given(rich, [subquestion('RQ1', { priority: 3 }), subquestion('RQ2', { priority: 2 })]), 1)).toEqual(['D4:RQ2'])
  })

  it('begins with the lower number among equally important ones', () => {
    const documents = [document('D1', { scores: { RQ10: 0.9 } }), document('D2', { scores: { RQ9: 0.6 } })]
    expect(chosen(given(documents, [subquestion('RQ10'), subquestion('RQ9')]), 1)).toEqual(['D2:RQ9'])
  })

  it.each(['deprioritized', 'closed'] as const)('a %s subquestion gets no reads', (status) => {
    expect(chosen(given(rich, [subquestion('RQ1', { status }), subquestion('RQ2')]), 9)).toEqual(['D4:RQ2', 'D5:RQ2'])
  })

  it('goes on for the others when one subquestion has nothing left', () => {
    const documents = [
      document('D1', { scores: { RQ1: 0.9 } }),
      document('D2', { scores: { RQ1: 0.8 } }),
      document('D3', { scores: { RQ1: 0.7 } }),
    ]
    expect(chosen(given(documents), 3)).toEqual(['D1:RQ1', 'D2:RQ1', 'D3:RQ1'])
  })

  it('has nothing to allocate without subquestions', () => {
    expect(chosen(given(rich, []), 3)).toEqual([])
  })

  it('refuses a run that was never requested', () => {
    expect(() => allocateReads({ ...given(rich), request: null }, 1)).toThrow('before the run was requested')
  })
})

describe('attaching', () => {
  it('attaches every other active subquestion the document is relevant to, at no cost', () => {
    const three = [...two, subquestion('RQ3'), subquestion('RQ4', { status: 'closed' })]
    const documents = [document('D1', { scores: { RQ1: 0.9, RQ2: 0.5, RQ3: 0.49, RQ4: 0.9 } }), document('D2', { scores: { RQ2: 0.8 } })]
    expect(chosen(given(documents, three), 2)).toEqual(['D1:RQ1,RQ2', 'D2:RQ2'])
  })

  it('names subquestions by number, not by priority', () => {
    const documents = [document('D1', { scores: { RQ10: 0.9, RQ9: 0.9 } })]
    expect(chosen(given(documents, [subquestion('RQ10', { priority: 1 }), subquestion('RQ9', { priority: 5 })]), 1)).toEqual([
      'D1:RQ9,RQ10',
    ])
  })

  it.each([
    { readFor: 'read', expected: ['D1:RQ2'] },
    { readFor: 'allocated', expected: ['D1:RQ2'] },
    { readFor: 'failed', expected: ['D1:RQ2'] },
  ] as const)('$readFor for one subquestion: read again only for the other', ({ readFor, expected }) => {
    expect(chosen(given([document('D1', { scores: { RQ1: 0.9, RQ2: 0.9 }, readFor: { RQ1: readFor } })]), 9)).toEqual(expected)
  })

  it('is not chosen when it was read for all it is relevant to', () => {
    expect(chosen(given([document('D1', { scores: { RQ1: 0.9, RQ2: 0.1 }, readFor: { RQ1: 'read' } })]), 9)).toEqual([])
  })
})

describe('eligible documents', () => {
  it.each<{ name: string; of: DocumentParts; expected: string[] }>([
    { name: 'at the threshold', of: { scores: { RQ1: 0.5 } }, expected: ['D1:RQ1'] },
    { name: 'below it', of: { scores: { RQ1: 0.4999 } }, expected: [] },
    { name: 'excluded by the user', of: { scores: { RQ1: 0.9 }, override: 'exclude' }, expected: [] },
    { name: 'included by the user', of: { scores: { RQ1: 0.1 }, override: 'include' }, expected: ['D1:RQ1,RQ2'] },
    { name: 'retracted', of: { scores: { RQ1: 0.9 }, editorial: 'retracted' }, expected: [] },
    { name: 'a notice', of: { scores: { RQ1: 0.9 }, editorial: 'notice' }, expected: [] },
    { name: 'corrected', of: { scores: { RQ1: 0.9 }, editorial: 'corrected' }, expected: ['D1:RQ1'] },
  ])('$name', ({ of, expected }) => {
    expect(chosen(given([document('D1', of)]), 9)).toEqual(expected)
  })

  it('a merged document is not', () => {
    const documents = [document('D1', { scores: { RQ1: 0.6 } }), document('D2', { scores: { RQ1: 0.9 } })]
    expect(chosen({ ...given(documents), aliases: { D2: 'D1' } }, 9)).toEqual(['D1:RQ1'])
  })

  it('`among` limits the choice, and what is outside of it still counts for N', () => {
    const documents = [
      document('D1', { scores: { RQ1: 0.9 }, features: { titleTokens: ['a', 'b'] }, readFor: { RQ1: 'read' } }),
      document('D2', { scores: { RQ1: 0.8 }, features: { titleTokens: ['a', 'b'] } }),
      document('D3', { scores: { RQ1: 0.7 } }),
    ]
    const [entry, ...others] = allocateReads(given(documents), 9, { among: new Set(['D1', 'D2']) })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ documentId: 'D2', parts: { N: 0 } })
  })

  it('`after` names what is allocated already: not chosen again, and counted for N', () => {
    const documents = [
      document('D1', { scores: { RQ1: 0.9 }, features: { titleTokens: ['a', 'b'] } }),
      document('D2', { scores: { RQ1: 0.8 }, features: { titleTokens: ['a', 'b'] } }),
    ]
    const state = given(documents)
    const rest = allocateReads(state, 9, { after: allocateReads(state, 1) })
    expect(rest.map((entry) => [entry.documentId, entry.parts.N])).toEqual([['D2', 0]])
  })
})

describe('an entry', () => {
  it('carries the score as rankDocument gives it, and the number of the next evidence item', () => {
    const d = document('D1', { scores: { RQ1: 0.9 }, nextEvidence: 4, features: { citations: 7, hasAbstract: false } })
    const context = { asOf: '2026-07-01', activeSubquestions: ['RQ1', 'RQ2'], readTitleTokens: [] }
    expect(allocateReads(given([d]), 1)).toEqual([
      { documentId: 'D1', subquestionIds: ['RQ1'], firstEvidence: 4, ...rankDocument(d, { ...context, abstractOnly: true }) },
    ])
    const fullText = buildState({ subquestions: two, documents: [d], options: { fullText: true } })
    expect(allocateReads(fullText, 1)[0]).toMatchObject(rankDocument(d, { ...context, abstractOnly: false }))
  })

  it('takes years from asOf', () => {
    const d = document('D1', { scores: { RQ1: 0.9 }, features: { year: 2018 } })
    const entries = allocateReads(buildState({ asOf: '2019-01-01', subquestions: two, documents: [d] }), 1)
    expect(entries[0]?.parts.T).toBe(1)
  })
})

describe('novelty while allocating', () => {
  const near = (id: string, score: number, titleTokens: string[], more: DocumentParts = {}) =>
    document(id, { scores: { RQ1: score }, features: { titleTokens }, ...more })

  it('a document like one just allocated goes behind another one', () => {
    const documents = [near('D1', 0.9, ['a', 'b']), near('D2', 0.8, ['a', 'b']), near('D3', 0.7, ['c', 'd'])]
    expect(chosen(given(documents), 2)).toEqual(['D1:RQ1', 'D3:RQ1'])
  })

  it.each([
    { readFor: 'read', first: 'D3' },
    { readFor: 'allocated', first: 'D3' },
    { readFor: 'failed', first: 'D2' },
  ] as const)('of a document $readFor before, $first is chosen', ({ readFor, first }) => {
    const documents = [near('D1', 0.9, ['a', 'b'], { readFor: { RQ1: readFor } }), near('D2', 0.8, ['a', 'b']), near('D3', 0.7, ['c', 'd'])]
    expect(chosen(given(documents), 1)).toEqual([`${first}:RQ1`])
  })

  it('records N as it was when the document was chosen', () => {
    const documents = [near('D1', 0.9, ['a', 'b']), near('D2', 0.8, ['b', 'c'])]
    expect(allocateReads(given(documents), 2).map((entry) => entry.parts.N)).toEqual([1, 1 - 1 / 3])
  })
})

describe('order and ties', () => {
  it('equal scores: the lower number, not the text, is chosen and stands first', () => {
    const documents = [document('D10', { scores: { RQ1: 0.9 } }), document('D9', { scores: { RQ1: 0.9 } })]
    expect(chosen(given(documents), 1)).toEqual(['D9:RQ1'])
    expect(chosen(given(documents), 2)).toEqual(['D9:RQ1', 'D10:RQ1'])
  })

  it('a better document of a less important subquestion stands first', () => {
    const documents = [document('D1', { scores: { RQ1: 0.6 } }), document('D2', { scores: { RQ2: 0.9 } })]
    expect(chosen(given(documents), 2)).toEqual(['D2:RQ2', 'D1:RQ1'])
  })

  it.each([
    { a: { score: 0.9, documentId: 'D9' }, b: { score: 0.8, documentId: 'D1' }, sign: -1 },
    { a: { score: 0.5, documentId: 'D10' }, b: { score: 0.5, documentId: 'D9' }, sign: 1 },
    { a: { score: 0.5, documentId: 'D9' }, b: { score: 0.5, documentId: 'D9' }, sign: 0 },
  ])('compareAllocations($a, $b)', ({ a, b, sign }) => {
    expect(Math.sign(compareAllocations(a, b))).toBe(sign)
  })

  it('does not depend on the order in which the state holds its documents', () => {
    const documents = Array.from({ length: 12 }, (_, i) =>
      document(`D${i + 1}`, { scores: { RQ1: (i % 3) / 2, RQ2: (i % 4) / 3 }, features: { titleTokens: ['a', `t${i % 5}`] } }),
    )
    const expected = chosen(given(documents), 7)
    expect(expected).toHaveLength(7)
    fc.assert(
      fc.property(fc.shuffledSubarray(documents, { minLength: documents.length }), (shuffled) => {
        expect(chosen(given(shuffled), 7)).toEqual(expected)
      }),
    )
  })
})

describe('isReadOrAllocated', () => {
  it.each([
    { readFor: {}, expected: false },
    { readFor: { RQ1: 'failed' }, expected: false },
    { readFor: { RQ1: 'failed', RQ2: 'read' }, expected: true },
    { readFor: { RQ1: 'allocated' }, expected: true },
  ] as const)('$readFor: $expected', ({ readFor, expected }) => {
    expect(isReadOrAllocated({ readFor })).toBe(expected)
  })
})

describe('iterationReads', () => {
  it.each([
    { left: 30, iterations: 3, snowball: true, total: 10, kept: 3 },
    { left: 31, iterations: 3, snowball: true, total: 11, kept: 3 },
    { left: 12, iterations: 1, snowball: true, total: 12, kept: 4 },
    { left: 3, iterations: 1, snowball: true, total: 3, kept: 1 },
    { left: 6, iterations: 1, snowball: true, total: 6, kept: 2 },
    { left: 5, iterations: 1, snowball: true, total: 5, kept: 1 },
    { left: 2, iterations: 1, snowball: true, total: 2, kept: 1 },
    { left: 1, iterations: 3, snowball: true, total: 1, kept: 1 },
    { left: 0, iterations: 3, snowball: true, total: 0, kept: 0 },
    { left: -2, iterations: 3, snowball: true, total: 0, kept: 0 },
    { left: 5, iterations: 0, snowball: true, total: 0, kept: 0 },
    { left: 5, iterations: -1, snowball: true, total: 0, kept: 0 },
    { left: 30, iterations: 3, snowball: false, total: 10, kept: 0 },
  ])('$left reads, $iterations iterations, snowballing $snowball: $total, $kept kept', ({ left, iterations, snowball, total, kept }) => {
    expect(iterationReads(left, iterations, snowball)).toEqual({ total, keptForSnowball: kept })
  })
})
