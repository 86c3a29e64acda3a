import { expect, test } from 'vitest'
import { type SectionNumber, sectionNumber } from './section-number.ts'

test.each<[text: string, kind: SectionNumber['kind'], first: string, depth: number, rest: string]>([
  ['1 Introduction', 'decimal', '1', 1, 'Introduction'],
  ['12. Introduction', 'decimal', '12', 1, 'Introduction'],
  ['3) Model', 'decimal', '3', 1, 'Model'],
  ['2.1 Data', 'decimal', '2', 2, 'Data'],
  ['2.1. data sets', 'decimal', '2', 2, 'data sets'],
  ['2.1.3.4.5 Deep', 'decimal', '2', 5, 'Deep'],
  ['§ 4 Law', 'decimal', '4', 1, 'Law'],
  ['1 “Quoted”', 'decimal', '1', 1, '“Quoted”'],
  ['II. METHODS', 'roman', 'II', 1, 'METHODS'],
  ['IX Methods', 'roman', 'IX', 1, 'Methods'],
  ['XIV. Methods', 'roman', 'XIV', 1, 'Methods'],
  ['I. Methods', 'roman', 'I', 1, 'Methods'],
  ['A Proofs', 'letter', 'A', 1, 'Proofs'],
  ['B.2 Proofs', 'letter', 'B', 2, 'Proofs'],
  ['C) Proofs', 'letter', 'C', 1, 'Proofs'],
])('%j', (text, kind, first, depth, rest) => {
  expect(sectionNumber(text)).toEqual({ kind, first, depth, rest })
})

test.each([
  'Introduction',
  '100 people',
  '1',
  '1.',
  '2020. A year',
  '3 + 4',
  '2.1 (a)',
  'A proof',
  'II methods',
  'Methods 1',
  '1.2.3.4.5.6 x',
  '',
])('%j has none', (text) => {
  expect(sectionNumber(text)).toBeUndefined()
})
