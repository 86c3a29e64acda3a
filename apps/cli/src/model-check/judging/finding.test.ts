import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { expect, test } from 'vitest'
import { hasFigure, itemsOf, missingFinding } from './finding.ts'
import { verifiedEvidence } from './verified-evidence.ts'

test.each([
  ['38', 'by 38 %', true],
  ['38', '38', true],
  ['38', '(38%)', true],
  ['38', 'by 38.', true],
  ['38', 'by 38, and', true],
  ['38', 'by 138', false],
  ['38', 'by 1.38', false],
  ['38', 'by 1,38', false],
  ['38', 'by 380', false],
  ['38', 'by 38.5', false],
  ['38', 'by 38,5', false],
  ['4.7', 'lost 4.7 %', true],
  ['4.7', 'lost 4,7 %', true],
  ['4.7', 'lost 4·7 %', true],
  ['4.7', 'lost 417 %', false],
  ['4.7', 'lost 14.7 %', false],
] as const)('the figure %s in “%s”: %s', (figure, text, found) => {
  expect(hasFigure(text, figure)).toBe(found)
})

const sentence = 'The yield rose by 12 t.'
const item = (parts: Partial<EvidenceItem> = {}): EvidenceItem => ({ ...verifiedEvidence('D1.e1', 'RQ1', sentence), ...parts })
const finding = { subquestionId: 'RQ1', figure: '12' }

test.each<[string, readonly EvidenceItem[], string | null]>([
  ['found', [item()], null],
  ['two sentences are quoted', [item({ quote: `We measured. ${sentence}` })], null],
  [
    'three are too many',
    [item({ quote: `We began. We measured. ${sentence}` })],
    `quoted 3 sentences as one: “We began. We measured. ${sentence}”`,
  ],
  ['no item', [], 'took down no evidence for RQ1 that quotes the finding with 12: it gave none'],
  ['another subquestion', [item({ subquestionId: 'RQ2' })], 'took down no evidence for RQ1 that quotes the finding with 12: it gave none'],
  [
    'another quote',
    [item({ quote: 'It rained.' })],
    `took down no evidence for RQ1 that quotes the finding with 12: it gave “${sentence}”`,
  ],
  ['a refused quote', [item({ quoteCheck: 'refused' })], `its quote is refused: “${sentence}”`],
  ['a short quote', [item({ quoteCheck: 'short', quote: 'by 12 t' })], 'its quote is short: “by 12 t”'],
  ['a claim without the figure', [item({ claim: 'The yield rose.' })], 'its claim leaves out 12: “The yield rose.”'],
  ['one fault and one sound item', [item({ claim: 'The yield rose.' }), item()], null],
  ['two faults: the first is told', [item({ claim: 'It rose.' }), item({ quoteCheck: 'refused' })], 'its claim leaves out 12: “It rose.”'],
])('a finding: %s', (_, items, fault) => {
  expect(missingFinding(items, finding)).toBe(fault)
})

test.each([
  ['supports', 'supports', null],
  ['supports', undefined, null],
  ['refutes', undefined, null],
  ['refutes', 'supports', `says “refutes” of what supports it: “${sentence}”`],
  ['mixed', 'refutes', `says “mixed” of what refutes it: “${sentence}”`],
] as const)('seen as %s where %s is right', (given, support, fault) => {
  expect(missingFinding([item({ support: given })], { ...finding, ...(support === undefined ? {} : { support }) })).toBe(fault)
})

test('only readings bring items', () => {
  expect(itemsOf([{ type: 'ReadingFailed', data: { workId: 'w', documentId: 'D1', reason: '', degraded: [] } } as NewEvent])).toEqual([])
})
