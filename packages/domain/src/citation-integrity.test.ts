import { describe, expect, it } from 'vitest'
import { resolveCitations } from './citation-integrity.ts'

const citable = {
  documents: ['D1', 'D3', 'D12'],
  evidence: new Map([
    ['D1.e1', 'D1'],
    ['D12.e2', 'D12'],
    // Read from D8, which was merged into D3.
    ['D8.e1', 'D3'],
  ]),
}

describe('resolveCitations', () => {
  it.each<[string, string, string[], { text: string; citations: string[]; evidence: string[] }, number]>([
    ['documents', 'Memory helps.', ['D1', 'D3'], { text: 'Memory helps.', citations: ['D1', 'D3'], evidence: [] }, 0],
    ['in the order written', 'Memory helps.', ['D12', 'D1'], { text: 'Memory helps.', citations: ['D12', 'D1'], evidence: [] }, 0],
    ['each once', 'Memory helps.', ['D1', '[D1]', 'd1'], { text: 'Memory helps.', citations: ['D1'], evidence: [] }, 0],
    ['repaired', 'Memory helps.', ['d12', '3', 'Document 1'], { text: 'Memory helps.', citations: ['D12', 'D3', 'D1'], evidence: [] }, 0],
    ['a list in one text', 'Memory helps.', ['D1, D3'], { text: 'Memory helps.', citations: ['D1', 'D3'], evidence: [] }, 0],
    [
      'evidence cites its document',
      'Memory helps.',
      ['d12e2', 'D1'],
      { text: 'Memory helps.', citations: ['D12', 'D1'], evidence: ['D12.e2'] },
      0,
    ],
    [
      'evidence of a merged document cites the survivor',
      'Memory helps.',
      ['D8.e1'],
      { text: 'Memory helps.', citations: ['D3'], evidence: ['D8.e1'] },
      0,
    ],
    ['document and evidence of it', 'Memory helps.', ['D1', 'D1.e1'], { text: 'Memory helps.', citations: ['D1'], evidence: ['D1.e1'] }, 0],
    [
      'what was not passed goes',
      'Memory helps.',
      ['D2', 'D1', 'D1.e9', '[99]'],
      { text: 'Memory helps.', citations: ['D1'], evidence: [] },
      3,
    ],
    ['D10 is not D1', 'Memory helps.', ['D10'], { text: 'Memory helps.', citations: [], evidence: [] }, 1],
    ['a merged id itself was not passed', 'Memory helps.', ['D8'], { text: 'Memory helps.', citations: [], evidence: [] }, 1],
    ['no citation', 'Memory helps.', [], { text: 'Memory helps.', citations: [], evidence: [] }, 0],
    [
      'ids in the text come last',
      'Memory [D3] helps [d12.E2; D1].',
      ['D1'],
      { text: 'Memory helps.', citations: ['D1', 'D3', 'D12'], evidence: ['D12.e2'] },
      0,
    ],
    ['unknown ids in the text go', 'Memory helps [D77].', [], { text: 'Memory helps.', citations: [], evidence: [] }, 1],
    ['an id at the start', '[D3, D1] say so.', [], { text: 'say so.', citations: ['D3', 'D1'], evidence: [] }, 0],
    ['parentheses stay', 'Vitamin (D3) helps [3].', [], { text: 'Vitamin (D3) helps [3].', citations: [], evidence: [] }, 0],
  ])('%s', (_name, text, citations, sentence, removed) => {
    expect(resolveCitations([{ text, citations }], citable)).toEqual({ sentences: [sentence], removed })
  })

  it('counts over all sentences, keeps their order, and leaves out those without a text', () => {
    const written = [
      { text: 'First.', citations: ['D2'] },
      { text: ' [D1] ', citations: ['D2'] },
      { text: 'Second.', citations: ['D5', 'D3'] },
    ]
    expect(resolveCitations(written, citable)).toEqual({
      sentences: [
        { text: 'First.', citations: [], evidence: [] },
        { text: 'Second.', citations: ['D3'], evidence: [] },
      ],
      removed: 2,
    })
  })
})
