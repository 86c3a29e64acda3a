import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { lexicalCheck } from './citation-check-lexical.ts'

describe('lexicalCheck', () => {
  const helps = item('D1.e1', { claim: 'Episodic memory helps agents plan.' })
  const costs = item('D1.e2', { claim: 'Retrieval costs tokens and seconds.' })
  const rows = [
    { name: 'by the evidence behind the sentence', behind: ['D1.e1'], evidence: [helps, costs], verdict: 'supported' },
    { name: 'not by another finding of its document', behind: ['D1.e2'], evidence: [costs, helps], verdict: 'unsupported' },
    {
      name: 'by the document, when what was behind it no longer counts',
      behind: ['D1.e9'],
      evidence: [costs, helps],
      verdict: 'supported',
    },
    { name: 'without evidence there is nothing to check by', behind: ['D1.e1'], evidence: [], verdict: 'cannot-check' },
  ]
  test.each(rows)('$name', ({ behind, evidence, verdict }) => {
    const sentence = { text: 'Episodic memory helps agents plan.', citations: ['D1'], evidence: behind }
    expect(lexicalCheck({ place: 0, sentence, evidence }).verdict).toBe(verdict)
  })
})
