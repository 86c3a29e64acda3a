import { describe, expect, it } from 'vitest'
import pbr019 from './fixtures/pbr-019.json' with { type: 'json' }
import { repairId, repairIds } from './id-repair.ts'

const subquestions = ['RQ1', 'RQ2', 'RQ10']
const texts = new Map([
  ['RQ1', 'How do heat waves affect hospital admissions?'],
  ['RQ2', 'Which early-warning systems, and where, reduce mortality?'],
  ['RQ10', 'What do the systems cost?'],
])
const documents = ['D1', 'D12', 'D3']
const evidence = ['D12.e1', 'D1.e2', 'D1.e21']
const intents = ['RQ1.i2', 'RQ12.i1']

describe('repairId', () => {
  it.each<[string, string, readonly string[], string | null]>([
    ['as it is', 'RQ1', subquestions, 'RQ1'],
    ['white space around', ' RQ1\n', subquestions, 'RQ1'],
    ['lower case', 'rq2', subquestions, 'RQ2'],
    ['a hyphen', 'rq-1', subquestions, 'RQ1'],
    ['a space', 'RQ 1', subquestions, 'RQ1'],
    ['an underscore', 'RQ_1', subquestions, 'RQ1'],
    ['a number sign', 'RQ #1', subquestions, 'RQ1'],
    ['the bare number', '1', subquestions, 'RQ1'],
    ['a number sign before the bare number', '#2', subquestions, 'RQ2'],
    ['leading zeros', 'RQ01', subquestions, 'RQ1'],
    ['full-width letters and digits', 'ＲＱ１', subquestions, 'RQ1'],
    ['brackets', '[RQ1]', subquestions, 'RQ1'],
    ['quotation marks and emphasis', '**"RQ1"**', subquestions, 'RQ1'],
    ['a list bullet', '- RQ2', subquestions, 'RQ2'],
    ['the id and its text', 'RQ1: How do heat waves affect hospital admissions?', subquestions, 'RQ1'],
    ['the id and cut text', 'RQ1: How do…', subquestions, 'RQ1'],
    ['no space after the colon', 'RQ1:How do', subquestions, 'RQ1'],
    ['a dash before the text', 'RQ2 – which systems', subquestions, 'RQ2'],
    ['a bracket before the text', 'RQ2) which systems', subquestions, 'RQ2'],
    ['a space before the text', 'RQ1 How do', subquestions, 'RQ1'],
    ['the bare number and the text', '1. How do heat waves', subquestions, 'RQ1'],
    ['the bare number, a colon and the text', '2: Which', subquestions, 'RQ2'],
    ['text over two lines', 'RQ1: How\ndo', subquestions, 'RQ1'],
    ['RQ10 is not RQ1', 'RQ10: What do', subquestions, 'RQ10'],
    ['10 is not 1', '10', subquestions, 'RQ10'],
    ['RQ100 is nothing known', 'RQ100', subquestions, null],
    ['an unknown number', 'RQ7', subquestions, null],
    ['the word question', 'Question 2', subquestions, 'RQ2'],
    ['the word sub-question', 'Sub-question 2', subquestions, 'RQ2'],
    ['the words research question', 'research question 2', subquestions, 'RQ2'],
    ['other letters', 'P1', subquestions, null],
    ['a letter after the number', 'RQ1a', subquestions, null],
    ['a decimal number', '1.2', subquestions, null],
    ['a negative number', '-1', subquestions, null],
    ['a bare number that begins a sentence', '1 in 3 patients', subquestions, null],
    ['an intent where a subquestion is asked for', 'RQ1.i2', subquestions, null],
    ['two ids', 'RQ1, RQ2', subquestions, null],
    ['two ids with and', 'RQ1 and RQ2', subquestions, null],
    ['two ids with or', 'RQ1 or 2', subquestions, null],
    ['a range', 'RQ1-RQ2', subquestions, null],
    ['a range in words', 'RQ1 to RQ2', subquestions, null],
    ['a range of numbers', '1-2', subquestions, null],
    ['a sentence goes on with another number', 'RQ1 and 2', subquestions, null],
    ['text that goes on with and', 'RQ1 and its parts', subquestions, 'RQ1'],
    ['empty', '', subquestions, null],
    ['no known ids', 'RQ1', [], null],

    ['a lower-case document', 'd12', documents, 'D12'],
    ['the number of a document', '12', documents, 'D12'],
    ['a document in brackets', '[D12]', documents, 'D12'],
    ['the word document', 'Document 12', documents, 'D12'],
    ['the word doc', 'doc12', documents, 'D12'],
    ['the word paper', 'Paper 3', documents, 'D3'],
    ['a document that is not there', 'D2', documents, null],
    ['evidence where a document is asked for', 'D12.e1', documents, null],

    ['evidence', 'D12.e1', evidence, 'D12.e1'],
    ['evidence in lower case', 'd12.E1', evidence, 'D12.e1'],
    ['evidence without the dot', 'd12e1', evidence, 'D12.e1'],
    ['evidence in brackets', '[D12.e1]', evidence, 'D12.e1'],
    ['evidence in words', 'Document 12, evidence 1', evidence, 'D12.e1'],
    ['e2 is not e21', 'D1.e2', evidence, 'D1.e2'],
    ['D1.e21 is itself', 'd1-e21', evidence, 'D1.e21'],
    ['a document where evidence is asked for', 'D12', evidence, null],
    ['numbers of different levels do not run together', 'D1.e221', evidence, null],

    ['an intent', 'rq1 i2', intents, 'RQ1.i2'],
    ['an intent in words', 'RQ1, intent 2', intents, 'RQ1.i2'],
    ['an intent of RQ12 is not one of RQ1', 'RQ12.i1', intents, 'RQ12.i1'],

    ['evidence without its first letter', '12.e1', evidence, null],
    ['an item before its document', 'D12 e1', ['D12', 'D12.e1'], 'D12.e1'],
    ['the document of an item', 'D12 shows', ['D12', 'D12.e1'], 'D12'],
    ['an id without a number', ' intro ', ['intro', 'RQ1'], 'intro'],
    ['an id without letters', '12', ['12', '13'], '12'],
    ['an id without letters is not repaired', '', ['12'], null],
    ['a bare number that fits two kinds', '1', ['RQ1', 'D1'], null],
    ['letters tell two kinds apart', 'D1', ['RQ1', 'D1'], 'D1'],
  ])('%s', (_name, raw, known, expected) => {
    expect(repairId(raw, known)).toBe(expected)
  })

  it.each([
    ['the text itself', 'How do heat waves affect hospital admissions?', 'RQ1'],
    ['the text in other case and punctuation', 'which EARLY–WARNING systems and where reduce mortality', 'RQ2'],
    ['only part of the text', 'How do heat waves affect', null],
    ['an id goes on working', 'rq 10', 'RQ10'],
    ['punctuation alone is no text', '???', null],
  ])('by text: %s', (_name, raw, expected) => {
    expect(repairId(raw, subquestions, texts)).toBe(expected)
  })

  it('gives nothing for a text that two ids share', () => {
    const shared = new Map([
      ['RQ1', 'What is known?'],
      ['RQ2', 'What is known?'],
    ])
    expect(repairId('What is known?', subquestions, shared)).toBeNull()
  })

  it('lets a text win over a number it begins with', () => {
    expect(repairId('2: or not 2', ['RQ1', 'RQ2'], new Map([['RQ1', '2: or not 2']]))).toBe('RQ1')
  })

  it('knows the ids that a text is missing for', () => {
    expect(repairId('rq2', subquestions, new Map([['RQ1', 'What?']]))).toBe('RQ2')
  })
})

describe('repairIds', () => {
  const ids = pbr019.input.questions.map((question) => question.id)
  const questionTexts = new Map(pbr019.input.questions.map((question) => [question.id, question.text]))
  const decisions = JSON.parse(pbr019.input.reply).decisions as { paper: string; subquestions: string | string[] }[]

  it.each([
    [0, { ids: ['sq1'], unknown: [] }],
    [1, { ids: ['sq2'], unknown: [] }],
    [2, { ids: ['sq2'], unknown: [] }],
    [3, { ids: ['sq1', 'sq2'], unknown: [] }],
    [6, { ids: ['sq10'], unknown: ['sq7'] }],
  ])('PBR-019, reply %i', (index, expected) => {
    expect(repairIds(decisions[index]?.subquestions ?? [], ids, questionTexts)).toEqual(expected)
  })

  it('PBR-019: a paper that was not given is unknown, one in capitals is not', () => {
    expect(repairIds(['p9', 'P2'], pbr019.input.papers)).toEqual({ ids: ['p2'], unknown: ['p9'] })
  })

  it.each<[string, string | string[], string[], string[]]>([
    ['a list in one text', 'RQ1; RQ2', ['RQ1', 'RQ2'], []],
    ['and', 'RQ1 and RQ2', ['RQ1', 'RQ2'], []],
    ['an ampersand and a slash', 'RQ1 & RQ2/RQ10', ['RQ1', 'RQ2', 'RQ10'], []],
    ['each once, in the order written', ['RQ2', 'rq-1', 'RQ2'], ['RQ2', 'RQ1'], []],
    ['unknown pieces are kept', 'RQ1, RQ7', ['RQ1'], ['RQ7']],
    ['a text with a comma is not cut', 'Which early-warning systems, and where, reduce mortality?', ['RQ2'], []],
    ['empty pieces are nothing', 'RQ1,, ', ['RQ1'], []],
    ['nothing', [], [], []],
  ])('%s', (_name, raw, expectedIds, unknown) => {
    expect(repairIds(raw, subquestions, texts)).toEqual({ ids: expectedIds, unknown })
  })
})
