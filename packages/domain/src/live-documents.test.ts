import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { activeSubquestions, isAdmissible, liveDocuments } from './live-documents.ts'

describe('liveDocuments', () => {
  it('leaves out merged ones and orders by number, not as text', () => {
    const state = buildState({ documents: [document('D10'), document('D9'), document('D2')], aliases: { D9: 'D2' } })
    expect(liveDocuments(state).map((d) => d.documentId)).toEqual(['D2', 'D10'])
  })
})

describe('isAdmissible', () => {
  it.each([
    { editorial: 'ok', override: null, admissible: true },
    { editorial: 'corrected', override: null, admissible: true },
    { editorial: 'concern', override: null, admissible: true },
    { editorial: 'conflict', override: null, admissible: true },
    { editorial: 'retracted', override: null, admissible: false },
    { editorial: 'notice', override: null, admissible: false },
    { editorial: 'ok', override: 'exclude', admissible: false },
    { editorial: 'ok', override: 'include', admissible: true },
    { editorial: 'retracted', override: 'include', admissible: false },
  ] as const)('$editorial, override $override: $admissible', ({ editorial, override, admissible }) => {
    expect(isAdmissible({ editorial, override })).toBe(admissible)
  })
})

describe('activeSubquestions', () => {
  it('orders the active ones by priority, then by number', () => {
    const state = buildState({
      subquestions: [
        subquestion('RQ10', { priority: 2 }),
        subquestion('RQ9', { priority: 2 }),
        subquestion('RQ11', { priority: 1 }),
        subquestion('RQ1', { priority: 1, status: 'deprioritized' }),
        subquestion('RQ2', { priority: 1, status: 'closed' }),
      ],
    })
    expect(activeSubquestions(state).map((s) => s.subquestionId)).toEqual(['RQ11', 'RQ9', 'RQ10'])
  })
})
